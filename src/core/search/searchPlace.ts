// As much of a project as a search takes: the rest would be loaded for nothing.

import { dataFolder } from '../dataFolder';
import { projectPaths } from '../projectPaths';
import { repositoryOf } from '../projectRoot';
import { sddDirectoryOf } from '../sddDirectory';
import { silentLogger } from '../support/logger';
import type { SearchPlace } from './search';

export interface SearchedProject {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Setting `baton.sddDir`. */
  readonly sddDirectory: string | undefined;
}

export function searchPlaceOf({ root, home, env, sddDirectory }: SearchedProject): SearchPlace {
  return {
    root,
    home,
    env,
    paths: projectPaths(root, sddDirectoryOf(root, sddDirectory).directory),
    repository: repositoryOf(root, home),
    dataFolder: dataFolder({ env, platform: process.platform, home }),
    logger: silentLogger,
    now: () => new Date(),
  };
}
