import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import { withLock } from '../../../src/core/stores/lock';

const file = '.claude/sdd/handover/decisions.md';

describe('baton decision', function () {
  this.timeout(120_000);
  const { repository, run, root, start } = useBlockerCommandLine();
  const log = () => readFileSync(root(file), 'utf8');
  const said = (...args: string[]) => {
    const { stdout, stderr, code } = run(['decision', ...args]);
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
    return stdout;
  };
  const document = (...args: string[]) => json(run(['decision', ...args, '--json']));
  const refused = (...args: string[]) => {
    const done = run(['decision', ...args, '--json']);
    const { reason, message } = json<{ error: { reason: string; message: string } }>(done).error;
    return { code: done.code, reason, message };
  };
  const add = (summary: string, ...more: string[]) =>
    document(
      ...['add', '--type', 'USER_DECISION', '--summary', summary],
      ...['--reason', 'r', '--impact', 'i', ...more],
    );

  it('adds one with all its fields, and says in JSON what is in the log', () => {
    repository();
    add('Sessions in a cookie');
    const { at, ...added } = document(
      ...['add', '--type', 'steering exception', '--summary', 'No  cookies\nhere'],
      ...['--context', 'Law', '--decision', 'Use tokens', '--reason', 'Privacy'],
      ...['--impact', 'One header more', '--source', 'user', '--steering-ref', 'tech.md'],
      ...['--supersedes', 'd1'],
    );
    assert.match(String(at), /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.deepEqual(added, {
      id: 'D2',
      type: 'STEERING_EXCEPTION',
      summary: 'No cookies here',
      context: 'Law',
      decision: 'Use tokens',
      reason: 'Privacy',
      impact: 'One header more',
      source: 'user',
      steeringRef: 'tech.md',
      supersedes: 'd1',
    });
    assert.match(
      log(),
      new RegExp(
        `\\n\\n\\[${String(at)}\\] D2: STEERING_EXCEPTION \\| No cookies here\\n- Context: Law\\n- Decision: Use tokens\\n- Reason: Privacy\\n- Impact: One header more\\n- Source: user\\n- Steering-ref: tech\\.md\\n- Supersedes: d1\\n$`,
      ),
    );
    assert.deepEqual(document('show', 'D2'), { ...added, at, line: 5 });
  });

  it('says in words which number it got, and what it lacks', () => {
    repository();
    const exception = ['add', '--type', 'STEERING_EXCEPTION', '--summary', 'No tests'];
    assert.equal(
      said(...exception),
      'Noted as D1.\nD1 does not say its Reason, Impact, Steering-ref.\n',
    );
    assert.deepEqual(document(...exception).problems, [
      { code: 'missing-field', message: 'D2 does not say its Reason, Impact, Steering-ref.' },
    ]);
    assert.equal(said('add', '--type', 'SESSION_END', '--summary', 'Over'), 'Noted as D3.\n');
  });

  it('closes a line that a crash cut off, tells its number, and removes nothing', () => {
    const torn = '# Decisions\n\n[2026-01-15T10:30:00Z] D7: USER_DECI';
    repository().write(file, torn);
    assert.deepEqual(add('Next').tornTail, { line: 3 });
    assert.ok(log().startsWith(`${torn}\n\n[`));
    assert.match(log(), /\] D8: USER_DECISION \| Next\n/);
    const { problems } = document('list');
    assert.deepEqual(
      (problems as { code: string; line: number }[]).map(({ code, line }) => [code, line]),
      [['malformed-entry', 3]],
    );
  });

  it('keeps one for later while somebody else writes', async () => {
    repository();
    const lock = path.join(root('.claude/state/locks'), 'decisions.md');
    const later = await withLock(lock, () => {
      const child = start(['decision', 'add', '--type', 'USER_DECISION', '--summary', 'Later']);
      return new Promise<number | null>((resolve) => child.once('exit', resolve));
    });
    assert.equal(later, 0);
    assert.equal(existsSync(root(file)), false);
    assert.equal(add('Next').id, 'D2');
    assert.match(log(), /\] D1: USER_DECISION \| Later\n/);
  });

  it('lists them in the order of the file, with what took their place and what is odd', () => {
    repository().write(
      file,
      [
        '[2026-01-15T10:30:00Z] D2: USER_DECISION | Sessions in Redis',
        '- Reason: r',
        '- Impact: i',
        '',
        '[2026-01-14T10:30:00Z] D1: SESSION_START | Begin',
        '',
        '[2026-01-16T10:30:00Z] D3: OWN_TYPE | Redis goes',
        '- Supersedes: D2',
        '',
      ].join('\n'),
    );
    const { decisions, problems } = document('list');
    assert.deepEqual(decisions, [
      {
        id: 'D2',
        at: '2026-01-15T10:30:00Z',
        type: 'USER_DECISION',
        summary: 'Sessions in Redis',
        line: 1,
        reason: 'r',
        impact: 'i',
        supersededBy: 'D3',
      },
      {
        id: 'D1',
        at: '2026-01-14T10:30:00Z',
        type: 'SESSION_START',
        summary: 'Begin',
        line: 5,
      },
      {
        id: 'D3',
        at: '2026-01-16T10:30:00Z',
        type: 'OWN_TYPE',
        summary: 'Redis goes',
        line: 7,
        supersedes: 'D2',
      },
    ]);
    assert.deepEqual(
      (problems as { code: string; line: number }[]).map(({ code, line }) => `${code}:${line}`),
      ['out-of-order:5', 'unknown-type:7'],
    );
    assert.equal(
      said('list'),
      [
        'D2  2026-01-15 10:30  USER_DECISION        Sessions in Redis (superseded by D3)',
        'D1  2026-01-14 10:30  SESSION_START        Begin',
        'D3  2026-01-16 10:30  OWN_TYPE             Redis goes',
        'Problems:',
        `  - ${file}:5: D1 is earlier than D2, which comes before it.`,
        `  - ${file}:7: D3: the type OWN_TYPE is not one of USER_DECISION, STEERING_UPDATE, DIRECTION_CHANGE, ESCALATION_RESOLVED, STEERING_EXCEPTION, REVISION_INITIATED, SESSION_START, SESSION_END.`,
        '',
      ].join('\n'),
    );
    const ids = (...args: string[]) =>
      (document('list', ...args).decisions as { id: string }[]).map(({ id }) => id).join(' ');
    assert.equal(ids('--type', 'user-decision'), 'D2');
    assert.equal(ids('--type', 'own_type', '--type', 'SESSION_START'), 'D1 D3');
    assert.equal(ids('--search', 'redis SESSIONS'), 'D2');
    assert.equal(ids('--search', 'D2'), 'D2 D3');
    assert.equal(ids('--limit', '2'), 'D1 D3');
    assert.equal(ids('--search', 'nowhere'), '');
    assert.match(said('list', '--search', 'nowhere'), /^No decision fits\.\n/);
  });

  it('shows one as it is written, and every one of a number that a merge gave twice', () => {
    const entry = '[2026-01-15T10:30:00Z] D1: USER_DECISION | Tabs\n- Reason: r\n- Own: kept';
    repository().write(file, `${entry}\n\n## Other\nwords\n\n${entry.replace('Tabs', 'Spaces')}\n`);
    assert.equal(
      said('show', '1'),
      `${entry}\n${file}:1\n\n${entry.replace('Tabs', 'Spaces')}\n${file}:8\n`,
    );
    const { summary, alsoInLines } = document('show', 'd-01');
    assert.deepEqual([summary, alsoInLines], ['Spaces', [1]]);
  });

  it('says so where nothing is decided yet', () => {
    repository();
    assert.equal(said('list'), 'No decisions are recorded yet.\n');
    assert.deepEqual(document('list'), { decisions: [], problems: [] });
    assert.equal(existsSync(root('.claude')), false);
  });

  for (const [args, code, reason, words] of [
    [['add'], 2, 'usage', /Give --type and --summary/],
    [['add', '--type', 'USER_DECISION', '--summary', ' \n'], 2, 'usage', /Give --type/],
    [['add', '--type', 'LUNCH', '--summary', 'x'], 2, 'usage', /one of USER_DECISION, STEER/],
    [
      ['add', '--type', 'USER_DECISION', '--summary', 'x', '--supersedes', 'D9'],
      1,
      'no-such-decision',
      /no decision D9 that this one could supersede/,
    ],
    [['list', '--limit', '0'], 2, 'usage', /a number above zero/],
    [['show'], 2, 'usage', /baton decision show D12/],
    [['show', 'D9'], 1, 'no-such-decision', /There is no decision D9/],
    [['frobnicate'], 2, 'usage', /baton decision --help/],
  ] as const) {
    it(`says what is wrong with "${args.join(' ')}"`, () => {
      repository();
      const said = refused(...args);
      assert.deepEqual([said.code, said.reason], [code, reason]);
      assert.match(said.message, words);
      assert.equal(existsSync(root('.claude/sdd')), false);
    });
  }
});
