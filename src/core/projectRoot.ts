// Which folder is the project: the git top level of where the user is, else that folder itself.

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { findRepository, type Repository } from './git/repository';
import { UserError } from './support/errors';
import { msg } from './support/message';

export interface ProjectRoot {
  readonly root: string;
  readonly repository: Repository | undefined;
}

/** Never the home folder: with a dotfiles repository everything below it would be one project. */
export async function findProjectRoot(start: string, home: string): Promise<ProjectRoot> {
  const directory = await real(start);
  // Where services run, the home folder may not exist.
  const homeFolder = await realpath(home).catch(() => home);
  const repository = await findRepository(directory);
  if (repository && repository.root !== homeFolder) {
    return { root: repository.root, repository };
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

async function real(directory: string): Promise<string> {
  return realpath(directory).catch(() => {
    throw new UserError(
      'no-folder',
      msg('There is no folder {0}. Check the path.', path.resolve(directory)),
    );
  });
}
