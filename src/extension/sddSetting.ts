// What is set as `baton.sddDir`, for the command line, hooks and the MCP server: all write to one
// handover. A workspace may set it, because it leads nowhere outside the project.

import * as vscode from 'vscode';
import type { Project } from '../core/project';
import { isWithinFolder } from '../core/stores/regularFile';
import { settings } from './contributions';
import { createMirroredSetting, type MirroredSetting } from './mirroredSetting';
import type { Projects } from './projects';

export function createSddSetting(
  projects: Projects,
  log: vscode.LogOutputChannel,
): MirroredSetting {
  return createMirroredSetting(
    projects,
    {
      name: settings.sddDirectory,
      valueFor: settingOf,
      write: (project, value) => project.mirrorSddDirectory(value),
    },
    log,
  );
}

/** As for the project itself: that of its first folder. Empty is the default. */
function settingOf({ root }: Project): string | undefined {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) =>
    isWithinFolder(root, uri.fsPath),
  );
  return (
    vscode.workspace
      .getConfiguration(settings.section, folder?.uri)
      .get<string>(settings.sddDirectory) || undefined
  );
}
