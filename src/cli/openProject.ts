// The project that a verb works on.

import { homedir } from 'node:os';
import { createProject, type Project } from '../core/project';
import { findProjectRoot } from '../core/projectRoot';
import { readSettings } from '../core/settings/settings';
import { silentLogger } from '../core/support/logger';
import type { VerbInput } from './verb';

export async function openProject({ cwd, env }: VerbInput): Promise<Project> {
  const home = homedir();
  const root = await findProjectRoot(cwd, home);
  const { sddDir } = await readSettings({ root, home, env, platform: process.platform });
  return createProject({
    root,
    home,
    sddDirectory: sddDir,
    logger: silentLogger,
    now: () => new Date(),
  });
}
