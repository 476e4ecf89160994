import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { firstSession, useAgentSessions, work } from '../../support/agentSession';
import { withLock } from '../../../src/core/stores/lock';
import { json } from '../../support/baton';
import { usePseudoTerminals } from '../../support/pseudoTerminal';

interface Found {
  readonly results: readonly Record<string, unknown>[];
  readonly files?: readonly string[];
  readonly total: number;
  readonly index: {
    readonly folder: string;
    readonly files: number;
    readonly bytes: number;
    readonly updatedAt: string;
  };
}

// The built command line, over what a project and the store of Claude Code have.
describe('baton search', function () {
  this.timeout(60_000);
  const { scratch, root, run, repository, handOver } = useAgentSessions();
  const file = () =>
    scratch(
      ...['home', '.claude', 'projects', root().replace(/[^A-Za-z0-9]/g, '-')],
      `${firstSession}.jsonl`,
    );
  const prepare = () => {
    repository();
    handOver();
    mkdirSync(path.dirname(file()), { recursive: true });
    writeFileSync(
      file(),
      work('Log in with a password', root()).text().replaceAll('/home/dev/demo-app', root()),
    );
  };
  const open = usePseudoTerminals();
  const find = (...args: string[]) => json<Found>(run(['search', ...args, '--json']));

  it('prints what it found, where and in which words', () => {
    prepare();
    const { stdout, stderr, code } = run(['search', 'password']);
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
    assert.match(stdout, /\n {4}Handover · [^\n]* · \.claude\/sdd\/handover\/session\.md:2\n/);
    assert.match(stdout, /\n {4}\*\*Session Goal\*\*: Log in with a password\n/);
    assert.match(stdout, /^Log in with a password\n {4}Transcript · claude · /m);
    const { results, total, index } = find('password');
    assert.equal(total, 2);
    assert.equal(index.files, 3);
    assert.ok(index.bytes > 0 && Date.parse(index.updatedAt) > 0);
    const said = results.find(({ kind }) => kind === 'transcripts');
    assert.deepEqual(
      [said?.path, said?.line, said?.agent, said?.session, said?.title, said?.excerpt],
      [file(), 1, 'claude', firstSession, 'Log in with a password', 'Log in with a password'],
    );
    assert.equal(typeof said?.score, 'number');
  });

  it('takes several words, phrases, kinds and a limit', () => {
    prepare();
    assert.equal(find('log', 'password').total, 2);
    assert.equal(find('log in with').total, 2);
    assert.equal(find('with log in').total, 0);
    assert.deepEqual(
      find('--in', 'decisions, contexts', 'cookies').results.map(({ path: at, line }) => [
        at,
        line,
      ]),
      [['.claude/sdd/handover/decisions.md', 1]],
    );
    const { results, total } = find('password', '--limit', '1');
    assert.deepEqual([results.length, total], [1, 2]);
    assert.match(run(['search', 'password', '--limit', '1']).stdout, /\n1 more: add --limit 2 /);
    assert.deepEqual(find('--files', 'password').files?.toSorted(), [
      '.claude/sdd/handover/session.md',
      file(),
    ]);
    assert.equal(
      run(['search', '--files', 'cookies']).stdout,
      '.claude/sdd/handover/decisions.md\n',
    );
  });

  it('says in a terminal that it waits for another one that reads for the first time', async () => {
    prepare();
    const { folder } = find('password').index;
    rmSync(path.join(folder, 'index'));
    const env = { PATH: process.env.PATH, HOME: scratch('home'), LANG: 'C.UTF-8' };
    const data = path.resolve(folder, '..', '..', '..');
    const terminal = await withLock(path.join(folder, 'lock'), async () => {
      const started = open({
        command: [process.execPath, path.resolve('dist/cli.js'), 'search', 'password'],
        cwd: root(),
        env: { ...env, BATON_HOME: data },
      });
      await started.shows('Waiting for another search, which is reading what is new.');
      return started;
    });
    await terminal.shows('Log in with a password');
    assert.equal(await terminal.ended, 0);
  });

  it('finds nothing, and says so', () => {
    prepare();
    const { stdout, code } = run(['search', 'zebra']);
    assert.deepEqual([stdout, code], ['Nothing here has these words.\n', 0]);
    assert.deepEqual(find('zebra').results, []);
  });

  it('says what is wrong', () => {
    prepare();
    for (const args of [
      [],
      ['***'],
      ['x', '--limit', '0'],
      ['x', '--in', 'mail'],
      ['--bad', 'x'],
    ]) {
      const { stderr, code } = run(['search', ...args]);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, /^baton: [^\n]+\n$/);
    }
    assert.match(run(['search', '--help']).stdout, /--in KINDS/);
    assert.match(run(['--help']).stdout, /\n {2}search +Find words/);
    const { stdout, code } = run(['--json', 'search', 'password']);
    assert.deepEqual([code, (JSON.parse(stdout) as Found).total], [0, 2]);
  });
});
