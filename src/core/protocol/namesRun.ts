// Whether a blocker is about a command that can be run again. Pure.

import type { Blocker } from '../schemas/blocker';

/** What git, CI and reviews say is asked by looking at them, not by running their command again. */
const askedElsewhere: readonly string[] = ['git', 'ci', 'review'];

export function namesRun({ evidence }: Blocker): boolean {
  return Boolean(evidence?.command?.trim()) && !askedElsewhere.includes(evidence?.source ?? '');
}
