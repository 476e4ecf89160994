// Brings the live sessions up to date once a minute, and keeps those alive whose agent has neither hooks
// nor the MCP server. Only where the workspace is trusted: it writes.

import * as vscode from 'vscode';
import { describeError } from '../../core/support/errors';
import { everyMinute } from '../everyMinute';
import type { Projects } from '../projects';

export function registerSessionKeeper(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const keep = async () => {
    for (const project of projects.all) {
      // Nobody has used an agent here.
      if (vscode.workspace.isTrusted && project.snapshot?.folder === 'present') {
        await project.watchAgents();
        await project.sweepSessions();
      }
    }
  };
  return everyMinute(() => {
    keep().catch((error: unknown) => {
      log.warn(`Live sessions were not swept: ${describeError(error)}`);
    });
  });
}
