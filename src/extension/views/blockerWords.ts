// What a blocker is called, and how long it stood, in the reader's language. Pure.

import type { Blocker } from '../../core/schemas/blocker';
import type { Translate } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import type { Icon } from './treeNode';

export type BlockerType = NonNullable<Blocker['type']>;
export type BlockerSeverity = NonNullable<Blocker['severity']>;

export const severityIcons: Readonly<Record<BlockerSeverity, Icon>> = {
  critical: { id: 'error', color: 'error' },
  high: { id: 'error', color: 'error' },
  medium: { id: 'warning', color: 'warning' },
  low: { id: 'info', color: 'info' },
};

export function typeName(type: Blocker['type'], t: Translate): string {
  switch (type) {
    case 'build_error':
      return t('Build error');
    case 'test_failure':
      return t('Test failure');
    case 'dependency':
      return t('Dependency problem');
    case 'design_issue':
      return t('Design issue');
    case 'review_blocked':
      return t('Review blocked');
    case 'ci_failure':
      return t('CI failure');
    case 'merge_conflict':
      return t('Merge conflict');
    default:
      return t('Other obstacle');
  }
}

export function severityName(severity: Blocker['severity'], t: Translate): string {
  switch (severity) {
    case 'critical':
      return t('critical');
    case 'high':
      return t('high');
    case 'low':
      return t('low');
    default:
      return t('medium');
  }
}

/** Where it was noticed. */
export function sourceName(source: string, t: Translate): string {
  switch (source) {
    case 'terminal':
      return t('a terminal');
    case 'task':
      return t('a task');
    case 'test':
      return t('the tests');
    case 'hook':
    case 'agent':
    case 'mcp':
      return t('the agent');
    case 'git':
      return 'git';
    case 'ci':
      return 'CI';
    case 'review':
      return t('a review');
    case 'cli':
      return t('the command line');
    case 'user':
      return t('you');
    default:
      return source;
  }
}

/** Never empty, and short enough for a row or a sentence. */
export function blockerTitle({ description }: Blocker, t: Translate): string {
  return shortLine(description ?? '') || t('No description');
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "12 minutes", in the largest unit that fits. */
export function durationText(seconds: number, language: string): string {
  const [unit, size] = units.find((each) => seconds >= each[1]) ?? ['second', 1];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(0, Math.round(seconds / size)),
  );
}

/** undefined where there are none. */
export function blockerCount(blockers: readonly Blocker[], t: Translate): string | undefined {
  if (blockers.length === 0) {
    return undefined;
  }
  return blockers.length === 1 ? t('1 blocker') : t('{0} blockers', blockers.length);
}
