// What Claude Code writes down of a hook that did not come to its end. Pure.

import { oneLine } from '../support/plainText';
import { type Json, textOf } from './lineValues';

/** Types of attachments; what such a hook had printed by then is dropped. */
export const failedHooks = [
  'hook_cancelled',
  'hook_non_blocking_error',
  'hook_blocking_error',
  'hook_error_during_execution',
];

/**
 * What went wrong, as a sentence that `fixedSentences.ts` knows; undefined where nothing did, or with
 * a hook of others.
 */
export function hookProblem(attachment: Json): string | undefined {
  const { type, command, exitCode, stderr, content, timedOut, timeoutMs } = attachment;
  if (!failedHooks.includes(textOf(type) ?? '') || !mayBeOurs(textOf(command))) {
    return undefined;
  }
  if (type === 'hook_cancelled') {
    if (timedOut !== true) {
      return 'The hook was stopped before it was done.';
    }
    return typeof timeoutMs === 'number'
      ? `The hook was stopped at its time limit of ${timeoutMs / 1_000} s.`
      : 'The hook was stopped at its time limit.';
  }
  const words = oneLine(textOf(stderr) ?? textOf(content) ?? '');
  const failed =
    typeof exitCode === 'number'
      ? `The hook failed with exit code ${exitCode}`
      : 'The hook could not be run';
  return words === '' ? `${failed}.` : `${failed}: ${words}`;
}

/** Not all versions say whose it was. */
function mayBeOurs(command: string | undefined): boolean {
  return command === undefined || (command.includes('baton') && command.includes(' hook '));
}
