import assert from 'node:assert/strict';
import type { Decision } from '../../../src/core/schemas/handover';
import type { Snapshot } from '../../../src/core/snapshot';
import { decisionsNotice, decisionsTree } from '../../../src/extension/views/decisionsTree';
import { childrenOf, type TreeNode } from '../../../src/extension/views/treeNode';
import { decision, handoverWith } from '../../support/handovers';
import { allNodes, inEnglish, outline, snapshotWith } from '../../support/snapshots';

const file = '/project/.claude/sdd/handover/decisions.md';
const tree = (parts: Partial<Snapshot>) => decisionsTree(snapshotWith(parts), inEnglish);

describe('Decisions view', () => {
  it('shows the newest first, with its fields, and opens at the line', () => {
    const nodes = tree({ decisions: [decision(1), decision(2)] });
    assert.deepEqual(outline(nodes), [
      '(person) D2 Decision 2 | yesterday',
      '  Reason | because',
      '(person) D1 Decision 1 | yesterday',
      '  Reason | because',
    ]);
    assert.deepEqual(nodes[0]?.target, { file, line: 20 });
  });

  it('strikes out what a later one supersedes, and links both ways', () => {
    const decisions = [
      decision(1, { summary: 'Ab 가' }),
      decision(2),
      decision(3, { supersedes: 'D1 and D9', reason: undefined }),
    ];
    const nodes = tree({ decisions });
    assert.deepEqual(outline(nodes), [
      '(person) D3 Decision 3 | yesterday',
      '  (arrow-down) Supersedes D1 | Ab 가',
      '  (arrow-down) Supersedes D9 | is not in decisions.md',
      '(person) D2 Decision 2 | yesterday',
      '  Reason | because',
      '(circle-slash) D1 A\u0336b\u0336 \u0336가\u200B\u0336 | superseded by D3 · yesterday',
      '  (arrow-up) Superseded by D3 | Decision 3',
      '  Reason | because',
    ]);
    const [third, , first] = nodes;
    assert.equal(first?.spokenLabel, 'D1 Ab 가');
    assert.deepEqual(first.children?.[0]?.target, { file, line: 30 });
    assert.deepEqual(third?.children?.[0]?.target, { file, line: 10 });
    assert.equal(third.children[1]?.target, undefined);
  });

  it('keeps a word about what it supersedes that names no decision, and never strikes itself', () => {
    const decisions = [
      decision(1, { supersedes: 'the old plan', reason: undefined }),
      decision(2, { supersedes: 'D2', reason: undefined }),
    ];
    assert.deepEqual(outline(tree({ decisions })), [
      '(person) D2 Decision 2 | yesterday',
      '  (arrow-down) Supersedes D2 | Decision 2',
      '(person) D1 Decision 1 | yesterday',
      '  Supersedes | the old plan',
    ]);
  });

  it('says where session.md names it', () => {
    const handover = handoverWith(
      '# S\n\n## Direction\n### Key Decisions\n\n1. Scrypt (D1)\n\nD1\n',
    );
    const [node] = tree({ decisions: [decision(1, { reason: undefined })], ...handover });
    assert.deepEqual(outline(node?.children ?? []), [
      '(references) Named in session.md | Key Decisions',
      '(references) Named in session.md | Key Decisions',
    ]);
    assert.deepEqual(
      node?.children?.map(({ target }) => target),
      [6, 8].map((line) => ({ file: '/project/.claude/sdd/handover/session.md', line })),
    );
  });

  it('groups many by month, the newest open', () => {
    const decisions = Array.from({ length: 40 }, (_, index) =>
      decision(index + 1, { at: `2026-0${index < 25 ? 1 : 2}-10T00:00:00Z` }),
    );
    assert.deepEqual(
      tree({ decisions }).map(({ label, description, expanded }) => [label, description, expanded]),
      [
        ['2026-02', '15', true],
        ['2026-01', '25', false],
      ],
    );
  });

  it('divides a long month, so that a new entry leaves the other parts as they are', () => {
    const labels = (length: number) => {
      const decisions = Array.from({ length }, (_, index) => decision(index + 1));
      const [month] = tree({ decisions });
      return (month ? childrenOf(month) : []).map(
        ({ id, label, description = '', expanded }) =>
          `${id} | ${label} | ${description}${expanded ? ' open' : ''}`,
      );
    };
    const older = [
      'decisions/2026-01/100 | D200 – D101 | 100',
      'decisions/2026-01/0 | D100 – D1 | 100',
    ];
    assert.deepEqual(labels(201), ['decisions/2026-01/200 | D201 – D201 | 1 open', ...older]);
    assert.deepEqual(labels(202), ['decisions/2026-01/200 | D202 – D201 | 2 open', ...older]);
  });

  it('puts what has no date at the end of the months', () => {
    const decisions = Array.from({ length: 40 }, (_, index) =>
      decision(index + 1, index === 3 ? { at: 'sometime' } : {}),
    );
    assert.deepEqual(
      outline(tree({ decisions })).filter((row) => !row.startsWith(' ')),
      ['2026-01 | 39', 'Without a date | 1'],
    );
  });

  it('makes of ten thousand decisions only the rows that are seen', () => {
    const seenSummaries = new Set<number>();
    const counted = (number: number): Decision => {
      const month = String(Math.ceil(number / 1000)).padStart(2, '0');
      const entry = decision(number, { at: `2026-${month}-01T00:00:00Z` });
      return Object.defineProperty(entry, 'summary', {
        enumerable: true,
        get: () => {
          seenSummaries.add(number);
          return `Decision ${number}`;
        },
      });
    };
    const decisions = Array.from({ length: 10_000 }, (_, index) => counted(index + 1));
    const nodes = tree({ decisions });
    assert.equal(nodes.length, 10);
    assert.equal(seenSummaries.size, 0);
    const seen = visible(nodes);
    assert.ok(seen.length < 150, `${seen.length} rows`);
    assert.equal(seenSummaries.size, 100);
  });

  it('shows only what the filter lets through, and says so above', () => {
    const decisions = [
      decision(1, { reason: 'Cookies are simple' }),
      decision(2, { type: 'SESSION_START' }),
      decision(10, { summary: 'See D1' }),
      decision(11, { type: 'ODD' }),
    ];
    const shown = (types: readonly string[], text = '') => {
      const filter = { types, text };
      const snapshot = snapshotWith({ decisions });
      return [
        decisionsNotice(snapshot, inEnglish, filter),
        ...decisionsTree(snapshot, inEnglish, filter).map(({ label }) => label.split(' ')[0]),
      ];
    };
    assert.deepEqual(shown([]), [undefined, 'D11', 'D10', 'D2', 'D1']);
    assert.deepEqual(shown(['SESSION_START', 'ODD']), [
      '2 of 4 decisions: Session start, ODD',
      'D11',
      'D2',
    ]);
    assert.deepEqual(shown(['USER_DECISION'], ' simple COOKIES '), [
      '1 of 4 decisions: User decision, "simple COOKIES"',
      'D1',
    ]);
    assert.deepEqual(shown([], 'd1'), ['2 of 4 decisions: "d1"', 'D10', 'D1']);
    assert.deepEqual(shown([], 'nowhere'), ['0 of 4 decisions: "nowhere"', 'No']);
  });

  it('offers to clear a filter that nothing fits', () => {
    const snapshot = snapshotWith({ decisions: [decision(1)] });
    const [node] = decisionsTree(snapshot, inEnglish, { types: ['ODD'], text: '' });
    assert.equal(node?.command, 'baton.clearDecisionFilter');
  });

  it('gives numbers that repeat after a merge ids of their own', () => {
    const decisions = [decision(1), decision(1, { line: 99 }), decision(2, { supersedes: 'D1' })];
    const ids = allNodes(tree({ decisions })).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});

/** What VS Code asks for when it draws the view. */
function visible(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [node, ...(node.expanded ? visible(childrenOf(node)) : [])]);
}
