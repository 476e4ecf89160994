// What a checkpoint is called. Pure and small, because hosts show it before anything is saved.

import type { SessionState } from '../schemas/sessionState';
import { oneLine, shortLine } from '../support/plainText';

/** At most as long as a line of a log shows. */
const longestWords = 100;

export function toSubject(words: string): string {
  return `WIP: ${shortWords(words)} - checkpoint`;
}

export function shortWords(words: string): string {
  return shortLine(words, longestWords) || 'work in progress';
}

/** Where nothing is said: what is worked on, else the last part of the branch, as words. */
export function defaultWords(
  state: Pick<SessionState, 'working_on'> | null,
  branch: string | null | undefined,
): string {
  const topic = branch?.split('/').at(-1)?.replace(/[-_]+/g, ' ');
  return oneLine(state?.working_on ?? '') || oneLine(topic ?? '');
}
