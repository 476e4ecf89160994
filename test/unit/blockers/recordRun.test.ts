import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { judgeRun } from '../../../src/core/detection/blockers/runScan';
import { enabledRoot } from '../../../src/core/enabledRoot';
import { useBlockerProject } from '../../support/blockerProject';
import { fails, passes } from '../../support/blockerRuns';
import { commitAll } from '../../support/git';
import { workRepository } from '../../support/workRepository';
import { generated } from '../../support/secretSamples';

describe('the life of a blocker', function () {
  this.timeout(120_000);
  const { open, repository, file, state, scratch, dataFolder } = useBlockerProject();

  it('begins with a failure, with its evidence, and ends when the same command passes', async () => {
    const project = open(repository().root);
    const { opened, closed } = await fails(project, 'npm test');
    assert.match(opened?.id ?? '', /^b-\d{13}-[0-9a-f]{6}$/);
    assert.deepEqual(closed, []);
    assert.deepEqual(file()?.open, [opened]);
    assert.equal(opened?.evidence?.command, 'npm test');
    assert.equal(opened.auto_detected, true);
    assert.equal(opened.recovery_attempted, 0);

    const passed = await passes(project, 'npm test');
    assert.deepEqual(file()?.open, []);
    assert.deepEqual(file()?.closed, passed.closed);
    const [over] = passed.closed;
    assert.equal(over?.closed_by, 'npm test passed');
    assert.equal(over.resolution, 'npm test passed');
    const stood = Date.parse(over.closed_at ?? '') - Date.parse(over.detected_at ?? '');
    assert.equal(over.stood_seconds, stood / 1000);
    assert.deepEqual((await project.refresh()).closedBlockers, passed.closed);
  });

  it('counts up when the same is seen again, with the newest evidence', async () => {
    const project = open(repository().root);
    const first = await fails(project, 'npm test');
    const { opened: other, counted } = await fails(project, 'npm test', {
      description: '2 tests failed',
    });
    assert.ok(counted && first.opened);
    assert.equal(other, undefined);
    assert.equal(counted.id, first.opened.id);
    assert.equal(counted.count, 2);
    assert.equal(counted.description, '2 tests failed');
    assert.equal(counted.detected_at, first.opened.detected_at);
    assert.ok((counted.last_seen_at ?? '') > (first.opened.last_seen_at ?? ''));
    assert.deepEqual(file()?.open, [counted]);
  });

  it('is another one when the command fails for another reason', async () => {
    const project = open(repository().root);
    await fails(project, 'npm test');
    const other = await fails(project, 'npm test', { type: 'dependency' });
    assert.equal(other.closed[0]?.closed_by, 'npm test now fails for another reason');
    assert.deepEqual(
      file()?.open.map(({ type }) => type),
      ['dependency'],
    );
  });

  it('is of one folder: the same command elsewhere neither counts nor closes', async () => {
    const work = repository();
    work.write('packages/a/package.json');
    const project = open(work.root);
    const cwd = path.join(work.root, 'packages/a');
    await fails(project, 'npm test', { cwd });
    await fails(project, 'npm test');
    assert.deepEqual(
      file()?.open.map(({ evidence }) => evidence?.cwd),
      ['packages/a', undefined],
    );
    await passes(project, 'npm test');
    await passes(project, 'npm test', { cwd: scratch() });
    assert.deepEqual(
      file()?.open.map(({ evidence }) => evidence?.cwd),
      ['packages/a'],
    );
  });

  it('is of the folder that the line changes into', async () => {
    const work = repository();
    work.write('web/package.json');
    const project = open(work.root);
    await fails(project, 'cd web && npm test');
    // Run again, it must change into that folder from the same place.
    assert.equal(file()?.open[0]?.evidence?.cwd, undefined);
    await passes(project, 'npm test');
    assert.equal(file()?.open.length, 1);
    await passes(project, 'npm test', { cwd: path.join(work.root, 'web') });
    assert.deepEqual(file()?.open, []);
    assert.deepEqual(await fails(project, 'cd .. && npm test'), { closed: [] });
  });

  it('is of that folder, too, where the shell has stayed in it', async () => {
    const work = repository();
    work.write('web/package.json');
    const project = open(work.root);
    await fails(project, 'cd web && npm test', { cwd: path.join(work.root, 'web') });
    await passes(project, 'cd web && npm test');
    assert.deepEqual(file()?.open, []);
  });

  it('is over when all tests pass, and stands when others of them do', async () => {
    const project = open(repository().root);
    const run = (command: string, exitCode: number, output: string) => {
      const seen = { command, exitCode, source: 'terminal' } as const;
      return project.recordRun({ ...seen, verdict: judgeRun(seen, output) });
    };
    await run('npx jest -t cart', 1, 'Tests:       1 failed, 1 total');
    await run('npx jest -t till', 0, 'Tests:       1 passed, 1 total');
    assert.equal(file()?.open.length, 1);
    await run('npx jest', 0, 'Tests:       9 passed, 9 total');
    assert.deepEqual(file()?.open, []);
    // There, no target is one package.
    await run('go test ./...', 1, 'FAIL\texample.com/cart\t0.01s');
    await run('go test', 0, 'ok  \texample.com/till\t0.01s');
    assert.equal(file()?.open.length, 1);
  });

  it('is not of this project when the command ran outside of it', async () => {
    const project = open(repository().root);
    assert.deepEqual(await fails(project, 'npm test', { cwd: scratch() }), { closed: [] });
    const inner = workRepository(scratch('project', 'vendor', 'inner'));
    const cwd = path.join(inner.root, '..', 'inner');
    assert.deepEqual(await fails(project, 'npm test', { cwd }), { closed: [] });
    assert.deepEqual(await fails(project, 'cd vendor/inner && npm test'), { closed: [] });
    assert.equal(file(), undefined);
  });

  it('leaves no trace of runs that prove nothing, or close nothing', async () => {
    const project = open(repository().root);
    await project.recordRun({
      verdict: { kind: 'unclear' },
      command: 'npm test',
      source: 'terminal',
    });
    await passes(project, 'npm test');
    assert.equal(existsSync(path.join(project.root, '.claude')), false);
    assert.equal(existsSync(dataFolder()), false);
  });

  it('is left to the person who wrote it down', async () => {
    const project = open(repository().root);
    const own = await project.reportBlocker({ description: 'npm test failed', source: 'user' });
    // Also where somebody wrote down which command it is about.
    const known = { ...own, command_key: 'npm test' };
    writeFileSync(pathOf('blockers'), JSON.stringify({ open: [known] }));
    await passes(project, 'npm test');
    assert.deepEqual(file()?.open, [known]);
    const closed = await project.solveBlocker(own.id ?? '', { note: 'asked the team' });
    assert.equal(closed.closed_by, 'solved by the user');
    assert.equal(closed.resolution, 'asked the team');
    assert.deepEqual(file()?.open, []);
    await assert.rejects(project.solveBlocker(own.id ?? ''), { reason: 'no-such-blocker' });
  });

  it('counts up when the same words are reported again, and can be put right', async () => {
    const project = open(repository().root);
    const report = { type: 'design_issue', description: 'No way to log out' } as const;
    const first = await project.reportBlocker({ ...report, source: 'agent' });
    assert.equal(first.auto_detected, true);
    const again = await project.reportBlocker({ ...report, source: 'agent' });
    assert.equal(again.count, 2);
    const edited = await project.editBlocker(first.id ?? '', { severity: 'low', type: 'other' });
    assert.deepEqual([edited.severity, edited.type, edited.id], ['low', 'other', first.id]);
    assert.deepEqual(file()?.open, [edited]);
    await assert.rejects(project.reportBlocker({ description: ' \n', source: 'user' }), {
      reason: 'description-missing',
    });
  });

  it('leaves a history of 200', async () => {
    const work = repository();
    const closed = Array.from({ length: 200 }, (_, i) => ({ id: `b-${i}`, description: `${i}` }));
    work.write('.claude/state/blockers.json', JSON.stringify({ version: 1, closed }));
    const project = open(work.root);
    const { id = '' } = await project.reportBlocker({ description: 'new', source: 'user' });
    await project.solveBlocker(id);
    assert.equal(file()?.closed.length, 200);
    assert.equal(file()?.closed[0]?.id, 'b-1');
    assert.equal((await project.refresh()).closedBlockers[0]?.description, 'new');
  });

  it('is written without secrets', async () => {
    const token = `ghp_${generated(36)}`;
    const project = open(repository().root);
    const command = `GITHUB_TOKEN=${token} npm test`;
    await fails(project, command, { description: `bad ${token}`, error_pattern: token });
    const written = readFileSync(project.snapshot?.paths.blockers ?? pathOf('blockers'), 'utf8');
    assert.doesNotMatch(written, new RegExp(token));
    assert.match(written, /\[secret: GitHub token\]/);
    // Nor is such a command kept to be run again.
    assert.equal(existsSync(dataFolder()), false);
    assert.equal((await passes(project, command)).closed.length, 1);
  });

  function pathOf(name: string): string {
    return scratch('project/.claude/state', `${name}.json`);
  }

  describe('in the session state', () => {
    it('is mirrored when there is one, and none is made', async () => {
      const work = repository();
      const project = open(work.root);
      await fails(project, 'npm test', { severity: 'low' });
      assert.equal(state(), undefined);
      work.write('.claude/session-state.json', JSON.stringify({ working_on: 'x', mine: 1 }));
      const { opened } = await fails(project, 'npm run build', { type: 'build_error' });
      assert.equal(state()?.blocker?.id, opened?.id);
      assert.equal(state()?.blockers?.length, 2);
      assert.equal((state() as { mine?: number }).mine, 1);
      await passes(project, 'npm run build');
      await passes(project, 'npm test');
      assert.deepEqual([state()?.blocker, state()?.blockers], [null, []]);
    });

    it('may be written by an agent that knows no ids: it is edited and closed once', async () => {
      const work = repository();
      const blocker = { type: 'other', severity: 'high', description: 'by an agent' };
      work.write('.claude/session-state.json', JSON.stringify({ blocker, mode: 'quick' }));
      const project = open(work.root);
      const edited = await project.editBlocker('by an agent', { description: 'in my words' });
      assert.deepEqual((await project.refresh()).blockers, [edited]);
      assert.deepEqual(state()?.blockers, [edited]);
      await project.solveBlocker(edited.id ?? '');
      assert.deepEqual((await project.refresh()).blockers, []);
      assert.equal(state()?.blocker, null);
    });

    it('does not come back from a mirror that lags behind', async () => {
      const work = repository();
      const project = open(work.root);
      work.write('.claude/session-state.json', JSON.stringify({ mode: 'quick' }));
      await fails(project, 'npm test');
      const before = readFileSync(path.join(work.root, '.claude/session-state.json'));
      await passes(project, 'npm test');
      // As a process leaves it that was killed between the two files.
      writeFileSync(path.join(work.root, '.claude/session-state.json'), before);
      assert.deepEqual((await project.refresh()).blockers, []);
      await fails(project, 'make');
      assert.equal(state()?.blockers?.length, 1);
    });

    it('stays as it is where git tracks it', async () => {
      const work = repository();
      work.write('.claude/session-state.json', '{"mode": "quick"}');
      commitAll(work.root);
      await fails(open(work.root), 'npm test');
      assert.deepEqual(state(), { mode: 'quick' });
      assert.equal(file()?.open.length, 1);
    });
  });

  describe('on this machine', () => {
    it('is noted in a journal that only the user can read, by an id in the repository', async () => {
      const work = repository();
      mkdirSync(path.join(work.root, 'sub'));
      const project = open(work.root);
      await fails(project, 'npm test', { cwd: path.join(work.root, 'sub') });
      await fails(project, 'make');
      await fails(project, 'npm test', { cwd: path.join(work.root, 'sub') });
      const id = readFileSync(path.join(work.root, '.git/baton-id'), 'utf8').trim();
      const folder = dataFolder('projects', id);
      const journal = JSON.parse(readFileSync(path.join(folder, 'runs.json'), 'utf8')) as {
        runs: { command: string; cwd: string }[];
      };
      assert.deepEqual(
        journal.runs.map(({ command, cwd }) => [command, cwd]),
        [
          ['make', ''],
          ['npm test', 'sub'],
        ],
      );
      assert.equal(statSync(dataFolder()).mode & 0o777, 0o700);
      assert.equal(existsSync(dataFolder('enabled.json')), false);
    });

    it('has its id beside the state where there is no repository of its own', async () => {
      mkdirSync(scratch('plain'));
      const project = open(scratch('plain'));
      await fails(project, 'npm test');
      assert.match(
        readFileSync(scratch('plain/.claude/state/project-id'), 'utf8'),
        /^[0-9a-f-]{36}\n$/,
      );
    });
  });
});

describe('a blocker that VS Code records', () => {
  const { open, repository, dataFolder, scratch } = useBlockerProject('vscode');

  it('can be enabled for agents before anything fails, without a trace in the folder', async () => {
    const work = repository();
    const project = open(work.root);
    await project.enableForAgents();
    await project.enableForAgents();
    assert.equal(existsSync(path.join(work.root, '.git', 'baton-id')), false);
    assert.equal(existsSync(path.join(work.root, '.claude')), false);
    const file = JSON.parse(readFileSync(dataFolder('enabled.json'), 'utf8')) as {
      projects: { id?: string; root: string }[];
    };
    assert.deepEqual(
      file.projects.map(({ id, root }) => [id, root]),
      [[undefined, work.root]],
    );
    const place = { dataFolder: dataFolder(), home: scratch('home') };
    assert.equal(enabledRoot(work.root, place), work.root);
    // It stays so when it gets its id.
    await fails(project, 'npm test');
    assert.equal(enabledRoot(work.root, place), work.root);
    assert.equal(enabledRoot(scratch(), place), undefined);
  });

  it('enables hooks in its project, once', async () => {
    const work = repository();
    const project = open(work.root);
    await fails(project, 'npm test');
    await fails(project, 'make');
    const { projects } = JSON.parse(readFileSync(dataFolder('enabled.json'), 'utf8')) as {
      projects: { id: string; root: string }[];
    };
    const id = readFileSync(path.join(work.root, '.git/baton-id'), 'utf8').trim();
    assert.deepEqual(
      projects.map(({ id, root }) => [id, root]),
      [[id, work.root]],
    );
  });
});

describe('a blocker that the command line records', () => {
  const { open, repository, dataFolder } = useBlockerProject('cli');

  it('is not noted as run on the word of an agent', async () => {
    const { root } = repository();
    await fails(open(root, { AI_AGENT: 'claude-code_2-1-325_agent' }), 'npm test');
    await fails(open(root, { GEMINI_CLI: '1' }), 'npm test');
    assert.equal(existsSync(dataFolder()), false);
    await fails(open(root, { AI_AGENT: 'claude-code_2-1-325_harness' }), 'npm test');
    assert.equal(existsSync(dataFolder()), true);
  });
});
