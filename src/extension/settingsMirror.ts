// Keeps Baton's settings of this window where the command line and hooks find them.

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { mirrorSettings } from '../core/settings/settings';
import { settings } from './contributions';
import type { Projects } from './projects';

export function registerSettingsMirror(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const mirrored = new Map<string, string>();
  const mirror = async () => {
    // Restricted Mode writes nothing.
    if (!vscode.workspace.isTrusted) {
      return;
    }
    for (const { root } of projects.all) {
      const configuration = vscode.workspace.getConfiguration(
        settings.section,
        vscode.Uri.file(root),
      );
      const sddDir = configuration.get<string>(settings.sddDirectory) ?? '';
      if (mirrored.get(root) !== sddDir) {
        mirrored.set(root, sddDir);
        const place = { root, home: homedir(), env: process.env, platform: process.platform };
        await mirrorSettings({ ...place, logger: log }, { sddDir });
      }
    }
  };
  const start = () => {
    mirror().catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
    });
  };
  return vscode.Disposable.from(
    projects.onDidChange(start),
    vscode.workspace.onDidGrantWorkspaceTrust(start),
  );
}
