// Which blocker a command is about: that of its row, else the only one, else the one that is picked.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { Blocker } from '../../core/schemas/blocker';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Projects } from '../projects';
import { t } from '../translate';
import { blockerTitle, severityIcons, typeName } from '../views/blockerWords';
import { noIcons } from '../views/noIcons';
import type { TreeNode } from '../views/treeNode';
import { projectOf } from './projectOf';

/** Notices have no row to hand over, but they know both. */
export type BlockerRow = Pick<TreeNode, 'root' | 'blocker'>;

export interface ChosenBlocker {
  readonly project: Project;
  readonly blocker: Blocker;
  /** As core names it: one that an agent wrote may have no id of its own. */
  readonly id: string;
}

export async function chooseBlocker(
  projects: Projects,
  row: BlockerRow | undefined,
  title: string,
): Promise<ChosenBlocker> {
  if (row?.blocker) {
    return chosen(projectOf(projects, row), row.blocker);
  }
  const all = projects.all.flatMap((project) =>
    (project.snapshot?.blockers ?? []).map((blocker) => chosen(project, blocker)),
  );
  const [first, ...more] = all;
  if (!first) {
    throw new UserError('no-blockers', msg('Nothing stands in the way: there are no blockers.'));
  }
  return more.length === 0 ? first : pick(all, title, projects.all.length > 1);
}

async function pick(
  all: readonly ChosenBlocker[],
  title: string,
  namesProject: boolean,
): Promise<ChosenBlocker> {
  const choice = await vscode.window.showQuickPick(
    all.map((each) => ({
      label: `$(${severityIcons[each.blocker.severity ?? 'medium'].id}) ${noIcons(blockerTitle(each.blocker, t))}`,
      description: typeName(each.blocker.type, t),
      ...(namesProject && { detail: noIcons(path.basename(each.project.root)) }),
      each,
    })),
    { title, placeHolder: t('Which blocker?'), matchOnDescription: true },
  );
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return choice.each;
}

function chosen(project: Project, blocker: Blocker): ChosenBlocker {
  return { project, blocker, id: blocker.id ?? blocker.description ?? '' };
}
