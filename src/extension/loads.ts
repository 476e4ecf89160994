// What the last load of each project found, kept in memory for as long as it is true.

import * as vscode from 'vscode';
import type { ActionOptions } from '../core/load/applyAction';
import { isOutdated } from '../core/load/isOutdated';
import type { ActionId, ActionReport, LoadReport } from '../core/load/loadReport';
import type { Project } from '../core/project';
import type { Snapshot } from '../core/snapshot';
import type { Projects } from './projects';

export interface Loads extends vscode.Disposable {
  /** undefined: not loaded yet, or something has changed since. */
  reportOf(root: string): LoadReport | undefined;
  readonly onDidChange: vscode.Event<void>;
  load(project: Project, options?: { readonly resume?: boolean }): Promise<LoadReport>;
  apply(project: Project, id: ActionId, options?: ActionOptions): Promise<ActionReport>;
}

export function createLoads(projects: Projects): Loads {
  const changed = new vscode.EventEmitter<void>();
  const loaded = new Map<string, { report: LoadReport; snapshot: Snapshot | undefined }>();

  const forgetOutdated = () => {
    for (const [root, { snapshot }] of loaded) {
      const now = projects.all.find((project) => project.root === root)?.snapshot;
      if (!snapshot || !now || isOutdated(snapshot, now)) {
        loaded.delete(root);
        changed.fire();
      }
    }
  };
  const listener = projects.onDidChange(forgetOutdated);

  return {
    reportOf: (root) => loaded.get(root)?.report,
    onDidChange: changed.event,
    load: async (project, options) => {
      const report = await inStatusBar(vscode.l10n.t('Loading the session…'), () =>
        project.load(options),
      );
      loaded.set(project.root, { report, snapshot: project.snapshot });
      changed.fire();
      return report;
    },
    apply: (project, id, options) =>
      inStatusBar(vscode.l10n.t('Working on the session…'), () => project.applyAction(id, options)),
    dispose: () => {
      listener.dispose();
      changed.dispose();
    },
  };
}

async function inStatusBar<T>(title: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
}
