// A window that was closed or reloaded in the middle of a recovery could not say what came of it: the
// next one says that it was interrupted.

import * as vscode from 'vscode';
import { describeError } from '../../core/support/errors';
import type { Projects } from '../projects';

export function settleRecoveries(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const settled = new Set<string>();
  return projects.onDidChange(() => {
    for (const project of projects.all) {
      const isOpen = (project.snapshot?.blockers.length ?? 0) > 0;
      if (isOpen && vscode.workspace.isTrusted && !settled.has(project.root)) {
        settled.add(project.root);
        project.settleRecoveries().catch((error: unknown) => {
          log.warn(describeError(error));
        });
      }
    }
  });
}
