// What is chosen as the folder of the handover, for hosts that have no settings of their own.

import { dataFolder } from './dataFolder';
import { plainSetting, type SettingPlace } from './plainSetting';
import { projectPaths } from './projectPaths';
import { repositoryOf } from './projectRoot';

export interface SddFacts {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** From the environment, else as `baton.sddDir` is set in VS Code; `sddDirectoryOf` judges it. */
export function sddSetting({ root, home, env }: SddFacts): string | undefined {
  const data = dataFolder({ env, platform: process.platform, home });
  return (
    env.BATON_SDD_DIR ||
    sddSettingIn({ root, repository: repositoryOf(root, home), dataFolder: data, env })
  );
}

/** For whoever knows the repository. */
export function sddSettingIn(place: Omit<SettingPlace, 'paths'>): string | undefined {
  const { env, root } = place;
  if (env.BATON_SDD_DIR) {
    return env.BATON_SDD_DIR;
  }
  const setting = plainSetting({ ...place, paths: projectPaths(root, '') }, 'sddDir');
  return typeof setting === 'string' ? setting : undefined;
}
