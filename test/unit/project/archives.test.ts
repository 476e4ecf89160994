import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createProject } from '../../../src/core/project';
import { isEmpty } from '../../../src/core/snapshot';
import { silentLogger } from '../../../src/core/support/logger';
import { useScratchFolder } from '../../support/scratchFolder';

describe('archived handovers', () => {
  const scratch = useScratchFolder();
  const archive = (...parts: string[]) =>
    scratch('project', '.claude', 'sdd', 'handover', 'sessions', ...parts);
  const open = () =>
    createProject({
      root: scratch('project'),
      home: tmpdir(),
      env: process.env,
      host: 'test',
      logger: silentLogger,
      now: () => new Date('2026-01-15T15:00:00Z'),
    });
  const names = async () => (await open().refresh()).archives.map(({ name }) => name);

  beforeEach(() => {
    mkdirSync(archive(), { recursive: true });
  });

  it('are listed the newest first, by date and then by count', async () => {
    const all = ['2026-01-09.md', '2026-01-10.md', '2026-01-10-2.md', '2026-01-10-10.md', 'b.md'];
    for (const name of [...all, 'a.md', 'notes.txt']) {
      writeFileSync(archive(name), '# Session Handover\n');
    }
    assert.deepEqual(await names(), [
      '2026-01-10-10',
      '2026-01-10-2',
      '2026-01-10',
      '2026-01-09',
      'a',
      'b',
    ]);
    assert.equal(isEmpty(await open().refresh()), false);
  });

  it('come and go with their files, and are the same while nothing changed', async () => {
    writeFileSync(archive('2026-01-09.md'), 'a');
    const project = open();
    const { archives } = await project.refresh();
    assert.equal((await project.refresh()).archives, archives);
    writeFileSync(archive('2026-01-10.md'), 'b');
    assert.equal((await project.refresh()).archives.length, 2);
    rmSync(archive('2026-01-09.md'));
    const { archives: last } = await project.refresh();
    assert.deepEqual(last, [
      { file: archive('2026-01-10.md'), name: '2026-01-10', date: '2026-01-10' },
    ]);
  });

  it('are plain files: no links, folders or pipes', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    writeFileSync(scratch('secret.md'), 'secret');
    symlinkSync(scratch('secret.md'), archive('2026-01-10.md'));
    mkdirSync(archive('2026-01-11.md'));
    execFileSync('mkfifo', [archive('2026-01-12.md')]);
    writeFileSync(archive('2026-01-09.md'), 'a');
    assert.deepEqual(await names(), ['2026-01-09']);
  });

  it('are not looked for outside the project', async () => {
    rmSync(archive(), { recursive: true });
    mkdirSync(scratch('elsewhere'));
    writeFileSync(scratch('elsewhere', '2026-01-10.md'), 'a');
    symlinkSync(scratch('elsewhere'), archive());
    const { archives, problems } = await open().refresh();
    assert.deepEqual(archives, []);
    assert.deepEqual(
      problems.map(({ file, code }) => `${file} ${code}`),
      ['.claude/sdd/handover/sessions outside-project'],
    );
  });
});
