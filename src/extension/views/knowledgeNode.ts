// The knowledge buffer in the Handovers view: what was learned and waits to be kept.

import type { PlacedBuffer } from '../../core/documents/buffer';
import { knowledgeTags } from '../../core/documents/knowledgeTags';
import type { Snapshot } from '../../core/snapshot';
import type { Translate } from '../../core/support/message';
import { oneLine, shortLine } from '../../core/support/plainText';
import type { Icon, Rendering, TreeNode } from './treeNode';

type Tag = (typeof knowledgeTags)[number];

const icons: Readonly<Record<Tag, Icon>> = {
  PATTERN: { id: 'symbol-structure' },
  INCIDENT: { id: 'flame' },
  REFERENCE: { id: 'link' },
};

/** More are in the file, and counted. */
const mostShown = 50;

export function knowledgeNode({ buffer, paths, root }: Snapshot, rendering: Rendering): TreeNode[] {
  const pending = buffer ? buffer.knowledge.length + buffer.skillCandidates.length : 0;
  if (!buffer || pending === 0) {
    return [];
  }
  const { t } = rendering;
  return [
    {
      id: 'handovers/knowledge',
      kind: 'knowledge',
      label: t('Knowledge buffer'),
      description: t('{0} pending', pending),
      tooltip: t('What was learned and waits to be kept in project/knowledge.'),
      icon: { id: 'lightbulb' },
      target: { file: paths.buffer },
      root,
      children: [
        ...knowledgeTags.flatMap((tag) => tagNode(tag, buffer, paths.buffer, rendering)),
        ...candidatesNode(buffer, paths.buffer, rendering),
      ],
    },
  ];
}

function tagNode(tag: Tag, buffer: PlacedBuffer, file: string, { t }: Rendering): TreeNode[] {
  const entries = buffer.knowledge.filter((entry) => entry.tag === tag);
  return group(`handovers/knowledge/${tag}`, tagName(tag, t), icons[tag], t, entries, (entry) => ({
    label: shortLine(entry.description) || t('No description'),
    description: sourceText(entry.source),
    tooltip: entry.description,
    target: { file, line: entry.line },
  }));
}

function candidatesNode(buffer: PlacedBuffer, file: string, { t }: Rendering): TreeNode[] {
  return group(
    'handovers/knowledge/skills',
    t('Skill candidates'),
    { id: 'mortar-board' },
    t,
    buffer.skillCandidates,
    ({ name, specs, occurrences, line }) => ({
      label: shortLine(name) || t('No description'),
      description: [t('{0} times', occurrences), ...specs.map(oneLine)].join(' · '),
      target: { file, line },
    }),
  );
}

function group<T extends { readonly line: number }>(
  id: string,
  label: string,
  icon: Icon,
  t: Translate,
  entries: readonly T[],
  toRow: (entry: T) => Omit<TreeNode, 'id' | 'kind'>,
): TreeNode[] {
  const rest = entries.length - mostShown;
  return entries.length === 0
    ? []
    : [
        {
          id,
          kind: 'group',
          label,
          description: String(entries.length),
          icon,
          children: [
            ...entries
              .slice(0, mostShown)
              .map((entry) => ({ id: `${id}/${entry.line}`, kind: 'text', ...toRow(entry) })),
            ...(rest > 0
              ? [{ id: `${id}/rest`, kind: 'text', label: t('and {0} more', rest) }]
              : []),
          ],
        },
      ];
}

export function tagName(tag: Tag, t: Translate): string {
  switch (tag) {
    case 'PATTERN':
      return t('Patterns');
    case 'INCIDENT':
      return t('Incidents');
    case 'REFERENCE':
      return t('References');
  }
}

function sourceText(source: PlacedBuffer['knowledge'][number]['source']): string | undefined {
  return (
    source &&
    [source.spec, source.role, source.task].filter(Boolean).map(String).map(oneLine).join(' · ')
  );
}
