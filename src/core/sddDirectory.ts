// Which folder of a project holds the handover and the specs.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from './schemas/problem';
import { isInside } from './stores/regularFile';
import { msg } from './support/message';

const usual = ['.sdd', '.claude/sdd'] as const;

export interface SddDirectory {
  /** Relative to the root. */
  readonly directory: string;
  /** A setting that cannot be used takes nothing else away. */
  readonly problem: Problem | undefined;
}

/** The setting, else the first usual one that exists. */
export function sddDirectoryOf(root: string, setting: string | undefined): SddDirectory {
  const chosen = setting?.trim();
  const directory = chosen && path.relative(root, path.resolve(root, chosen));
  if (directory && isInside(directory)) {
    return { directory, problem: undefined };
  }
  return {
    directory: usual.find((each) => existsSync(path.join(root, each))) ?? '.claude/sdd',
    problem: chosen
      ? {
          code: 'invalid-setting',
          file: 'baton.sddDir',
          message: msg(
            'The setting baton.sddDir (or BATON_SDD_DIR) names "{0}", which is not a folder inside the project. Change the setting.',
            chosen,
          ),
        }
      : undefined,
  };
}
