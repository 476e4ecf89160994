// The project that a tool works on: only one that a person enabled on this machine. Asked at every
// call, because a person may enable it, or take that back, while the server runs.

import { dataFolder } from '../core/dataFolder';
import { enabledRoot } from '../core/enabledRoot';
import type { Project } from '../core/project';
import { sddSetting } from '../core/sddSetting';
import { UserError } from '../core/support/errors';
import { msg } from '../core/support/message';
import { shortLine } from '../core/support/plainText';
import type { ServerPlace } from './server';

export async function inEnabledProject<T>(
  { cwd, home, env, logger, now }: ServerPlace,
  action: (project: Project) => Promise<T>,
): Promise<T> {
  const data = dataFolder({ env, platform: process.platform, home });
  const root = enabledRoot(cwd, { dataFolder: data, home });
  if (root === undefined) {
    throw new UserError(
      'not-enabled',
      msg(
        'Nobody has enabled Baton for agents in {0} on this machine, so nothing was read, written or started. Tell the user: "baton install" in their terminal enables it, or opening the folder in VS Code with Baton as a trusted workspace.',
        shortLine(cwd),
      ),
    );
  }
  const sddDirectory = sddSetting({ root, home, env });
  const { createProject } = await import('../core/project');
  const project = createProject({ root, home, sddDirectory, env, host: 'mcp', logger, now });
  try {
    return await action(project);
  } finally {
    project.dispose();
  }
}
