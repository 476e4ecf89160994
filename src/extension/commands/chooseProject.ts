// Asks which project is meant, where a window has several and nothing says it.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Projects } from '../projects';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';
import { projectOf, type ProjectRow } from './projectOf';

/** For commands that write or load: what they do must not hit another project by chance. */
export async function chooseProject(
  projects: Projects,
  row: ProjectRow | undefined,
): Promise<Project> {
  const active = projectOf(projects, row);
  if (row?.root !== undefined || projects.all.length < 2) {
    return active;
  }
  const choice = await vscode.window.showQuickPick(
    [active, ...projects.all.filter((project) => project !== active)].map((project) => ({
      label: noIcons(path.basename(project.root)),
      description: noIcons(project.root),
      project,
    })),
    { title: t('Which Project?'), placeHolder: t('The window has several projects') },
  );
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return choice.project;
}
