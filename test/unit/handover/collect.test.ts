import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HandoverPlan } from '../../../src/core/handover/handoverReports';
import { createProject, type Project } from '../../../src/core/project';
import { silentLogger } from '../../../src/core/support/logger';
import { work } from '../../support/agentSession';
import { useScratchFolder } from '../../support/scratchFolder';
import { workRepository } from '../../support/workRepository';

const token = `ghp_${'aB3dE5fG7h'.repeat(3)}aB3dE5`;

describe('What is collected before a handover', () => {
  const scratch = useScratchFolder();

  const root = (...parts: string[]) => scratch('project', ...parts);
  const write = (file: string, content: string | object) => {
    mkdirSync(path.dirname(root(file)), { recursive: true });
    writeFileSync(root(file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const inRepository = () => workRepository(root());
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  /** `minutes`: by how much its clock is ahead. */
  async function plan(env: NodeJS.ProcessEnv = {}, minutes = 0): Promise<HandoverPlan> {
    return inProject((project) => project.planHandover(), env, minutes);
  }

  async function inProject<T>(
    action: (project: Project) => Promise<T>,
    env: NodeJS.ProcessEnv = {},
    minutes = 0,
  ): Promise<T> {
    mkdirSync(root(), { recursive: true });
    const project = createProject({
      root: root(),
      home: tmpdir(),
      env: { PATH: process.env.PATH, BATON_HOME: scratch('data'), ...env },
      host: 'test',
      logger: silentLogger,
      now: () => new Date(Date.now() + minutes * 60_000),
    });
    try {
      return await action(project);
    } finally {
      project.dispose();
    }
  }

  const context = (more: object = {}) => ({
    meta: { saved_at: minutesAgo(1), agent: 'claude', project: root() },
    goal: { original_request: 'ログイン画面を作る', current_objective: 'パスワードを確認する' },
    progress: { done: ['フォームを描いた'], current: ['テストを書く'], pending: [] },
    decisions: [
      { what: 'Keep sessions in Redis', why: 'It survives a restart' },
      { what: 'How to hash? → argon2', rejected: ['bcrypt'] },
    ],
    discoveries: [{ file: 'src/login.ts', insight: 'compares the password with itself' }],
    state: { errors: ['npm test (exit code 1): 2 failing'] },
    ...more,
  });

  it('is empty, and no failure, in a folder without anything', async () => {
    const found = await plan();
    assert.deepEqual(found.facts, {
      git: undefined,
      pipeline: { specs: [], waves: [], isActive: false, next: undefined },
      tests: [],
      steering: [],
      modifiedFiles: [],
      missing: [],
    });
    assert.equal(found.branch, undefined);
    assert.equal(found.current, undefined);
    assert.equal(found.archive, undefined);
    assert.match(found.date, /^\d{4}-\d{2}-\d{2}$/);
    for (const each of Object.values(found.suggested)) {
      assert.deepEqual(each, { text: '', from: [] });
    }
  });

  it('has commits and files since the last SESSION_END, and what is not committed', async () => {
    const work = inRepository();
    work.git('commit', '-q', '--allow-empty', '-m', 'since');
    write(
      '.sdd/handover/decisions.md',
      `[${minutesAgo(5)}] D1: SESSION_END | before\n- Context: x\n\n[${minutesAgo(0)}] D2: SESSION_START | now\n`,
    );
    work.write('src/new name.ts');
    work.git('add', '-A');
    work.git('commit', '-q', '-m', `Add the form ${token}`);
    work.write('README.md', 'changed\n');
    work.write('notes/a.md');
    const { facts, branch, suggested } = await plan();
    assert.equal(branch, 'feature/login');
    assert.deepEqual(
      facts.git?.commits.map(({ subject }) => subject),
      ['Add the form [secret: GitHub token]', 'since', 'first'],
    );
    assert.deepEqual(facts.git.uncommitted, ['README.md', 'notes/']);
    assert.deepEqual(facts.modifiedFiles, [
      'README.md',
      'notes/',
      'src/login.ts',
      'src/new name.ts',
    ]);
    assert.match(
      suggested.accomplished.text,
      /^- first \([0-9a-f]+\)\n- since \([0-9a-f]+\)\n- Add the form \[secret: GitHub token\] \([0-9a-f]+\)$/,
    );
    assert.deepEqual(suggested.accomplished.from, ['git']);
  });

  it('leaves out what was committed before', async () => {
    inRepository();
    write('.sdd/handover/decisions.md', `[${minutesAgo(-30)}] D1: SESSION_END | then\n`);
    const { facts } = await plan({}, 60);
    assert.deepEqual(facts.git?.commits, []);
    assert.equal((await plan()).facts.git?.commits.length, 1, 'a wrong clock hides nothing');
  });

  it('takes the words of the newest session, but none that was handed over', async () => {
    write('.claude/session-context.json', context());
    const { suggested } = await plan();
    assert.equal(suggested.goal.text, 'パスワードを確認する');
    assert.equal(suggested.nextAction.text, 'テストを書く');
    assert.equal(suggested.accomplished.text, '- フォームを描いた');
    assert.equal(
      suggested.warnings.text,
      '- src/login.ts: compares the password with itself\n- npm test (exit code 1): 2 failing',
    );
    assert.deepEqual(suggested.warnings.from, ['transcript']);
    write('.sdd/handover/decisions.md', `[${minutesAgo(0)}] D1: SESSION_END | done\n`);
    assert.equal((await plan()).suggested.goal.text, '');
  });

  it('prefers the session that asks', async () => {
    const session = 'aaaaaaaa-0001-4000-8000-000000000001';
    write('.claude/session-context.json', context());
    write(
      `.claude/state/contexts/${session}.json`,
      context({ goal: { current_objective: 'Mine' } }),
    );
    assert.equal((await plan({ CLAUDE_CODE_SESSION_ID: session })).suggested.goal.text, 'Mine');
  });

  it('tells decisions of this session from those that only the transcript shows', async () => {
    write('.claude/session-context.json', context());
    write(
      '.sdd/handover/decisions.md',
      [
        '[2026-01-14T10:00:00Z] D1: USER_DECISION | Of the day before',
        '[2026-01-15T10:00:00Z] D2: SESSION_START | start',
        '[2026-01-15T10:01:00Z] D3: USER_DECISION | Keep sessions in Redis',
        '[2026-01-15T10:02:00Z] D4: STEERING_EXCEPTION | No tests for the form',
        '- Steering-ref: tech.md',
        '',
      ].join('\n'),
    );
    const found = await plan();
    assert.deepEqual(
      found.decisions.map(({ id }) => id),
      ['D3', 'D4'],
    );
    assert.deepEqual(
      found.steeringExceptions.map(({ id }) => id),
      ['D4'],
    );
    assert.deepEqual(found.suggestedDecisions, [{ summary: 'How to hash? → argon2' }]);
  });

  it('is what one session knows, where that one hands over', async () => {
    inRepository();
    const id = 'aaaaaaaa-0001-4000-8000-000000000001';
    write('.claude/session-state.json', { working_on: 'Something else' });
    write('.claude/session-context.json', context());
    write(`.claude/state/contexts/${id}.json`, context({ goal: { current_objective: 'Saved' } }));
    const handOver = (transcript?: string) =>
      inProject((project) =>
        project.handoverTo('agent', { agent: 'claude', session: id, transcript }),
      );
    assert.match(await handOver(), /You take over[^]*## Goal\n\nSaved\n/);
    writeFileSync(scratch('t.jsonl'), work('Write the log-in form', root(), id).text());
    const text = await handOver(scratch('t.jsonl'));
    assert.match(text, /## Goal\n\nCheck the password\n/);
    assert.match(text, /## Next action\n\nCheck the password\n/);
    assert.match(text, /src\/login\.ts compares the password with itself/);
    assert.ok(!text.includes('Something else') && !text.includes('Saved'));
    assert.match(await inProject((project) => project.handoverTo('codex')), /Something else/);
  });

  it('tells a colleague how to resume, the goals, and which decision no longer holds', async () => {
    write(
      '.sdd/handover/session.md',
      '## Direction\n### Active Goals\n- Log in\n\n## Resume Instructions\n1. Read this file and the latest entries of decisions.md.\n2. Start the database\n',
    );
    write(
      '.sdd/handover/decisions.md',
      '[2026-01-15T10:00:00Z] D1: USER_DECISION | Redis\n- Reason: fast\n\n[2026-01-16T10:00:00Z] D2: USER_DECISION | SQLite\n- Supersedes: D1\n',
    );
    const text = await inProject((project) => project.handoverTo('colleague'));
    assert.match(text, /\n## How to resume\n\n2\. Start the database\n\n## Goals\n\n- Log in\n/);
    assert.match(
      text,
      /- D2 USER_DECISION: SQLite\n- D1 USER_DECISION: Redis \(superseded by D2\)\n/,
    );
  });

  it('carries all steps of the next action, as they are written', async () => {
    const steps = `1. Run it\n2. ${'look '.repeat(150)}twice\n   - and here`;
    write('.sdd/handover/session.md', `## Direction\n### Immediate Next Action\n${steps}\n`);
    assert.deepEqual((await plan()).suggested.nextAction, { text: steps, from: ['handover'] });
  });

  it('carries the words of session.md, and says where it will go', async () => {
    const text =
      '# Session Handover\r\n**Session Goal**: Log in\r\n\r\n## Direction\r\n### Immediate Next Action\r\nRun it\r\n### Warnings\r\n- Mind the gap\r\n- and the door\r\n\r\n## Session Context\r\n### Tone and Nuance\r\nIn a hurry\r\n\r\n## Accomplished\r\n- Old work\r\n';
    write('.sdd/handover/session.md', text);
    const { current, archive, suggested, date } = await plan();
    assert.equal(current, text);
    assert.equal(archive, `.sdd/handover/sessions/${date}.md`);
    assert.deepEqual(suggested.warnings, {
      text: '- Mind the gap\n- and the door',
      from: ['handover'],
    });
    assert.equal(suggested.tone.text, 'In a hurry');
    assert.equal(suggested.goal.text, 'Log in');
    assert.equal(suggested.nextAction.text, 'Run it');
    assert.equal(suggested.accomplished.text, '', 'a polished one is of the session before');
    write(`.sdd/handover/sessions/${date}.md`, 'there\n');
    assert.equal((await plan()).archive, `.sdd/handover/sessions/${date}-2.md`);
  });

  it('takes over what a draft of this session says', async () => {
    write(
      '.sdd/handover/session.md',
      '**Mode**: auto-draft\n\n## Accomplished\n1. Drew the form\n\n### Modified Files\n- a.ts\n',
    );
    assert.deepEqual((await plan()).suggested.accomplished, {
      text: '- Drew the form',
      from: ['handover'],
    });
  });

  it('asks the pipeline first for what is next', async () => {
    write('.sdd/specs/login/spec.yaml', 'phase: tasks-generated\nroadmap: {wave: 1}\n');
    write('.claude/session-context.json', context());
    const { suggested, facts } = await plan();
    assert.deepEqual(suggested.nextAction, { text: '/sdd-impl login', from: ['specs'] });
    assert.deepEqual(facts.pipeline.waves, [{ wave: '1', complete: 0, total: 1 }]);
  });

  it('knows the last word on each test from the blockers of this machine', async () => {
    const blocker = (command: string, more: object) => ({
      type: 'test_failure',
      description: `${command} fails`,
      evidence: { command },
      auto_detected: true,
      ...more,
    });
    const blockers = {
      open: [blocker('npm test', { last_seen_at: '2026-01-15T12:00:00Z' })],
      closed: [
        blocker('npm test', { closed_at: '2026-01-15T11:00:00Z', closed_by: 'npm test passed' }),
        blocker('tsc', { closed_at: '2026-01-15T13:00:00Z', closed_by: 'tsc passed' }),
        blocker('jest', { closed_at: '2026-01-15T13:00:00Z', closed_by: 'solved by the user' }),
      ],
    };
    write('.claude/state/blockers.json', blockers);
    const { facts, suggested } = await plan();
    assert.deepEqual(
      facts.tests.map(({ command, passed }) => [command, passed]),
      [
        ['tsc', true],
        ['npm test', false],
      ],
    );
    assert.equal(suggested.warnings.text, '- npm test fails');
    const work = inRepository();
    work.git('add', '-f', '.claude/state/blockers.json');
    const other = await plan();
    assert.deepEqual(other.facts.tests, [], 'what the repository brought was run by others');
    assert.equal(other.suggested.warnings.text, '');
  });

  it('knows which steering files changed, by git and by their time', async () => {
    const work = inRepository();
    work.write('.sdd/project/steering/tech.md');
    work.write('.sdd/steering/deep/er/old.md');
    work.write('CLAUDE.md');
    work.git('add', '-A');
    work.git('commit', '-q', '-m', 'steering');
    write('.sdd/handover/decisions.md', `[${minutesAgo(-30)}] D1: SESSION_END | x\n`);
    work.write('.sdd/project/steering/tech.md', 'changed\n');
    work.write('.kiro/steering/new.md');
    work.write('.gitignore', '.claude/\n');
    work.write('.claude/steering/own.md');
    work.write('.claude/steering/before.md');
    const later = new Date(Date.now() + 45 * 60_000);
    utimesSync(root('.claude/steering/own.md'), later, later);
    assert.deepEqual((await plan({}, 60)).facts.steering, [
      '.claude/steering/own.md',
      '.kiro/steering/new.md',
      '.sdd/project/steering/tech.md',
    ]);
  });

  it('goes without what cannot be had, and names it', async () => {
    const work = inRepository();
    write('.claude/session-context.json', context());
    write('.sdd/specs/broken/spec.yaml', 'phase: [\n');
    mkdirSync(root('.sdd/handover'), { recursive: true });
    writeFileSync(scratch('elsewhere.md'), 'secret\n');
    symlinkSync(scratch('elsewhere.md'), root('.sdd/handover/session.md'));
    work.git('config', 'core.bare', 'true');
    const { facts, current, suggested } = await plan();
    assert.equal(current, undefined);
    assert.equal(suggested.goal.text, 'パスワードを確認する');
    assert.deepEqual([...new Set(facts.missing.map(({ what }) => what))].sort(), [
      'git',
      'handover',
      'specs',
    ]);
    rmSync(root('.git'), { recursive: true });
    assert.ok(!(await plan()).facts.missing.some(({ what }) => what === 'git'));
  });

  it('has neither secrets nor control characters of others', async () => {
    write(
      '.claude/session-context.json',
      context({
        goal: { current_objective: `Use ${token}\u001B[31m\nnow` },
        progress: { done: [`export API_TOKEN=hunter2hunter2 ${'x'.repeat(5_000)}`] },
      }),
    );
    const { suggested } = await plan();
    assert.equal(suggested.goal.text, 'Use [secret: GitHub token] now');
    assert.ok(!suggested.accomplished.text.includes('hunter2'), suggested.accomplished.text);
    assert.ok(suggested.accomplished.text.length < 400);
  });
});
