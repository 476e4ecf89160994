// Whether session.md is drafted at the end of every turn.

import type { PlainSettings } from '../plainSettings';

export function isDraftingOnStop(
  { BATON_DRAFT_ON_STOP: given }: Readonly<NodeJS.ProcessEnv>,
  { draftOnStop }: PlainSettings,
): boolean {
  return given ? /^(?:1|true|on|yes)$/i.test(given) : draftOnStop === true;
}
