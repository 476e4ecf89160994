// Whether a line that names a decision first is an entry of decisions.md, or only speaks of one.

import { isTimestamp } from '../support/time';
import { decisionField } from './decisionField';
import type { DecisionHead } from './decisionHead';

export type HeadKind = 'entry' | 'malformed' | 'none';

/**
 * A mention of a decision is none: an entry has a type before a bar, or a time in front, or is a
 * heading, or its fields follow. A time in front of a bullet's number may be a note about it.
 */
export function headKind(
  head: DecisionHead,
  text: string,
  next: () => readonly string[],
): HeadKind {
  const { at, type, hasBar, isItem, level, isSetApart } = head;
  if (head.indent > 3) {
    return 'none';
  }
  const isTimed = isTimestamp(at);
  const isTyped = hasBar && (at !== '' || (isSetApart && /^[A-Z][A-Z_]{2,}$/.test(type)));
  if (
    isTyped ||
    (isTimed && (!isItem || type !== '')) ||
    (level > 0 && isSetApart) ||
    (isSetApart && hasFields(head, next()))
  ) {
    return 'entry';
  }
  return /\d/.test(at) && isTimeInFront(text) ? 'malformed' : 'none';
}

function isTimeInFront(text: string): boolean {
  return /^[^Dd]{0,40}\[[^\]]{0,60}\d/.test(text);
}

function hasFields({ isItem, indent }: DecisionHead, following: readonly string[]): boolean {
  const next = following.find((text) => text.trim() !== '');
  const field = next === undefined ? undefined : decisionField(next);
  return field?.key !== undefined && (!isItem || field.indent > indent);
}

/** `- D12: words`: a decision where nothing else in the log has that number. */
export function isLoose({ indent, isSetApart, summary }: DecisionHead): boolean {
  return indent === 0 && isSetApart && summary !== '';
}
