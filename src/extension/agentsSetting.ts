// What the user set as `baton.agents`, for core.

import type * as vscode from 'vscode';
import { settings } from './contributions';
import { createMirroredSetting, type MirroredSetting } from './mirroredSetting';
import type { Projects } from './projects';

export function createAgentsSetting(
  projects: Projects,
  log: vscode.LogOutputChannel,
): MirroredSetting {
  return createMirroredSetting(
    projects,
    {
      name: settings.agents,
      write: (project, value) => project.mirrorAgents(value),
    },
    log,
  );
}
