// What the user set as `baton.keepTranscripts`, for core.

import type * as vscode from 'vscode';
import { settings } from '../contributions';
import { createMirroredSetting, type MirroredSetting } from '../mirroredSetting';
import type { Projects } from '../projects';

export function createKeepSetting(
  projects: Projects,
  log: vscode.LogOutputChannel,
): MirroredSetting {
  return createMirroredSetting(
    projects,
    {
      name: settings.keepTranscripts,
      write: (project, value) => project.mirrorKeepTranscripts(value),
    },
    log,
  );
}
