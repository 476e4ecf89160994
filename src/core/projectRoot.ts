// Which folder is the project: the git top level of where the user is, else that folder itself.

import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { findRepository, type Repository } from './git/repository';
import { UserError } from './support/errors';
import { msg } from './support/message';

export interface FoundProject {
  readonly root: string;
  readonly repository: Repository | undefined;
}

/** Never the home folder: with a dotfiles repository everything below it would be one project. */
export function findProjectRoot(start: string, home: string): string {
  return findProject(start, home).root;
}

export function findProject(start: string, home: string): FoundProject {
  const directory = realFolder(start);
  const homeFolder = realHome(home);
  const repository = findRepository(directory);
  if (repository && repository.root !== homeFolder) {
    return { root: repository.root, repository: notOfHome(repository, homeFolder) };
  }
  if (directory === homeFolder) {
    throw new UserError(
      'home-folder',
      msg(
        'The home folder is not used as a project, because everything below it would belong to it. Open or change to a project folder.',
      ),
    );
  }
  return { root: directory, repository: undefined };
}

/** The repository of a project, which may come and go; its main worktree is never the home folder. */
export function repositoryOf(root: string, home: string): Repository | undefined {
  const repository = findRepository(root);
  if (repository?.root !== root) {
    return undefined;
  }
  return notOfHome(repository, realHome(home));
}

function notOfHome(repository: Repository, homeFolder: string): Repository {
  return repository.mainRoot === homeFolder ? { ...repository, mainRoot: undefined } : repository;
}

/** Where services run, the home folder may not exist. */
function realHome(home: string): string {
  return realPath(home) ?? home;
}

function realFolder(directory: string): string {
  const real = realPath(directory);
  if (real === undefined || !statSync(real).isDirectory()) {
    throw new UserError(
      'no-folder',
      msg('There is no folder {0}. Check the path.', path.resolve(directory)),
    );
  }
  return real;
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
