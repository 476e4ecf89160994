// What the user set as `baton.draftOnStop`, for hooks.

import type * as vscode from 'vscode';
import { settings } from './contributions';
import { createMirroredSetting, type MirroredSetting } from './mirroredSetting';
import type { Projects } from './projects';

export function createDraftSetting(
  projects: Projects,
  log: vscode.LogOutputChannel,
): MirroredSetting {
  return createMirroredSetting(
    projects,
    {
      name: settings.draftOnStop,
      write: (project, value) => project.mirrorDraftOnStop(value),
    },
    log,
  );
}
