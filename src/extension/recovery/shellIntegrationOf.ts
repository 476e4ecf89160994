// Waits until the shell of a terminal tells VS Code what it runs, and where. Some shells never do.

import * as vscode from 'vscode';

/** A slow profile of a shell takes its seconds. */
const longestMilliseconds = 10_000;

export function shellIntegrationOf(
  terminal: vscode.Terminal,
  cancelled: vscode.CancellationToken,
): Promise<vscode.TerminalShellIntegration | undefined> {
  return new Promise((resolve) => {
    const done = () => {
      listeners.dispose();
      clearTimeout(timer);
      resolve(terminal.shellIntegration);
    };
    // The folder comes a moment later, and without it nobody knows which project a run belongs to.
    const look = (changed: vscode.Terminal) => {
      if (changed === terminal && terminal.shellIntegration?.cwd) {
        done();
      }
    };
    const listeners = vscode.Disposable.from(
      vscode.window.onDidChangeTerminalShellIntegration((event) => {
        look(event.terminal);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) {
          done();
        }
      }),
      cancelled.onCancellationRequested(done),
    );
    const timer = setTimeout(done, longestMilliseconds);
    look(terminal);
  });
}
