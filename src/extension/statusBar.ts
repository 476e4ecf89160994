// One status-bar item: progress, branch, and a warning colour when blocked.

import path from 'node:path';
import * as vscode from 'vscode';
import { views } from './contributions';
import { everyMinute } from './everyMinute';
import type { Projects } from './projects';
import { statusText, type StatusText } from './views/statusText';
import { currentRendering } from './views/treeView';

export interface StatusBar extends vscode.Disposable {
  /** What it shows now; undefined when it is hidden. */
  shown(): StatusText | undefined;
}

export function registerStatusBar(projects: Projects): StatusBar {
  const item = vscode.window.createStatusBarItem(
    'baton.status',
    vscode.StatusBarAlignment.Left,
    // Right after the branch of the built-in git extension.
    90,
  );
  item.name = 'Baton';
  let shown: StatusText | undefined;

  const update = () => {
    const active = projects.active();
    const elsewhere = projects.all
      .filter(({ root, snapshot }) => snapshot && root !== active?.root)
      .map(({ root, snapshot }) => ({
        folder: path.basename(root),
        blockers: snapshot?.blockers ?? [],
      }));
    shown = active?.snapshot && statusText(active.snapshot, currentRendering(), elsewhere);
    if (!shown) {
      item.hide();
      return;
    }
    item.command = `${shown.blocked ? views.blockers : views.session}.focus`;
    item.text = shown.text;
    item.tooltip = shown.tooltip;
    item.accessibilityInformation = { label: shown.spoken };
    item.backgroundColor = shown.blocked
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    item.show();
  };
  const disposables = vscode.Disposable.from(
    item,
    projects.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    everyMinute(update),
  );
  return { shown: () => shown, dispose: () => void disposables.dispose() };
}
