// As much of a project as a search takes: the rest would be loaded for nothing.

import { dataFolder } from '../dataFolder';
import { projectPaths } from '../projectPaths';
import { plainSettings } from '../plainSettings';
import { findProject, type FoundProject, repositoryOf } from '../projectRoot';
import { sddDirectoryOf } from '../sddDirectory';
import { sddSettingIn } from '../sddSetting';
import { silentLogger } from '../support/logger';
import type { SearchPlace } from './search';

export interface SearchedProject {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Setting `baton.sddDir`. */
  readonly sddDirectory: string | undefined;
}

/** For a host that has settings of its own. */
export function searchPlaceOf({ sddDirectory, ...project }: SearchedProject): SearchPlace {
  const { root, home } = project;
  return placeIn({ ...project, repository: repositoryOf(root, home) }, () => sddDirectory);
}

/** For one that has none: as they are kept for it. */
export function searchPlaceAt(
  cwd: string,
  about: Pick<SearchedProject, 'home' | 'env'>,
): SearchPlace {
  const project = { ...findProject(cwd, about.home), ...about };
  return placeIn(project, (data) => {
    const paths = projectPaths(project.root, '');
    return sddSettingIn(about.env, plainSettings({ ...project, paths, dataFolder: data }));
  });
}

function placeIn(
  { root, repository, home, env }: FoundProject & Pick<SearchedProject, 'home' | 'env'>,
  chosen: (dataFolder: string) => string | undefined,
): SearchPlace {
  const data = dataFolder({ env, platform: process.platform, home });
  return {
    root,
    home,
    env,
    paths: projectPaths(root, sddDirectoryOf(root, chosen(data)).directory),
    repository,
    dataFolder: data,
    logger: silentLogger,
    now: () => new Date(),
  };
}
