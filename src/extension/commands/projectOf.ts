// Which project a command is about: that of its row, else that of the active editor.

import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Projects } from '../projects';
import type { TreeNode } from '../views/treeNode';

/** Notices have no row to hand over, but they know the project. */
export type ProjectRow = Pick<TreeNode, 'root'>;

export function projectOf(projects: Projects, node: ProjectRow | undefined): Project {
  const project = projects.all.find(({ root }) => root === node?.root) ?? projects.active();
  if (!project) {
    throw (
      projects.refused[0] ??
      new UserError('no-project', msg('No project is open. Open a folder first.'))
    );
  }
  return project;
}
