// What installs and uninstalls work with: whose machine, which project, which scope.

import { dataFolder } from '../dataFolder';
import type { Git } from '../git/git';
import type { Repository } from '../git/repository';
import { findProjectRoot, repositoryOf } from '../projectRoot';
import { realPathOr } from '../stores/regularFile';
import { UserError } from '../support/errors';
import type { Logger } from '../support/logger';
import type { AgentName } from '../transcript/transcriptEvent';
import type { AgentPlan } from './agentPlan';
import { agentPlans } from './agentPlans';
import type { InstallScope, LauncherCall } from './hookEntries';
import type { ScopePaths } from './installPaths';
import { type LauncherPlace, launcherPath } from './launcher';

export interface InstallFacts extends Omit<LauncherPlace, 'dataFolder'> {
  readonly logger: Logger;
  readonly now: () => Date;
}

export interface InstallPlace extends LauncherPlace, InstallFacts {
  readonly plan: AgentPlan;
  readonly scope: InstallScope;
  /** undefined only in the user's scope, in a folder that is no project. */
  readonly root: string | undefined;
  readonly repository: Repository | undefined;
  readonly git: Git | undefined;
  readonly paths: ScopePaths;
  readonly call: LauncherCall;
}

export async function installPlace(
  facts: InstallFacts,
  cwd: string,
  scope: InstallScope,
  agent: AgentName = 'claude',
): Promise<InstallPlace> {
  const { env, platform } = facts;
  const plan = agentPlans[agent];
  const home = realPathOr(facts.home);
  const data = dataFolder({ env, platform, home: facts.home });
  const root = rootOf(cwd, home, scope);
  const repository = root === undefined ? undefined : repositoryOf(root, home);
  const { createGit } = await import('../git/git');
  return {
    ...facts,
    dataFolder: data,
    plan,
    scope,
    root,
    repository,
    git: root === undefined ? undefined : createGit({ root, env }),
    paths: plan.paths(scope, { env, home: facts.home, root, mainRoot: repository?.mainRoot }),
    call: { launcher: launcherPath(data, platform), scope, platform },
  };
}

function rootOf(cwd: string, home: string, scope: InstallScope): string | undefined {
  try {
    return findProjectRoot(cwd, home);
  } catch (error) {
    if (scope === 'user' && UserError.is(error, 'home-folder')) {
      return undefined;
    }
    throw error;
  }
}
