// Which project a command is about: that of its row, else that of the active editor. No vscode here,
// so that it is tested without one; chooseProject.ts asks where it is not clear.

import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Projects } from '../projects';
import type { TreeNode } from '../views/treeNode';

/** Notices have no row to hand over, but they know the project. */
export type ProjectRow = Pick<TreeNode, 'root'>;

type OpenProjects = Pick<Projects, 'all' | 'active' | 'refused'>;

/** A row that outlived its project is about no other. */
export function projectOf(projects: OpenProjects, row: ProjectRow | undefined): Project {
  if (row?.root !== undefined) {
    return projects.all.find(({ root }) => root === row.root) ?? refuse(closed(row.root));
  }
  return (
    projects.active() ??
    refuse(
      projects.refused[0] ??
        new UserError('no-project', msg('No project is open. Open a folder first.')),
    )
  );
}

/** That of the row, else one that has a ROADMAP, the active one first. */
export function projectWithRoadmap(projects: OpenProjects, row: ProjectRow | undefined): Project {
  const project = projectOf(projects, row);
  const isClear = row?.root !== undefined || project.snapshot?.hasRoadmap;
  return isClear ? project : (projects.all.find(({ snapshot }) => snapshot?.hasRoadmap) ?? project);
}

function closed(root: string): UserError {
  return new UserError(
    'no-project',
    msg('{0} is no longer open in this window. Open the folder again.', root),
  );
}

function refuse(error: UserError): never {
  throw error;
}
