// The Handovers view: session.md by section, what waits to be kept, the handovers before.

import path from 'node:path';
import { decisionLinks } from '../../core/documents/decisionLinks';
import type { Archive } from '../../core/handover/archiveList';
import { relativePath } from '../../core/projectPaths';
import type { Handover, Snapshot } from '../../core/snapshot';
import { oneLine, shortLine } from '../../core/support/plainText';
import { relativeDay } from '../../core/support/relativeDay';
import { type DecisionLog, namedDecisionNode } from './decisionNode';
import { knowledgeNode } from './knowledgeNode';
import { monthNodes } from './monthNodes';
import { problemNodes } from './problemNodes';
import { fieldNodes, type Icon, type Rendering, type TreeNode } from './treeNode';

/** A handover has about ten; the file has the rest. */
const mostSections = 50;
const mostDecisions = 50;

export function handoversTree(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  const { root, paths, handover } = snapshot;
  const folder = `${relativePath(root, paths.handover)}/`;
  const problems = snapshot.problems.filter(({ file }) => file.startsWith(folder));
  return [
    ...problemNodes('handovers', { root, problems }, rendering),
    ...(handover ? [currentNode(handover, snapshot, rendering)] : []),
    ...knowledgeNode(snapshot, rendering),
    ...archivesNode(snapshot, rendering),
  ];
}

function currentNode(handover: Handover, snapshot: Snapshot, rendering: Rendering): TreeNode {
  const { t, now, language } = rendering;
  const file = snapshot.paths.sessionMarkdown;
  const mode = handover.mode === 'auto-draft' ? t('draft') : t('polished');
  const log = { snapshot, links: decisionLinks(snapshot.decisions) };
  return {
    id: 'handovers/current',
    kind: 'handover',
    label: path.basename(file),
    description: [mode, handover.generated && relativeDay(handover.generated, now, language)]
      .filter(Boolean)
      .join(' · '),
    tooltip: [
      handover.path,
      handover.goal,
      handover.branch && t('Branch {0}', handover.branch),
      handover.mode === 'auto-draft'
        ? t('Drafted by Baton; what a person writes into it stays.')
        : t('Written by a person.'),
    ]
      .filter(Boolean)
      .join('\n'),
    icon: handover.mode === 'auto-draft' ? { id: 'edit' } : { id: 'book' },
    target: { file },
    expanded: true,
    root: snapshot.root,
    children: withGoal(handover, sectionNodes(handover, log, rendering), rendering),
  };
}

/** After what to do next, where that is said. */
function withGoal({ goal, sections }: Handover, nodes: TreeNode[], { t }: Rendering): TreeNode[] {
  const [field] = fieldNodes('handovers/current', [['goal', t('Goal'), goal]]);
  const at = sections.some(isNextAction) ? 1 : 0;
  return field ? nodes.toSpliced(at, 0, { ...field, icon: { id: 'milestone' } }) : nodes;
}

type Section = Handover['sections'][number];

/** What to do comes first; a heading that only holds others has no row of its own. */
function sectionNodes(handover: Handover, log: DecisionLog, rendering: Rendering): TreeNode[] {
  const { sections } = handover;
  const shown = sections
    .map((section, index) => ({ section, next: sections[index + 1] }))
    .filter(({ section, next }) => hasRow(section, next));
  const first = shown.findIndex(({ section }) => isNextAction(section));
  const ordered = first > 0 ? [...shown.splice(first, 1), ...shown] : shown;
  const rest = ordered.length - mostSections;
  return [
    ...ordered
      .slice(0, mostSections)
      .map(({ section, next }) => sectionNode(section, next, log, rendering)),
    ...(rest > 0
      ? [{ id: 'handovers/rest', kind: 'text', label: rendering.t('and {0} more', rest) }]
      : []),
  ];
}

/** The title of the document holds the headers, which the row above shows. */
function hasRow({ level, text }: Section, next: Section | undefined): boolean {
  return level > 1 && (text !== '' || next === undefined || next.level <= level);
}

function isNextAction({ heading }: Section): boolean {
  return heading.toLowerCase() === 'immediate next action';
}

function sectionNode(
  section: Section,
  next: Section | undefined,
  log: DecisionLog,
  rendering: Rendering,
): TreeNode {
  const { mentions, paths } = log.snapshot;
  const id = `handovers/sections/${section.line}`;
  const inSection = mentions.filter(
    ({ line }) => line > section.line && line < (next?.line ?? Infinity),
  );
  const text = section.text.slice(0, longestText);
  const named = [...new Set(inSection.map((mention) => mention.id))];
  return {
    id,
    kind: 'section',
    label: oneLine(section.heading) || rendering.t('Without a heading'),
    description: shortLine(firstWords(text)),
    tooltip: text,
    icon: sectionIcon(section),
    target: { file: paths.sessionMarkdown, line: section.line },
    children: named
      .slice(0, mostDecisions)
      .map((each) => namedDecisionNode(`${id}/${each}`, each, log, rendering)),
  };
}

/** Of a section in its row and its tooltip. */
const longestText = 2000;

/** Without the marks of lists and emphasis, which are no words. */
function firstWords(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:[-*>]|\d+[.)])\s+/, '').trim());
  // A bold line that ends in a colon only names what follows.
  const line =
    lines.find((each) => each !== '' && !/^\*\*.*:?\*\*:?$/.test(each)) ?? lines[0] ?? '';
  return line.replaceAll('**', '').replaceAll('`', '');
}

const icons: Readonly<Record<string, Icon>> = {
  'immediate next action': { id: 'arrow-right', color: 'info' },
  'active goals': { id: 'target' },
  'key decisions': { id: 'law' },
  warnings: { id: 'warning', color: 'warning' },
  'tone and nuance': { id: 'comment' },
  'steering exceptions': { id: 'compass-dot' },
  accomplished: { id: 'pass', color: 'success' },
  'modified files': { id: 'files' },
  'resume instructions': { id: 'play' },
};

function sectionIcon({ heading }: Section): Icon {
  const key = heading.toLowerCase();
  return Object.hasOwn(icons, key) ? (icons[key] ?? other) : other;
}
const other: Icon = { id: 'symbol-text' };

function archivesNode(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  const { archives } = snapshot;
  const { t } = rendering;
  return archives.length === 0
    ? []
    : [
        {
          id: 'handovers/archives',
          kind: 'group',
          label: t('Earlier handovers'),
          description: String(archives.length),
          icon: { id: 'archive' },
          later: () =>
            monthNodes({
              entries: archives,
              id: 'handovers/archives',
              at: ({ date }) => date,
              name: ({ name }) => name,
              toNode: (archive) => archiveNode(archive, snapshot, rendering),
              undated: t('Without a date'),
              isOpen: true,
            }),
        },
      ];
}

function archiveNode(
  { file, name, date }: Archive,
  { root }: Snapshot,
  { now, language }: Rendering,
): TreeNode {
  return {
    id: `handovers/archives/${name}.md`,
    kind: 'archive',
    label: oneLine(name),
    description: date && relativeDay(date, now, language),
    tooltip: relativePath(root, file),
    icon: { id: 'history' },
    target: { file, within: root },
    root,
  };
}
