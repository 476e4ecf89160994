import assert from 'node:assert/strict';
import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { commitAll, git, initRepository } from '../../support/git';
import { generated } from '../../support/secretSamples';
import { handover, useSearchProject } from '../../support/searchProject';

const decisions = `# Decisions

[2026-11-10T08:00:00Z] D11: USER_DECISION | Keep the tokens in memory
- Decision: No cookies

[2026-11-11T08:00:00Z] D12: DIRECTION_CHANGE | Backpressure for the queue
- Decision: Wait before the next batch
- Reason: The queue ran full
`;

describe('search', function () {
  this.timeout(60_000);
  const { root, scratch, write, tell, lines, find, names, put } = useSearchProject();

  it('finds words in handovers, decisions, contexts and transcripts, at their line', async () => {
    write(`${handover}/session.md`, '# Handover\n\nThe queue needs backpressure.\n');
    write(`${handover}/decisions.md`, decisions);
    write(`${handover}/sessions/2026-11-01.md`, '# Old\n\n\nbackpressure, too\n');
    write(
      '.claude/state/contexts/aaaaaaaa-0001.json',
      JSON.stringify({ goal: { current_objective: 'Add backpressure' } }, null, 2),
    );
    tell(7, lines(7).prompt('Please hurry').says('I added\nthe backpressure to src/core/queue.ts'));
    const { results, total, index } = await find('Backpressure');
    assert.deepEqual(
      results.map(({ kind, file, line }) => `${kind} ${path.basename(file)}:${line}`).toSorted(),
      [
        'contexts aaaaaaaa-0001.json:3',
        'decisions decisions.md:6',
        'handover 2026-11-01.md:4',
        'handover session.md:3',
        'transcripts 00000007-0000-4000-8000-000000000000.jsonl:2',
      ],
    );
    assert.equal(total, 5);
    assert.equal(index.files, 5);
    const [decision] = results.filter(({ kind }) => kind === 'decisions');
    assert.equal(decision?.title, 'D12: DIRECTION_CHANGE | Backpressure for the queue');
    const [context] = results.filter(({ kind }) => kind === 'contexts');
    assert.equal(context?.title, 'Add backpressure');
    assert.equal(decision.at, '2026-11-11T08:00:00.000Z');
    const [said] = results.filter(({ kind }) => kind === 'transcripts');
    assert.deepEqual(
      { agent: said?.agent, excerpt: said?.excerpt, title: said?.title },
      {
        agent: 'claude',
        excerpt: 'the backpressure to src/core/queue.ts',
        title: 'Please hurry',
      },
    );
  });

  it('finds names whole, by their parts and by their beginning', async () => {
    tell(1, lines(1).prompt('see useSessionStore in src/core/save.ts').says('D12'));
    tell(2, lines(2).prompt('ERR_MODULE_NOT_FOUND').says('well'));
    for (const [typed, found] of [
      ['useSessionStore', ['1:1']],
      ['usesession', ['1:1']],
      ['store', ['1:1']],
      ['core/save.ts', ['1:1']],
      ['save.ts', ['1:1']],
      ['d12', ['1:2']],
      ['not_found', ['2:1']],
      ['module', ['2:1']],
      ['ave.ts', []],
      ['core/load.ts', []],
    ] as const) {
      assert.deepEqual(await names(typed), found, typed);
    }
  });

  it('finds long names whole, by every part and by nothing that only begins alike', async () => {
    const folder = 'src/main/java/com/example/myproject/service/impl';
    write(`${handover}/sessions/a.md`, `see ${folder}/UserServiceImplTest.java\n`);
    write(`${handover}/sessions/b.md`, `see ${folder}/Other.java\n`);
    for (const typed of [
      `${folder}/UserServiceImplTest.java`,
      'service/impl/UserServiceImplTest.java',
      'UserServiceImplTest.java',
      'implTest.java',
    ]) {
      assert.deepEqual(await names(typed), ['sessions/a.md:1'], typed);
    }
    assert.equal((await find('java')).total, 2);
  });

  it('leads to where the word begins, not to where it is within another', async () => {
    write(`${handover}/session.md`, '# Title\n\nWe support imports.\n\nThe serverPort is 80.\n');
    const said = lines(1).prompt('go').says('the report is in').says('a\nsupport, and a port');
    tell(1, said);
    assert.deepEqual((await names('port')).toSorted(), ['1:3', 'session.md:5']);
    assert.deepEqual(await names('"upport im"'), []);
    assert.deepEqual(await names('"support im"'), ['session.md:3']);
    const long = `${'support '.repeat(100)}port ${'word '.repeat(100)}`;
    write(`${handover}/session.md`, `${long}\n`);
    const [found] = (await find('port', { kinds: ['handover'] })).results;
    assert.match(found?.excerpt ?? '', /^…(?:support )+port word/);
  });

  it('counts the lines of what it does not show', async () => {
    const key = [
      '-----BEGIN RSA PRIVATE KEY-----',
      ...Array.from({ length: 10 }, () => generated(64)),
      '-----END RSA PRIVATE KEY-----',
    ].join('\n');
    write(`${handover}/session.md`, `# Title\n${key}\nneedle\n`);
    const first = '[2026-11-10T08:00:00Z] D1: USER_DECISION | First';
    const second = '[2026-11-11T08:00:00Z] D2: USER_DECISION | needle';
    write(`${handover}/decisions.md`, `${first}\n${key}\n\n${second}\n`);
    assert.deepEqual((await names('needle')).toSorted(), ['decisions.md:15', 'session.md:14']);
  });

  it('reads a saved context as it says it, not as it is written', async () => {
    write(
      '.claude/state/contexts/aaaaaaaa-0001.json',
      JSON.stringify({ goal: { current_objective: 'first line\nsecond "quoted" line' } }, null, 2),
    );
    const [found] = (await find('"line second"')).results;
    assert.equal(found?.line, 3);
    assert.equal((await find('quoted')).results[0]?.excerpt, 'second "quoted" line"');
  });

  it('finds Korean and Japanese inside of longer runs', async () => {
    write(`${handover}/sessions/a.md`, '前回の引き継ぎ資料\n');
    write(`${handover}/sessions/b.md`, '이번세션을 이어서\n');
    write(`${handover}/sessions/c.md`, '引きは継ぎき継\n');
    assert.deepEqual(await names('引き継ぎ'), ['sessions/a.md:1']);
    assert.deepEqual(await names('세션'), ['sessions/b.md:1']);
    assert.deepEqual(await names('料'), ['sessions/a.md:1']);
  });

  it('wants all words in one turn or document, and phrases as they stand', async () => {
    tell(1, lines(1).prompt('alpha first').says('beta').prompt('gamma').says('delta alpha'));
    write(`${handover}/sessions/a.md`, 'alpha\n\ngamma\n');
    assert.deepEqual((await names('alpha beta')).toSorted(), ['1:1']);
    assert.deepEqual((await names('alpha gamma')).toSorted(), ['1:3', 'sessions/a.md:1']);
    assert.deepEqual(await names('beta gamma'), []);
    assert.deepEqual(await names('"delta alpha"'), ['1:4']);
    tell(2, lines(2).prompt('omega psi').prompt('psi omega').prompt('omega, psi'));
    assert.equal((await find('omega psi')).results[0]?.matches, 3);
    assert.equal((await find('"psi omega"')).results[0]?.matches, 1);
    assert.deepEqual(await names('"alpha delta"'), []);
    assert.deepEqual(await names('"alpha gamma"'), ['sessions/a.md:1']);
  });

  it('puts new before old, more before less and decisions before tool output', async () => {
    write(`${handover}/sessions/2026-01-01.md`, 'needle\n');
    write(`${handover}/sessions/2026-11-17.md`, 'needle\n');
    assert.deepEqual(await names('needle'), [
      'sessions/2026-11-17.md:1',
      'sessions/2026-01-01.md:1',
    ]);
    write(`${handover}/sessions/2026-11-17-2.md`, 'needle needle needle\n');
    assert.equal((await names('needle'))[0], 'sessions/2026-11-17-2.md:1');
    write(`${handover}/decisions.md`, decisions.replace('No cookies', 'haystack'));
    const at = { timestamp: '2026-11-10T08:00:00Z' };
    tell(1, lines(1).prompt('go').uses('toolu_1', 'Bash', { command: 'echo haystack' }, at));
    assert.deepEqual(
      (await find('haystack')).results.map(({ kind }) => kind),
      ['decisions', 'transcripts'],
    );
    assert.deepEqual(await names('needle'), await names('needle'));
  });

  it('looks only where it is told, and counts what it does not show', async () => {
    write(`${handover}/sessions/a.md`, 'needle\n');
    write(`${handover}/sessions/b.md`, 'needle\n');
    tell(1, lines(1).prompt('needle'));
    assert.deepEqual(await names('needle', { kinds: ['transcripts'] }), ['1:1']);
    const { results, total, files } = await find('needle', { limit: 1 });
    assert.deepEqual([results.length, total, files().length], [1, 3, 3]);
  });

  it('neither keeps nor shows a secret', async () => {
    const secret = `ghp_${generated(36)}`;
    write(`${handover}/session.md`, `needle token ${secret}\n`);
    tell(1, lines(1).prompt(`needle key ${secret}`));
    const report = await find('needle');
    assert.ok(!JSON.stringify(report).includes(secret.slice(4, 30)));
    assert.match(report.results[0]?.excerpt ?? '', /\[secret: GitHub/);
    assert.deepEqual(await names(secret), []);
    // What is not shown of it must not hide it.
    const hidden = `${secret.slice(0, 20)}\u001B[0m${secret.slice(20)}`;
    write(`${handover}/session.md`, `needle token ${hidden}\n`);
    write('.claude/state/contexts/a.json', JSON.stringify({ goal: `needle ${hidden}` }));
    tell(1, lines(1).prompt(`needle key ${hidden}`));
    assert.ok(!JSON.stringify(await find('needle')).includes(secret.slice(4, 30)));
    for (const file of readdirSync(report.index.folder, { withFileTypes: true })) {
      const bytes = file.isFile() && readFileSync(path.join(report.index.folder, file.name));
      assert.ok(!bytes || !bytes.includes(secret.toLowerCase().slice(4, 30)), file.name);
    }
  });

  it('is for nobody else to read, and leaves nothing in the project', async () => {
    write(`${handover}/session.md`, 'needle\n');
    const { index } = await find('needle');
    assert.ok(index.folder.startsWith(scratch('data', 'projects')));
    assert.equal(statSync(index.folder).mode & 0o777, 0o700);
    for (const name of readdirSync(index.folder)) {
      const { mode } = statSync(path.join(index.folder, name));
      assert.equal(mode & 0o077 & (name === 'lock' ? 0 : 0o777), 0, name);
    }
    assert.deepEqual(readdirSync(root()), ['.claude']);
  });

  it('shows nothing of other projects', async () => {
    const other = scratch('project-2');
    mkdirSync(other);
    tell(1, lines(1).prompt('needle of ours'));
    tell(2, lines(2).prompt('needle of theirs'), other);
    // Another project whose folder has the same name in the store.
    const alike = scratch('project', 'x').replace('project/x', 'project-x');
    tell(3, lines(3).prompt('needle of some'), alike);
    assert.deepEqual(await names('needle'), ['1:1']);
    assert.equal((await find('needle', {}, other)).total, 1);
  });

  it('notices words in a transcript that had none, and one that goes', async () => {
    write(`${handover}/session.md`, 'needle\n');
    tell(2, lines(2).prompt('needle'));
    // Without a word of anybody.
    tell(3, lines(3).line({ type: 'mode', mode: 'plan' }));
    for (let time = 0; time < 3; time++) {
      assert.deepEqual((await names('needle')).toSorted(), ['2:1', 'session.md:1']);
      // What was written just now is looked at again.
      await delay(150);
    }
    tell(3, lines(3).line({ type: 'mode', mode: 'plan' }).prompt('needle'));
    assert.deepEqual((await names('needle')).toSorted(), ['2:1', '3:2', 'session.md:1']);
    rmSync((await find('needle')).files().find((file) => file.includes('00000002-')) ?? '');
    assert.deepEqual((await names('needle')).toSorted(), ['3:2', 'session.md:1']);
  });

  it('finds what was said in a working tree that is gone, however often it is asked', async () => {
    initRepository(root());
    commitAll(root(), 'Begin');
    // What is kept of it is kept under its id, in all its working trees.
    write('.git/baton-id', '0b1e2d3c-4a5b-4c6d-8e7f-901234567890\n');
    write(`${handover}/session.md`, 'needle\n');
    tell(2, lines(2).prompt('needle'));
    const asked = async () => {
      await delay(150);
      return (await names('needle')).toSorted();
    };
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await asked(), ['2:1', 'session.md:1']);
    }
    const tree = scratch('tree');
    git(root(), 'worktree', 'add', '-q', tree);
    tell(3, lines(3).prompt('needle'), tree);
    await find('needle', {}, tree);
    git(root(), 'worktree', 'remove', '--force', tree);
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await asked(), ['2:1', '3:1', 'session.md:1']);
    }
  });

  it('follows no link out of the project', async () => {
    put(scratch('outside', 'secret.md'), 'needle\n');
    mkdirSync(root(handover), { recursive: true });
    symlinkSync(scratch('outside'), root(handover, 'sessions'));
    symlinkSync(scratch('outside', 'secret.md'), root(handover, 'session.md'));
    assert.deepEqual(await names('needle'), []);
  });

  it('shows what is hostile as plain text', async () => {
    const text = 'needle \u001B[31mred\u0007 \u202Eevil [x](command:rm) $(touch x)';
    write(`${handover}/sessions/a\u001B.md`, 'needle\n');
    write(`${handover}/sessions/b.md`, `${text}\n`);
    tell(1, lines(1).prompt(text).raw('{"broken').raw('null').raw('[]').raw('\u0000'));
    const { results } = await find('needle');
    assert.deepEqual(results.length, 2);
    for (const { excerpt, title } of results) {
      // eslint-disable-next-line no-control-regex
      assert.doesNotMatch(excerpt + title, /[\u0000-\u001F\u202E]/);
    }
    for (const typed of ['needle.*', '(((', 'a'.repeat(100_000), '__proto__', 'constructor "']) {
      await find(typed).catch((error: unknown) => {
        assert.equal((error as { reason?: string }).reason, 'usage');
      });
    }
    assert.deepEqual(await names('constructor'), []);
  });

  it('notices a change that leaves size and time as they were', async () => {
    const file = write(`${handover}/session.md`, 'needle\n');
    const { mtime } = statSync(file);
    assert.equal((await find('needle')).total, 1);
    write(`${handover}/session.md`, 'thread\n');
    utimesSync(file, mtime, mtime);
    assert.deepEqual([(await find('needle')).total, (await find('thread')).total], [0, 1]);
  });
});
