// "5 minutes ago" must not still be there an hour later.

import type * as vscode from 'vscode';

export function everyMinute(redraw: () => void): vscode.Disposable {
  const timer = setInterval(redraw, 60_000);
  return {
    dispose: () => {
      clearInterval(timer);
    },
  };
}
