// What the last load of each project found, kept in memory for as long as it is true.

import * as vscode from 'vscode';
import type { ActionOptions } from '../core/load/applyAction';
import { isOutdated, isWorthAnotherLook } from '../core/load/isOutdated';
import type { ActionId, ActionReport, LoadReport } from '../core/load/loadReport';
import type { Project } from '../core/project';
import type { Snapshot } from '../core/snapshot';
import { describeError } from '../core/support/errors';
import { withProgress } from './messages';
import type { Projects } from './projects';
import { t } from './translate';

export interface Loads extends vscode.Disposable {
  /** undefined: not loaded yet, or something has changed since. */
  reportOf(root: string): LoadReport | undefined;
  readonly onDidChange: vscode.Event<void>;
  load(project: Project, options?: { readonly resume?: boolean }): Promise<LoadReport>;
  /** Loads again afterwards, also where it was refused: then what was shown is no longer true. */
  apply(project: Project, id: ActionId, options?: ActionOptions): Promise<ActionReport>;
}

export function createLoads(projects: Projects, log: vscode.LogOutputChannel): Loads {
  const changed = new vscode.EventEmitter<void>();
  const loaded = new Map<string, Loaded>();

  const forgetOutdated = () => {
    for (const [root, { snapshot }] of loaded) {
      const now = projects.all.find((project) => project.root === root)?.snapshot;
      if (!snapshot || !now || isOutdated(snapshot, now)) {
        loaded.delete(root);
        changed.fire();
      }
    }
  };

  const keep = (project: Project, report: LoadReport): LoadReport => {
    loaded.set(project.root, { report, snapshot: project.snapshot, at: Date.now() });
    changed.fire();
    return report;
  };
  const load = async (project: Project, options?: { readonly resume?: boolean }) =>
    keep(project, await inStatusBar(t('Loading the session…'), () => project.load(options)));

  /** Nobody asked for it, so it neither says that it works nor that it failed. */
  const lookAgain = () => {
    const shown = projects.all.filter(({ root }) => {
      const last = loaded.get(root);
      return last && isWorthAnotherLook({ ...last, now: Date.now() });
    });
    for (const project of shown) {
      project.load().then(
        (report) => keep(project, report),
        (error: unknown) => {
          log.warn(describeError(error));
        },
      );
    }
  };
  const listener = vscode.Disposable.from(
    projects.onDidChange(forgetOutdated),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && vscode.workspace.isTrusted) {
        lookAgain();
      }
    }),
  );

  return {
    reportOf: (root) => loaded.get(root)?.report,
    onDidChange: changed.event,
    load,
    apply: async (project, id, options) => {
      try {
        return await inStatusBar(t('Working on the session…'), () =>
          project.applyAction(id, { ...options, speaksOf: 'titles' }),
        );
      } finally {
        await load(project);
      }
    },
    dispose: () => {
      listener.dispose();
      changed.dispose();
    },
  };
}

interface Loaded {
  readonly report: LoadReport;
  readonly snapshot: Snapshot | undefined;
  readonly at: number;
}

async function inStatusBar<T>(title: string, work: () => Promise<T>): Promise<T> {
  return withProgress({ location: vscode.ProgressLocation.Window, title }, work);
}
