// The terminal of this window in which a session's agent runs.

import * as vscode from 'vscode';
import type { LiveSession } from '../../core/sessions/liveSessions';
import { readProcessStat } from '../../core/support/processStat';
import { agentPid } from '../views/liveSessionNode';

const mostSteps = 16;

/** undefined where it runs elsewhere. Above the agent is its shell, if any, and then the terminal. */
export async function terminalOf(live: LiveSession): Promise<vscode.Terminal | undefined> {
  const pids = new Map<number, vscode.Terminal>();
  for (const terminal of vscode.window.terminals) {
    const pid = await terminal.processId;
    if (pid !== undefined) {
      pids.set(pid, terminal);
    }
  }
  let pid = agentPid(live) ?? 0;
  for (let step = 0; step < mostSteps && pid > 1; step++) {
    const terminal = pids.get(pid);
    if (terminal) {
      return terminal;
    }
    pid = readProcessStat(pid)?.parent ?? 0;
  }
  return undefined;
}
