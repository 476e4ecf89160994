// Which folder of a project holds the handover and the specs.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from './support/errors';
import { msg } from './support/message';

const usual = ['.sdd', '.claude/sdd'] as const;

/** The setting, else the first usual one that exists; relative to the root. */
export function sddDirectoryOf(root: string, setting: string | undefined): string {
  const chosen = setting?.trim();
  if (chosen) {
    return insideRoot(root, chosen);
  }
  return usual.find((directory) => existsSync(path.join(root, directory))) ?? '.claude/sdd';
}

function insideRoot(root: string, directory: string): string {
  const relative = path.relative(root, path.resolve(root, directory));
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) {
    throw new UserError(
      'outside-project',
      msg(
        'The setting baton.sddDir (or BATON_SDD_DIR) names "{0}", which is not a folder inside the project. Change the setting.',
        directory,
      ),
    );
  }
  return relative;
}
