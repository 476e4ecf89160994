// A saved context in words, for people.

import { contextAge } from '../../core/context/contextAge';
import { decisionWords } from '../../core/context/decisionWords';
import { discoveryWords } from '../../core/context/discoveryWords';
import type { SessionContext } from '../../core/schemas/sessionContext';
import { plainText } from '../../core/support/plainText';
import type { VerbInput } from '../verb';

export function contextText(
  context: SessionContext,
  { t, language }: Pick<VerbInput, 't' | 'language'>,
): string {
  const { goal, progress, decisions = [], discoveries = [], state } = context;
  const fact = (label: string, value: string | undefined) =>
    value ? [`${label}: ${indented(value, '  ')}`] : [];
  const list = (label: string, items: readonly string[] | undefined, mark = '-') =>
    items?.length
      ? ['', `${label}:`, ...items.map((each) => `  ${mark} ${indented(each, '      ')}`)]
      : [];
  const lines = [
    ...fact(t('Saved'), contextAge(context, { t, language, now: new Date() })),
    ...fact(t('Request'), goal?.original_request),
    ...fact(t('Objective'), goal?.current_objective),
    ...list(t('In progress'), progress?.current, '[>]'),
    ...list(t('Pending'), progress?.pending, '[ ]'),
    ...list(t('Done'), progress?.done, '[x]'),
    ...list(
      t('Decisions'),
      decisions.map((each) => decisionWords(each, t)),
    ),
    ...list(t('Discoveries'), discoveries.map(discoveryWords)),
    ...list(t('Recent files'), state?.recent_files),
    ...list(t('Blockers'), state?.blockers),
    ...list(t('Errors'), state?.errors),
  ];
  return `${lines.join('\n')}\n`;
}

/** All of it: what is saved is short. No line of others begins where ours do. */
function indented(text: string, indent: string): string {
  return plainText(text)
    .trim()
    .replace(/\s*\n\s*/g, `\n${indent}`);
}
