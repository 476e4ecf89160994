// Hands what was seen running in the window to the project that it ran in.

import * as vscode from 'vscode';
import type { ObservedRun } from '../../core/blockers/recordRun';
import type { Project } from '../../core/project';
import { realPathWithin } from '../../core/stores/regularFile';
import { describeError } from '../../core/support/errors';
import type { Projects } from '../projects';
import { t } from '../translate';
import { blockerTitle } from '../views/blockerWords';
import { noIcons } from '../views/noIcons';

export interface RunRecorder {
  /** The one whose files a command in that folder works on; undefined where nothing is recorded. */
  projectAt(folder: vscode.Uri | undefined): Project | undefined;
  /** Nobody waits for it, so failing is only logged. */
  record(project: Project, run: ObservedRun): Promise<void>;
}

export function createRunRecorder(projects: Projects, log: vscode.LogOutputChannel): RunRecorder {
  return {
    projectAt: (folder) =>
      folder?.scheme === 'file' && vscode.workspace.isTrusted
        ? innermost(projects.all.filter(({ root }) => holds(root, folder.fsPath)))
        : undefined,
    record: async (project, run) => {
      try {
        const { closed } = await project.recordRun(run);
        const [first] = closed;
        // What now fails for another reason is not solved.
        if (first && run.verdict.kind === 'passed') {
          const title = noIcons(blockerTitle(first, t));
          vscode.window.setStatusBarMessage(t('$(pass) Solved: {0}', title), 10_000);
        }
      } catch (error) {
        log.warn(`A run of ${project.root} was not recorded: ${describeError(error)}`);
      }
    },
  };
}

function holds(root: string, folder: string): boolean {
  try {
    return realPathWithin(root, folder) !== undefined;
  } catch {
    return false;
  }
}

/** A repository inside another one is a project of its own. */
function innermost(projects: readonly Project[]): Project | undefined {
  return projects.reduce<Project | undefined>(
    (best, each) => (best && best.root.length >= each.root.length ? best : each),
    undefined,
  );
}
