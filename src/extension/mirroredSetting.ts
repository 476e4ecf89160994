// Mirrors a setting into the data folder, where the command line and hooks read it: the user's own, and
// never what a workspace sets, unless it can neither start programs nor fill a disk.

import * as vscode from 'vscode';
import type { Project } from '../core/project';
import { describeError } from '../core/support/errors';
import { settings } from './contributions';
import type { Projects } from './projects';

export interface MirroredSetting extends vscode.Disposable {
  /** undefined where the user set none. */
  readonly value: unknown;
  /** Settles when what the user has set now is where core reads it. */
  readonly mirror: (project: Project) => Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

export interface SettingToMirror {
  readonly name: string;
  /** Where it may differ between projects. */
  readonly valueFor?: (project: Project) => unknown;
  readonly write: (project: Project, value: unknown) => Promise<void>;
}

export function createMirroredSetting(
  projects: Projects,
  { name, valueFor, write }: SettingToMirror,
  log: vscode.LogOutputChannel,
): MirroredSetting {
  const mirrored = new Map<string, { readonly text: string; readonly done: Promise<void> }>();
  const valueNow = (): unknown =>
    vscode.workspace.getConfiguration(settings.section).inspect(name)?.globalValue;
  const writeNow = async (project: Project, value: unknown): Promise<void> => {
    try {
      await write(project, value);
    } catch (error) {
      mirrored.delete(project.root);
      log.warn(`${settings.section}.${name} was not mirrored: ${describeError(error)}`);
    }
  };
  const mirror = async (project: Project): Promise<void> => {
    const value = valueFor ? valueFor(project) : valueNow();
    const text = JSON.stringify(value ?? null);
    const known = mirrored.get(project.root);
    // Nothing is written into a project merely because it is opened.
    const isNeedless = value === undefined && project.snapshot?.folder !== 'present';
    if (!vscode.workspace.isTrusted || isNeedless) {
      return;
    }
    const done = known?.text === text ? known.done : writeNow(project, value);
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
      if (event.affectsConfiguration(`${settings.section}.${name}`)) {
        mirrorAll();
        changed.fire();
      }
    }),
  );
  return {
    get value() {
      return valueNow();
    },
    mirror,
    onDidChange: changed.event,
    dispose: () => void listeners.dispose(),
  };
}
