import assert from 'node:assert/strict';
import { parseBuffer } from '../../../src/core/documents/buffer';
import type { Snapshot } from '../../../src/core/snapshot';
import { msg } from '../../../src/core/support/message';
import { handoversTree } from '../../../src/extension/views/handoversTree';
import { decision, handoverWith } from '../../support/handovers';
import { allNodes, inEnglish, outline, snapshotWith } from '../../support/snapshots';

const folder = '/project/.claude/sdd/handover';
const text = `# Session Handover
**Generated**: 2026-01-14
**Branch**: main
**Session Goal**: People can sign in
**Mode**: auto-draft

## Direction
### Active Goals
- **User** authentication

### Immediate Next Action
Run \`npm test\`

### Key Decisions
**Added this session:**
1. Scrypt (D2), not bcrypt (D1); see D2
2. Unknown (D99)

## Obsoleted decisions
`;
const tree = (parts: Partial<Snapshot>) => handoversTree(snapshotWith(parts), inEnglish);

describe('Handovers view', () => {
  it('shows session.md by section, what to do next first', () => {
    const decisions = [decision(1), decision(2, { supersedes: 'D1' })];
    const nodes = tree({ decisions, ...handoverWith(text) });
    assert.deepEqual(outline(nodes), [
      '(edit) session.md | draft · yesterday',
      '  (arrow-right) Immediate Next Action | Run npm test',
      '  (milestone) Goal | People can sign in',
      '  (target) Active Goals | User authentication',
      '  (law) Key Decisions | Scrypt (D2), not bcrypt (D1); see D2',
      '    (person) D2 Decision 2',
      `    (circle-slash) D1 ${'Decision 1'.replace(/./g, '$&\u0336')} | superseded by D2`,
      '    (question) D99 | is not in decisions.md',
      '  (symbol-text) Obsoleted decisions',
    ]);
  });

  it('opens each row at its place', () => {
    const nodes = tree({ decisions: [decision(2)], ...handoverWith(text) });
    const targets = allNodes(nodes).map(({ label, target }) => [
      label,
      target?.file.slice(folder.length + 1),
      target?.line,
    ]);
    assert.deepEqual(targets, [
      ['session.md', 'session.md', undefined],
      ['Immediate Next Action', 'session.md', 11],
      ['Goal', undefined, undefined],
      ['Active Goals', 'session.md', 8],
      ['Key Decisions', 'session.md', 14],
      ['D2 Decision 2', 'decisions.md', 20],
      ['D1', undefined, undefined],
      ['D99', undefined, undefined],
      ['Obsoleted decisions', 'session.md', 19],
    ]);
  });

  it('says when a person wrote it, and names the file where there is no goal', () => {
    const [node] = tree(handoverWith('## Notes\n\nLook at the log\n'));
    assert.deepEqual(outline(node ? [node] : []), [
      '(book) session.md | polished',
      '  (symbol-text) Notes | Look at the log',
    ]);
  });

  it('bounds what a huge file would show', () => {
    const headings = Array.from({ length: 3000 }, (_, index) => `## H${index}\nD${index}\n`);
    const nodes = allNodes(tree(handoverWith(headings.join(''))));
    assert.ok(nodes.length < 110, String(nodes.length));
    assert.equal(nodes.at(-1)?.label, 'and 2950 more');
  });

  const archives = (...names: string[]) =>
    names.map((name) => ({
      name,
      file: `${folder}/sessions/${name}.md`,
      date: /^\d{4}-\d\d-\d\d/.exec(name)?.[0],
    }));

  it('lists the handovers before it, which stay in the project', () => {
    const nodes = tree({ archives: archives('2026-01-13-2', '2026-01-13', 'notes') });
    assert.deepEqual(outline(nodes), [
      '(archive) Earlier handovers | 3',
      '  (history) 2026-01-13-2 | 2 days ago',
      '  (history) 2026-01-13 | 2 days ago',
      '  (history) notes',
    ]);
    const [, first] = allNodes(nodes);
    assert.equal(first?.kind, 'archive');
    assert.deepEqual(first.target, {
      file: `${folder}/sessions/2026-01-13-2.md`,
      within: '/project',
    });
  });

  it('lists many of them by month', () => {
    const names = Array.from({ length: 40 }, (_, index) =>
      index < 25 ? `2026-01-${String(28 - index).padStart(2, '0')}` : `2025-12-${50 - index}`,
    );
    const nodes = allNodes(tree({ archives: archives(...names) }));
    assert.deepEqual(
      nodes
        .filter(({ kind }) => kind === 'group')
        .map(({ label, description }) => [label, description]),
      [
        ['Earlier handovers', '40'],
        ['2026-01', '25'],
        ['2025-12', '15'],
      ],
    );
  });

  it('shows what waits to be kept, counted by tag', () => {
    const { document: buffer } = parseBuffer(
      [
        '## Knowledge Buffer',
        '- [PATTERN] Retry once (source: login builder, task 3)',
        '- [INCIDENT] The store was down',
        '- [PATTERN] Keep it small',
        '## Skill Candidates',
        '- **retrying**: Detected in login, berths (2 occurrences)',
      ].join('\n'),
    );
    const nodes = tree({ buffer });
    assert.deepEqual(outline(nodes), [
      '(lightbulb) Knowledge buffer | 4 pending',
      '  (symbol-structure) Patterns | 2',
      '    Retry once | login · builder · 3',
      '    Keep it small',
      '  (flame) Incidents | 1',
      '    The store was down',
      '  (mortar-board) Skill candidates | 1',
      '    retrying | 2 times · login · berths',
    ]);
    assert.deepEqual(
      allNodes(nodes)
        .filter(({ kind }) => kind === 'text')
        .map(({ target }) => target?.line),
      [2, 4, 3, 6],
    );
    assert.deepEqual(tree({ buffer: parseBuffer('# Handover Buffer\n').document }), []);
  });

  it('puts the problems of the handover first, and no others', () => {
    const problem = (file: string, line: number) =>
      ({ code: 'conflict-marker', file, line, message: msg('Resolve it.') }) as const;
    const problems = [
      problem('.claude/sdd/handover/session.md', 12),
      problem('.claude/session-state.json', 1),
      problem('.claude/sdd/handover/decisions.md', 3),
    ];
    assert.deepEqual(outline(tree({ problems })), [
      '(warning) session.md:12 | Resolve it.',
      '(warning) decisions.md:3 | Resolve it.',
    ]);
  });

  it('is empty where nothing was written', () => {
    assert.deepEqual(tree({}), []);
  });
});
