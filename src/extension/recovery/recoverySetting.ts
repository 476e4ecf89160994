// Mirrors the user's own `baton.recovery` into the data folder, where the command line and hooks
// read it. Never what a workspace sets: it can start programs.

import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import { type BlockerType, type ConfiguredStep, shownSteps } from '../../core/settings';
import { describeError } from '../../core/support/errors';
import { settings } from '../contributions';
import type { Projects } from '../projects';

export interface RecoverySetting extends vscode.Disposable {
  /** Settles when what the user has set now is where core reads it. */
  mirror(project: Project): Promise<void>;
  /** What would run now, for a row. */
  shownSteps(type: BlockerType): readonly ConfiguredStep[] | undefined;
  readonly onDidChange: vscode.Event<void>;
}

export function createRecoverySetting(
  projects: Projects,
  log: vscode.LogOutputChannel,
): RecoverySetting {
  const mirrored = new Map<string, { readonly text: string; readonly done: Promise<void> }>();
  const write = async (project: Project, recovery: unknown): Promise<void> => {
    try {
      await project.mirrorRecoverySetting(recovery);
    } catch (error) {
      mirrored.delete(project.root);
      log.warn(`baton.recovery was not mirrored: ${describeError(error)}`);
    }
  };
  const mirror = async (project: Project): Promise<void> => {
    const recovery = userRecovery();
    const text = JSON.stringify(recovery ?? null);
    const known = mirrored.get(project.root);
    // Nothing is written into a project merely because it is opened.
    const isNeedless = recovery === undefined && project.snapshot?.folder !== 'present';
    if (!vscode.workspace.isTrusted || isNeedless) {
      return;
    }
    const done = known?.text === text ? known.done : write(project, recovery);
    mirrored.set(project.root, { text, done });
    await done;
  };
  const mirrorAll = () => {
    for (const project of projects.all.filter(({ snapshot }) => snapshot)) {
      void mirror(project);
    }
  };
  const changed = new vscode.EventEmitter<void>();
  const listeners = vscode.Disposable.from(
    changed,
    projects.onDidChange(mirrorAll),
    vscode.workspace.onDidGrantWorkspaceTrust(mirrorAll),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settings.section}.${settings.recovery}`)) {
        mirrorAll();
        changed.fire();
      }
    }),
  );
  return {
    mirror,
    shownSteps: (type) => shownSteps(process.env, userRecovery(), type),
    onDidChange: changed.event,
    dispose: () => void listeners.dispose(),
  };
}

/** undefined where they set none. */
function userRecovery(): unknown {
  return vscode.workspace.getConfiguration(settings.section).inspect(settings.recovery)
    ?.globalValue;
}
