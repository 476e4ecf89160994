// The project of the folder that a verb works on.

import { homedir } from 'node:os';
import { createProject, type Project } from '../core/project';
import { findProjectRoot } from '../core/projectRoot';
import { silentLogger } from '../core/support/logger';
import type { VerbInput } from './verb';

export function openProject({ cwd, env }: Pick<VerbInput, 'cwd' | 'env'>, host = 'cli'): Project {
  return createProject({
    root: findProjectRoot(cwd, homedir()),
    home: homedir(),
    sddDirectory: env.BATON_SDD_DIR,
    env,
    host,
    logger: silentLogger,
    now: () => new Date(),
  });
}
