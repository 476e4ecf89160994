// Where the command that began a turn is noted. On its own: hooks look for it on every turn.

import path from 'node:path';

export function triggerFile(root: string, session: string): string {
  return path.join(root, '.claude', 'state', 'triggers', `${session}.json`);
}
