// Whether an agent's last words may hold something to remember. Nothing else is loaded for it.

import { type HookInput, text } from './hookInput';

export function mayBeTagged(input: HookInput): boolean {
  return /\[(?:PATTERN|INCIDENT|REFERENCE)\b/.test(text(input.last_assistant_message));
}
