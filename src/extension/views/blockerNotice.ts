// What a notification says about a new blocker: what happened, what it means, what to do. Pure.

import type { Blocker } from '../../core/schemas/blocker';
import { english, type Translate } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { blockerTitle, typeName } from './blockerWords';

export type BlockerChoice = 'recover' | 'show' | 'solved';

export interface BlockerNotice {
  readonly severity: 'information' | 'warning';
  readonly message: string;
  readonly choices: readonly { readonly choice: BlockerChoice; readonly title: string }[];
}

/** Whoever wrote one down knows it. */
export function isWorthNotice({ id, evidence, auto_detected }: Blocker): boolean {
  return id !== undefined && evidence?.source !== 'user' && auto_detected !== false;
}

/** `folder` names the project where a window has several. */
export function blockerNotice(
  blockers: readonly [Blocker, ...Blocker[]],
  t: Translate,
  folder?: string,
): BlockerNotice {
  const [first, ...more] = blockers;
  const where = folder === undefined ? '' : `${folder}: `;
  if (more.length > 0) {
    const names = blockers.map((each) => typeName(each.type, t));
    return {
      severity: 'warning',
      message: `${where}${t('{0} new blockers: {1}. They stay in the Blockers view until they are solved.', blockers.length, [...new Set(names)].join(', '))}`,
      choices: [{ choice: 'show', title: t('Show') }],
    };
  }
  return {
    severity: first.severity === 'low' ? 'information' : 'warning',
    message: `${where}${happened(first, t)} ${meaning(first, t)}`,
    choices: [
      ...(first.type === 'merge_conflict'
        ? []
        : [{ choice: 'recover', title: t('Recover…') } as const]),
      { choice: 'show', title: t('Show') },
      { choice: 'solved', title: t('Mark Solved') },
    ],
  };
}

function happened(blocker: Blocker, t: Translate): string {
  const title = blockerTitle(blocker, t).replace(/[.:…]+$/, '');
  // What was found in an output says what it is; what others say may not.
  const type = typeName(blocker.type, t);
  const saysIt = [type, typeName(blocker.type, english)].some((name) => title.startsWith(name));
  return blocker.evidence?.command || saysIt ? t('{0}.', title) : t('{0}: {1}.', type, title);
}

function meaning({ type, evidence }: Blocker, t: Translate): string {
  switch (type) {
    case 'merge_conflict':
      return t('Resolve the conflicts; the blocker then closes by itself.');
    case 'ci_failure':
      return t('It closes by itself when CI is green.');
    case 'review_blocked':
      return t('It closes by itself when the review approves.');
    default:
      return evidence?.command
        ? t(
            'The work is blocked until "{0}" passes; then this closes by itself.',
            shortLine(evidence.command, 80),
          )
        : t('It stays open until somebody marks it as solved.');
  }
}
