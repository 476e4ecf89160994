// Where hooks may act once they are installed: projects that a person enabled, and of hooks in the
// user's own settings only those that they were installed for.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { allowAgent, disableProject, enableProject, forbidAgent } from '../enabledProjects';
import { agentReach } from '../enabledRoot';
import { projectPaths } from '../projectPaths';
import { ensureRepositoryId } from '../repositoryId';
import { type Message, msg } from '../support/message';
import { batonCommand } from './batonCommand';
import { agentsInUse } from './installedScopes';
import type { InstallPlace } from './installPlace';

/** Whether hooks in the user's own file act in this scope; undefined where they do by being there. */
export function isReached({ plan, scope, root, ...place }: InstallPlace): boolean | undefined {
  if (plan.hasLocalFile || scope === 'shared') {
    return undefined;
  }
  const { isHere, isEverywhere } = agentReach(plan.name, root, place);
  return scope === 'local' ? isHere : isEverywhere;
}

export async function enable(place: InstallPlace): Promise<Message[]> {
  const { root, repository, plan, scope } = place;
  const isUserFile = !plan.hasLocalFile && scope !== 'shared';
  if (isUserFile && scope === 'user') {
    await allowAgent(place, plan.name, 'everywhere');
  }
  if (root === undefined) {
    return [
      msg(
        'Hooks act only in projects that you enabled: run {0} in each, or open it in the editor and trust it.',
        batonCommand('install', 'user', plan.name),
      ),
    ];
  }
  const paths = projectPaths(root, '');
  await ensureRepositoryId({ root, repository, paths });
  await enableProject({ ...place, root, paths });
  if (isUserFile && scope === 'local') {
    await allowAgent(place, plan.name, { ...place, root, paths });
  }
  return [];
}

/** Unless something else, or another working tree of the repository, may still bring hooks here. */
export async function disable(place: InstallPlace): Promise<void> {
  const { root, repository, plan, scope } = place;
  const mainRoot = repository?.mainRoot;
  const here = root === undefined ? undefined : { ...place, root, paths: projectPaths(root, '') };
  if (!plan.hasLocalFile && scope === 'user') {
    await forbidAgent(place, plan.name, 'everywhere');
  }
  if (!here) {
    return;
  }
  if (!plan.hasLocalFile && scope === 'local') {
    await forbidAgent(place, plan.name, here);
  }
  const isShared =
    mainRoot !== undefined ||
    (repository && existsSync(path.join(repository.commonDirectory, 'worktrees')));
  if (!isShared && agentsInUse({ ...place, mainRoot }).length === 0) {
    await disableProject(here);
  }
}
