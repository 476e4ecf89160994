// The project that an event is about, if a person enabled it on this machine.

import { homedir } from 'node:os';
import type { Project } from '../../core/project';
import { isSurelyAgentShell } from '../../core/support/agentShell';
import { type HookInput, text } from './hook';

/** undefined where hooks are not to act, which is most places: that has to be found out quickly. */
export async function enabledProject(
  input: HookInput,
  env: Readonly<NodeJS.ProcessEnv>,
): Promise<{ open(): Promise<Project>; readonly root: string } | undefined> {
  const cwd = text(input.cwd) || env.CLAUDE_PROJECT_DIR || '';
  // An agent's own shell that plays the harness could have anything run again by it.
  if (cwd === '' || isSurelyAgentShell(env)) {
    return undefined;
  }
  const home = homedir();
  const { dataFolder } = await import('../../core/dataFolder');
  const data = dataFolder({ env, platform: process.platform, home });
  const { enabledRoot } = await import('../../core/enabledRoot');
  const root = await enabledRoot(cwd, { dataFolder: data, home });
  return root === undefined
    ? undefined
    : {
        root,
        open: async () => (await import('../openProject')).openProject({ cwd: root, env }, 'hook'),
      };
}
