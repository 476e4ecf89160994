// Which folder is the project: the git top level of where the user is, else that folder itself.

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { findRepository, type Repository } from './git/repository';
import { UserError } from './support/errors';
import { msg } from './support/message';

/** Never the home folder: with a dotfiles repository everything below it would be one project. */
export async function findProjectRoot(start: string, home: string): Promise<string> {
  const directory = await realFolder(start);
  const homeFolder = await realHome(home);
  const repository = await findRepository(directory);
  if (repository && repository.root !== homeFolder) {
    return repository.root;
  }
  if (directory === homeFolder) {
    throw new UserError(
      'home-folder',
      msg(
        'The home folder is not used as a project, because everything below it would belong to it. Open or change to a project folder.',
      ),
    );
  }
  return directory;
}

/** The repository of a project, which may come and go; its main worktree is never the home folder. */
export async function repositoryOf(root: string, home: string): Promise<Repository | undefined> {
  const repository = await findRepository(root);
  if (repository?.root !== root) {
    return undefined;
  }
  const isHome = repository.mainRoot === (await realHome(home));
  return isHome ? { ...repository, mainRoot: undefined } : repository;
}

/** Where services run, the home folder may not exist. */
async function realHome(home: string): Promise<string> {
  return realpath(home).catch(() => home);
}

async function realFolder(directory: string): Promise<string> {
  const real = await realpath(directory).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory()) {
    throw new UserError(
      'no-folder',
      msg('There is no folder {0}. Check the path.', path.resolve(directory)),
    );
  }
  return real;
}
