// The project of the folder that a verb works on.

import { homedir } from 'node:os';
import { createProject, type Project } from '../core/project';
import { findProjectRoot } from '../core/projectRoot';
import { sddSetting } from '../core/sddSetting';
import { silentLogger } from '../core/support/logger';
import type { VerbInput } from './verb';

export function openProject({ cwd, env }: Pick<VerbInput, 'cwd' | 'env'>, host = 'cli'): Project {
  const home = homedir();
  const root = findProjectRoot(cwd, home);
  return createProject({
    root,
    home,
    sddDirectory: sddSetting({ root, home, env }),
    env,
    host,
    logger: silentLogger,
    now: () => new Date(),
  });
}
