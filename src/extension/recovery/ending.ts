// The end of something that VS Code runs, which may come before anybody waits for it.

import type * as vscode from 'vscode';

/** undefined: it could not be started, was ended by hand, or called off. */
export type ExitCode = number | undefined;

export interface Ending {
  settle(exitCode: ExitCode): void;
  /** `stop` is called when the person calls it off; then nobody waits any longer. */
  wait(cancelled: vscode.CancellationToken, stop: () => void): Promise<ExitCode>;
}

/** Disposes of its listeners when it is over. */
export function createEnding(...listeners: readonly vscode.Disposable[]): Ending {
  let settle: (exitCode: ExitCode) => void = () => undefined;
  const end = new Promise<ExitCode>((resolve) => (settle = resolve));
  return {
    settle,
    wait: async (cancelled, stop) => {
      const onCancel = cancelled.onCancellationRequested(() => {
        stop();
        settle(undefined);
      });
      try {
        return await end;
      } finally {
        onCancel.dispose();
        listeners.forEach((listener) => void listener.dispose());
      }
    },
  };
}
