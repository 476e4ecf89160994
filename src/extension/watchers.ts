// Tells a project that its files changed, whoever changed them: hooks, the MCP server, git, people.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../core/project';
import { DisposableStore, toDisposable } from '../core/support/disposable';

/** Writers replace a file in several steps; one refresh serves them all. */
const settleMilliseconds = 60;
/** Safety net: watchers lose events in some containers and on network drives. */
const pollMilliseconds = 10_000;

export function watchProject(project: Project, log: vscode.LogOutputChannel): vscode.Disposable {
  const store = new DisposableStore();
  const watchers = new Map<string, vscode.Disposable>();
  let settling: NodeJS.Timeout | undefined;

  const refresh = () => {
    project.refresh().catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
    });
  };
  const settle = (uri: vscode.Uri) => {
    if (!project.ignores(path.basename(uri.fsPath))) {
      settling ??= setTimeout(() => {
        settling = undefined;
        refresh();
      }, settleMilliseconds);
    }
  };
  /** Non-recursive, one per known directory: a pattern with `**` would obey files.watcherExclude. */
  const watch = ({ directory, pattern }: { directory: string; pattern: string }) => {
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(directory), pattern),
    );
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(settle),
      watcher.onDidChange(settle),
      watcher.onDidDelete(settle),
    );
  };
  const watchKnownDirectories = () => {
    const known = new Map(
      project.watched().map((each) => [path.join(each.directory, each.pattern), each]),
    );
    for (const [key, watcher] of watchers) {
      if (!known.has(key)) {
        watcher.dispose();
        watchers.delete(key);
      }
    }
    for (const [key, each] of known) {
      if (!watchers.has(key)) {
        watchers.set(key, watch(each));
      }
    }
  };

  store.add(project.onDidChange(watchKnownDirectories));
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        refresh();
      }
    }),
  );
  const poll = setInterval(refresh, pollMilliseconds);
  store.add(
    toDisposable(() => {
      clearInterval(poll);
      clearTimeout(settling);
      watchers.forEach((watcher) => void watcher.dispose());
    }),
  );
  watchKnownDirectories();
  return store;
}
