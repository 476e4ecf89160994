import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import type { FileOnDisk } from '../../support/blockerProject';
import { commitAll } from '../../support/git';
import { generated } from '../../support/secretSamples';

const failing = 'Tests:       2 failed, 3 passed, 5 total\n';

interface Failed {
  readonly error: { readonly reason: string; readonly message: string };
}

describe('baton blocker', function () {
  this.timeout(120_000);
  const { run, repository, root, blocker, detect, file, sawFail, dataFolder, scratch } =
    useBlockerCommandLine();

  it('detects what blocks the work, and writes nothing', () => {
    const work = repository();
    const { blocker: found } = detect('npm test', 1, failing);
    assert.equal(found?.type, 'test_failure');
    assert.equal(found.severity, 'high');
    assert.equal(found.evidence?.command, 'npm test');
    assert.equal(found.evidence.exit_code, 1);
    assert.equal(found.recovery_agent, 'tester');
    assert.deepEqual(detect('npm test', 0, 'Tests: 5 passed, 5 total\n'), { blocker: null });
    assert.equal(existsSync(root('.claude')), false);
    assert.deepEqual(work.status(), []);
  });

  it('records it, counts it up, and closes it', () => {
    repository();
    const first = detect('npm test', 1, failing, '--record');
    assert.equal(first.opened?.type, 'test_failure');
    assert.equal(first.counted, null);
    assert.equal(detect('npm test', 1, failing, '--record').counted?.count, 2);
    const passed = detect('npm test', 0, 'Tests: 5 passed\n', '--record');
    assert.equal(passed.blocker, null);
    assert.equal(passed.closed?.[0]?.closed_by, 'npm test passed');
    const { open, closed } = blocker<FileOnDisk>('list');
    assert.deepEqual(open, []);
    assert.deepEqual(closed, file()?.closed);
  });

  it('takes its output as it comes, however long it is', () => {
    repository();
    const { blocker: found } = detect('npm test', 1, 'ok\n'.repeat(2_000_000) + failing);
    assert.equal(found?.type, 'test_failure');
  });

  it('keeps secrets out of what it prints', () => {
    repository();
    const token = `ghp_${generated(36)}`;
    const done = detect(`TOKEN=${token} npm test`, 1, `${failing}${token}\n`);
    assert.doesNotMatch(JSON.stringify(done), new RegExp(token));
  });

  it('adds, edits and solves, by id or the beginning of it', () => {
    repository();
    const added = blocker<{ blocker: { id: string; type: string; severity: string } }>(
      'add',
      'design_issue',
      'Nobody knows',
      'what it is for',
    ).blocker;
    assert.equal(added.type, 'design_issue');
    assert.equal(file()?.open[0]?.description, 'Nobody knows what it is for');
    assert.equal(file()?.open[0]?.auto_detected, false);
    blocker('edit', added.id, '--severity', 'critical', '--resolution', 'Ask');
    assert.equal(file()?.open[0]?.severity, 'critical');
    blocker('add', 'other words');
    const unclear = run(['blocker', 'solve', '--json']);
    assert.equal(json<{ error: { reason: string } }>(unclear).error.reason, 'which-blocker');
    blocker('solve', added.id.slice(0, -2), '--note', 'Asked');
    assert.equal(file()?.closed[0]?.resolution, 'Asked');
    blocker('solve');
    assert.deepEqual(file()?.open, []);
    assert.equal(run(['blocker', 'solve']).code, 1);
  });

  it('records a solved one as a decision when asked, after what is there', () => {
    const work = repository();
    const before = '[2026-01-15T10:30:00Z] D7: USER_DECISION | Use sessions\n- Reason: r';
    work.write('.sdd/handover/decisions.md', before);
    blocker('add', 'build_error', 'Qt6 is\nmissing');
    blocker('solve', '--decision', '--note', 'Installed it');
    const after = readFileSync(root('.sdd/handover/decisions.md'), 'utf8');
    assert.ok(after.startsWith(`${before}\n\n[`));
    const added = after.slice(before.length).trim().split('\n');
    assert.match(added[0] ?? '', /^\[\d{4}-.*Z\] D8: ESCALATION_RESOLVED \| Qt6 is$/);
    assert.deepEqual(
      added.slice(1).map((line) => line.split(':')[0]),
      ['- Context', '- Decision', '- Reason', '- Impact', '- Source'],
    );
    assert.equal(added[2], '- Decision: Installed it');
  });

  const escapes = '\u001b]0;owned\u0007\u009b31m\u202e';

  it('prints nothing that a terminal obeys, whatever the file says', () => {
    const work = repository();
    const id = `b-1${escapes}\nforged`;
    const odd = {
      id,
      type: 'other',
      description: escapes,
      recovery_agent: escapes,
      resolution: escapes,
      evidence: { command: `npm test${escapes}`, source: escapes, file: escapes, cwd: escapes },
    };
    const open = [odd, { ...odd, id: `b-1-other${escapes}` }];
    const text = JSON.stringify({ version: 1, open, closed: [{ ...odd, closed_by: escapes }] });
    for (const args of [['list'], ['solve', 'b-1'], ['solve', `x${escapes}`], ['recover', id]]) {
      work.write('.claude/state/blockers.json', text);
      for (const more of [[], ['--json']]) {
        const { stdout, stderr } = run(['blocker', ...args, ...more]);
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
        assert.doesNotMatch(stdout + stderr, /^forged/m);
      }
    }
  });

  for (const [name, content] of [
    ['is cut off', '{"version": 1, "open": [{"id"'],
    ['is too large', `{"version": 1, "x": "${'x'.repeat(9_000_000)}"}`],
  ] as const) {
    it(`does not take a file that ${name} for one without blockers`, () => {
      const work = repository();
      work.write('.claude/state/blockers.json', content);
      for (const args of [['list'], ['solve'], ['edit', '--type', 'other'], ['recover', '--yes']]) {
        const done = run(['blocker', ...args, '--json']);
        assert.equal(done.code, 1, args.join());
        const { error } = json<{ error: { message: string } }>(done);
        assert.match(error.message, /^\.claude\/state\/blockers\.json was not read\. /);
        assert.match(done.stderr, /blockers\.json was not read/);
      }
      assert.equal(readFileSync(root('.claude/state/blockers.json'), 'utf8'), content);
    });
  }

  for (const [command, secret] of [
    ['npm test --password hunter2', 'hunter2'],
    ['npm test --api-key kilo-lima', 'kilo-lima'],
    ['mysql -u root -pkilolima < x.sql && npm test', 'kilolima'],
    ['mysql -u root -pkilo&lima < x.sql && npm test', 'lima'],
    ['AWS_SECRET_ACCESS_KEY=kilolima npm test', 'kilolima'],
    ['DEPLOY_TOKEN=kilolima npm test', 'kilolima'],
  ] as const) {
    it(`keeps the secret of "${command}" out of its file and the journal`, () => {
      repository();
      sawFail(command, failing);
      assert.equal(file()?.open.length, 1);
      assert.doesNotMatch(JSON.stringify(file()), new RegExp(secret));
      assert.equal(existsSync(dataFolder('projects')), false);
    });
  }

  it('writes no half of a secret, and no control characters', () => {
    repository();
    const token = `ghp_${generated(36)}`;
    sawFail(`npm test${escapes}`, `FAIL ${'x'.repeat(180)} ${token}\n${failing}`);
    const text = JSON.stringify(file());
    assert.ok(!text.includes(token.slice(0, 10)));
    assert.ok(!text.includes('\\u001b') && !text.includes('\u009b'));
  });

  it('only counts up when words say what was detected', () => {
    repository();
    const { opened } = detect('npm test', 1, failing, '--record');
    const before = file()?.open[0];
    const again = run(['blocker', 'add', 'test_failure', opened?.description ?? '']);
    assert.match(again.stdout, /^It stood already: b-/);
    const [after, ...others] = file()?.open ?? [];
    assert.deepEqual(others, []);
    assert.deepEqual(after?.evidence, before?.evidence);
    assert.deepEqual([after?.count, after?.auto_detected], [2, true]);
    assert.equal(detect('npm test', 0, 'Tests: 5 passed\n', '--record').closed?.length, 1);
  });

  it('keeps what a person has put right when it fails again', () => {
    repository();
    detect('npm test', 1, failing, '--record');
    blocker('edit', '--description', 'The clock again', '--type', 'design_issue');
    const { opened, counted } = detect('npm test', 1, failing, '--record');
    assert.equal(opened, null);
    assert.deepEqual(
      [counted?.description, counted?.type, counted?.count],
      ['The clock again', 'design_issue', 2],
    );
    assert.equal(file()?.open.length, 1);
    assert.equal(detect('npm test', 0, 'Tests: 5 passed\n', '--record').closed?.length, 1);
  });

  it('closes one of two that were given the same id', () => {
    const work = repository();
    const open = ['first', 'second'].map((description) => ({
      id: 'b-1',
      type: 'other',
      description,
    }));
    work.write('.claude/state/blockers.json', JSON.stringify({ version: 1, open }));
    assert.equal(blocker<FileOnDisk>('list').open.length, 2);
    blocker('solve', 'b-1');
    assert.deepEqual(
      file()?.open.map(({ description }) => description),
      ['second'],
    );
  });

  it('leaves a file alone that git tracks, and says so', () => {
    const work = repository();
    work.write('.claude/state/blockers.json', '{"version": 1, "open": []}');
    work.git('add', '-f', '.claude');
    commitAll(work.root);
    const args = ['blocker', 'detect', '--record', '--command', 'npm test', '--exit-code', '1'];
    const done = run(args, {}, failing);
    assert.equal(done.code, 1);
    assert.match(done.stderr, /is committed in this repository/);
    assert.deepEqual(work.status(), []);
  });

  it('keeps 500 of those that were detected, and what a person wrote', () => {
    const work = repository();
    const open = Array.from({ length: 20_000 }, (_, index) => ({
      id: `b-${index}`,
      type: 'other',
      severity: index % 2 ? 'low' : 'high',
      description: `d${index}`,
      detected_at: new Date(index * 1000).toISOString(),
      auto_detected: index !== 1,
      command_key: 'npm test',
    }));
    work.write('.claude/state/blockers.json', JSON.stringify({ version: 1, open }));
    detect('pytest', 1, '1 failed in 0.01s\n', '--record');
    const left = file()?.open ?? [];
    assert.equal(left.length, 501);
    assert.ok(left.some(({ id }) => id === 'b-1') && left.some(({ id }) => id === 'b-19998'));
    assert.equal(file()?.closed[0]?.closed_by, 'too many');
  });

  it('shows no blockers of the main worktree as those of another', () => {
    const work = repository();
    run(['save']);
    detect('npm test', 1, failing, '--record');
    work.git('worktree', 'add', '-q', scratch('tree'), '-b', 'tree');
    const there = run(['blocker', 'list', '--json', '--cwd', scratch('tree')]);
    assert.deepEqual(json<FileOnDisk>(there).open, []);
    assert.equal(blocker<FileOnDisk>('list').open.length, 1);
  });

  it('answers in JSON, also where nothing is done', () => {
    repository();
    assert.equal(json<Failed>(run(['blocker', '--json'])).error.reason, 'usage');
    assert.deepEqual(json(run(['hook', 'Stop', '--json'], {}, '{}')), {});
    sawFail('npm test', failing);
    const planned = run(['blocker', 'recover', '--json']);
    assert.equal(planned.code, 1);
    assert.match(json<Failed>(planned).error.message, /Add --yes/);
  });

  const wrong: readonly (readonly [string[], string])[] = [
    [['blocker'], 'Usage'],
    [['blocker', 'nothing'], 'no "baton blocker nothing"'],
    [['blocker', 'add'], 'few words'],
    [['blocker', 'add', 'x', '--type', 'mystery'], 'one of build_error'],
    [['blocker', 'solve', 'a', 'b'], '"b" is one word too many'],
    [['blocker', 'detect', '--exit-code', '1'], '--command'],
    [['blocker', 'detect', '--command', 'x', '--exit-code', 'one'], 'whole number'],
    [['blocker', 'edit', 'x'], 'what to change'],
    [['status', 'x'], 'one word too many'],
  ];
  for (const [args, words] of wrong) {
    it(`refuses "${args.join(' ')}"`, () => {
      repository();
      const { code, stdout, stderr } = run(args);
      assert.equal(code, 2);
      assert.ok(`${stdout}${stderr}`.includes(words), `${stdout}${stderr}`);
    });
  }

  it('explains itself', () => {
    repository();
    const { stdout, code } = run(['blocker', '--help']);
    assert.equal(code, 0);
    assert.match(stdout, /detect .*\n {2}list /);
    assert.match(
      run(['blocker', 'add', '--help']).stdout,
      /baton blocker add \[TYPE\] DESCRIPTION\.\.\. \[OPTIONS\]/,
    );
    assert.match(run(['--help']).stdout, / blocker +/);
  });
});
