import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import type { FileOnDisk } from '../../support/blockerProject';
import { generated } from '../../support/secretSamples';

const failing = 'Tests:       2 failed, 3 passed, 5 total\n';

describe('baton blocker', function () {
  this.timeout(120_000);
  const { run, repository, root, blocker, detect, file } = useBlockerCommandLine();

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
