import assert from 'node:assert/strict';
import type { Blocker, ClosedBlocker } from '../../../src/core/schemas/blocker';
import { shownSteps } from '../../../src/core/settings';
import {
  blockersBadge,
  blockersSummary,
  blockersTree,
} from '../../../src/extension/views/blockersTree';
import { durationText } from '../../../src/extension/views/blockerWords';
import { evidenceTarget } from '../../../src/extension/views/evidenceTarget';
import { pathTo } from '../../../src/extension/views/treeNode';
import { allNodes, inEnglish, outline, snapshotWith } from '../../support/snapshots';

const blocker: Blocker = {
  id: 'b-1',
  type: 'test_failure',
  severity: 'high',
  description: '1 of 3 tests failed: "adds"',
  error_pattern: 'not ok',
  detected_at: '2026-01-15T13:00:00Z',
  last_seen_at: '2026-01-15T14:55:00Z',
  count: 3,
  recovery_agent: 'tester',
  recovery_attempted: 1,
  max_recovery_attempts: 3,
  recovery_outcome: 'tester ran, npm test still fails',
  evidence: {
    command: 'npm test',
    cwd: 'web',
    line: 'not ok 1 - adds',
    exit_code: 1,
    source: 'terminal',
    file: 'test/sum.test.js',
    file_line: 5,
  },
};
const closed: ClosedBlocker = {
  ...blocker,
  id: 'b-0',
  closed_at: '2026-01-15T14:00:00Z',
  closed_by: 'npm test passed',
  resolution: 'npm test passed',
  stood_seconds: 3600,
};
const rows = (blockers: readonly Blocker[], closedBlockers: readonly ClosedBlocker[] = []) =>
  outline(blockersTree(snapshotWith({ blockers, closedBlockers }), inEnglish));

describe('Blockers view', () => {
  it('shows evidence, command, age, count and attempts', () => {
    assert.deepEqual(rows([blocker]), [
      '(error) 1 of 3 tests failed: "adds" | 2 hours ago · seen 3 times',
      '  Evidence | not ok 1 - adds',
      '  Place | web/test/sum.test.js:5',
      '  Command | npm test · in web · exit code 1',
      '  Type | Test failure · high',
      '  Noticed by | a terminal',
      '  Last seen | 5 minutes ago',
      '  Recovery | tester · 1 of 3 attempts',
      '  Last attempt | tester ran, npm test still fails',
    ]);
  });

  it('names what would run, where Baton recovers at all', () => {
    const setting = { test_failure: [{ command: 'npm ci' }, 'fixer'] };
    const recovery = (auto_detected: boolean, env = {}) =>
      outline(
        blockersTree(
          snapshotWith({ blockers: [{ ...blocker, auto_detected }] }),
          inEnglish,
          (type) => shownSteps(env, setting, type),
        ),
      ).filter((row) => row.startsWith('  Recovery'));
    assert.deepEqual(recovery(true), ['  Recovery | npm ci, fixer · 1 of 3 attempts']);
    assert.deepEqual(recovery(false), ['  Recovery | tester · 1 of 3 attempts']);
    const BATON_RECOVERY = '{"test_failure": null}';
    assert.deepEqual(recovery(true, { BATON_RECOVERY }), ['  Recovery | 1 of 3 attempts']);
    assert.deepEqual(shownSteps({}, {}, 'design_issue'), ['architect']);
    assert.equal(shownSteps({}, 'nonsense', 'other'), undefined);
  });

  it('believes no number of attempts beyond reason', () => {
    const row = (used: number, most: number) =>
      rows([{ ...blocker, recovery_attempted: used, max_recovery_attempts: most }]).find((each) =>
        each.includes('Recovery'),
      );
    assert.equal(row(-5, 1e9), '  Recovery | tester · 0 of 10 attempts');
    assert.equal(row(99, 0), '  Recovery | tester · 1 of 1 attempts');
  });

  it('opens the first only, and finds the way to a row', () => {
    const second = { ...blocker, id: 'b-9' };
    const nodes = blockersTree(snapshotWith({ blockers: [blocker, second] }), inEnglish);
    assert.deepEqual(
      nodes.map(({ expanded }) => expanded),
      [true, false],
    );
    const way = pathTo(nodes, ({ id }) => id === 'blockers/b-9/place').map(({ id }) => id);
    assert.deepEqual(way, ['blockers/b-9', 'blockers/b-9/place']);
    assert.deepEqual(
      pathTo(nodes, () => false),
      [],
    );
    assert.equal(blockersSummary(snapshotWith({ blockers: [blocker] }), inEnglish), '1 blocker');
  });

  it('keeps what is solved in a closed group, the newest first', () => {
    const other: ClosedBlocker = {
      ...closed,
      id: 'b-2',
      description: 'Newer',
      closed_at: '2026-01-15T14:59:00Z',
      resolution: 'Took the cache out',
      stood_seconds: undefined,
    };
    const seen = rows([], [other, closed]);
    assert.deepEqual(seen.slice(0, 3), [
      '(pass) Nothing stands in the way',
      '(pass) Solved | 2',
      '  (check) Newer | npm test passed · 1 minute ago',
    ]);
    assert.ok(seen.includes('    Stood for | 1 hour'));
    assert.ok(seen.includes('    Stood for | 2 hours'));
    assert.equal(seen.filter((row) => row.includes('Way out')).length, 1);
    const [, group] = blockersTree(snapshotWith({ closedBlockers: [closed] }), inEnglish);
    assert.equal(group?.expanded, false);
  });

  it('counts those that are too old to be shown', () => {
    const many = Array.from({ length: 23 }, (_, index) => ({ ...closed, id: `b-${index}` }));
    const seen = rows([blocker], many);
    assert.equal(seen.filter((row) => row.startsWith('  (check)')).length, 20);
    assert.equal(seen.at(-1), '  3 older ones | .claude/state/blockers.json');
  });

  it('is empty, and not a row, where nothing ever stood in the way', () => {
    assert.deepEqual(rows([]), []);
  });

  it('says in words what an icon shows, and keeps a row to one line', () => {
    const [node] = blockersTree(
      snapshotWith({ blockers: [{ ...blocker, resolution: 'first\nsecond' }] }),
      inEnglish,
    );
    assert.equal(node?.spoken, 'Test failure · high');
    assert.equal(node.children?.find(({ label }) => label === 'Way out')?.description, 'first');
  });

  it('offers to run again only what names a command', () => {
    const kinds = (of: Blocker) =>
      blockersTree(snapshotWith({ blockers: [of] }), inEnglish)[0]?.kind;
    assert.equal(kinds(blocker), 'blocker rerun');
    assert.equal(kinds({ description: 'Written down' }), 'blocker');
    assert.equal(kinds({ evidence: { line: 'no command' } }), 'blocker');
    assert.equal(kinds({ evidence: { command: 'git status', source: 'git' } }), 'blocker');
  });

  it('shows one that lacks everything, and ids stay unique', () => {
    assert.deepEqual(rows([{}, {}]), [
      '(warning) No description',
      '  Type | Other obstacle · medium',
      '(warning) No description',
      '  Type | Other obstacle · medium',
    ]);
    const nodes = allNodes(
      blockersTree(
        snapshotWith({ blockers: [{}, {}, blocker], closedBlockers: [{}, {}, closed, closed] }),
        inEnglish,
      ),
    );
    assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
  });

  it('counts the open ones of all projects on its badge', () => {
    assert.equal(blockersBadge([snapshotWith({ closedBlockers: [closed] })], inEnglish), undefined);
    const snapshots = [snapshotWith({ blockers: [blocker] }), snapshotWith({ blockers: [{}] })];
    assert.deepEqual(blockersBadge(snapshots, inEnglish), { value: 2, tooltip: '2 blockers' });
  });
});

describe('evidence', () => {
  const file = (evidence: Blocker['evidence']) => evidenceTarget(evidence, '/project')?.file;

  it('leads to the file from the folder of the command, else from the root', () => {
    assert.deepEqual(evidenceTarget(blocker.evidence, '/project'), {
      file: '/project/web/test/sum.test.js',
      line: 5,
      within: '/project',
      otherwise: '/project/test/sum.test.js',
    });
    assert.equal(file({ file: '/project/src/a.ts' }), '/project/src/a.ts');
  });

  it('never leads out of the project', () => {
    assert.equal(file({ file: '../secret.txt' }), undefined);
    assert.equal(file({ file: '/etc/passwd' }), undefined);
    assert.equal(file({ file: '../../etc/passwd', cwd: 'web' }), undefined);
    assert.equal(file({ file: 'a.ts', cwd: '../elsewhere' }), '/project/a.ts');
    assert.equal(file({ file: '' }), undefined);
    assert.equal(file(null), undefined);
  });
});

describe('how long a blocker stood', () => {
  const cases: [seconds: number, text: string][] = [
    [0, '0 seconds'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [7200, '2 hours'],
    [200_000, '2 days'],
  ];
  for (const [seconds, text] of cases) {
    it(`${seconds} s is ${text}`, () => {
      assert.equal(durationText(seconds, 'en'), text);
    });
  }
});
