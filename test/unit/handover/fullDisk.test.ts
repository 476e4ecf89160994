import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createProject } from '../../../src/core/project';
import { UserError } from '../../../src/core/support/errors';
import { silentLogger } from '../../../src/core/support/logger';
import { render } from '../../../src/core/support/message';
import { answers } from '../../support/handoverValues';
import { useScratchFolder } from '../../support/scratchFolder';
import { useSmallDisk } from '../../support/smallDisk';

describe('the handover on a full disk', function () {
  this.timeout(60_000);
  const mount = useSmallDisk();
  const scratch = useScratchFolder();
  const handover = (...parts: string[]) => scratch('disk', '.sdd', 'handover', ...parts);
  const files = { 'session.md': '# Session Handover\n', 'decisions.md': 'mine\n' };

  const open = () =>
    createProject({
      root: scratch('disk'),
      home: scratch('home'),
      env: { PATH: process.env.PATH, BATON_HOME: scratch('data') },
      host: 'test',
      logger: silentLogger,
      now: () => new Date(2026, 0, 15, 12),
    });
  const seen = () =>
    Object.fromEntries(
      readdirSync(handover()).map((name) => [name, readFileSync(handover(name), 'utf8')]),
    );
  const fill = () => {
    for (const size of [65_536, 1]) {
      for (let index = 0; index < 100_000; index++) {
        try {
          writeFileSync(scratch('disk', 'fill'), 'x'.repeat(size), { flag: 'a' });
        } catch {
          break;
        }
      }
    }
  };

  it('changes nothing, says so, and goes on once there is room', async function () {
    mount(this, scratch('disk'));
    mkdirSync(handover(), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(handover(name), text);
    }
    const project = open();
    try {
      const plan = await project.planHandover();
      const knowledge = { tag: 'PATTERN', description: 'Retry: with a limit' } as const;
      const decision = { type: 'USER_DECISION', summary: 'x', reason: 'r', impact: 'i' };
      const writers = {
        decision: () => project.addDecision(decision),
        draft: () => project.draft({ trigger: 'impl', next: 'x' }),
        handover: () => project.handover(plan, answers()),
        buffer: () => project.addKnowledge([knowledge]),
      };
      fill();
      for (const [name, write] of Object.entries(writers)) {
        await assert.rejects(write(), (error) => UserError.is(error, 'disk-full'), name);
        assert.deepEqual(seen(), files, name);
      }
      rmSync(scratch('disk', 'fill'));
      for (const write of Object.values(writers)) {
        await write();
      }
      assert.deepEqual(readdirSync(handover()).sort(), [
        'buffer.md',
        'decisions.md',
        'session.md',
        'sessions',
      ]);
      assert.ok(readFileSync(handover('decisions.md'), 'utf8').startsWith('mine\n'));
    } finally {
      project.dispose();
    }
  });

  it('says so where it may only be read', async function () {
    mount(this, scratch('disk'));
    mkdirSync(handover(), { recursive: true });
    assert.equal(spawnSync('mount', ['-o', 'remount,ro', scratch('disk')]).status, 0);
    const project = open();
    try {
      for (const write of [
        () => project.addDecision({ type: 'USER_DECISION', summary: 'x' }),
        () => project.draft({ trigger: 'impl', next: 'x' }),
        async () => project.handover(await project.planHandover(), answers()),
        () => project.addKnowledge([{ tag: 'PATTERN', description: 'x' }]),
      ]) {
        await assert.rejects(write(), (error) => UserError.is(error, 'not-writable'));
      }
      const [warning] = (await project.resume('test')).warnings;
      assert.match(warning ? render(warning) : '', /^SESSION_START.*Check its permissions\.$/);
    } finally {
      project.dispose();
    }
  });
});
