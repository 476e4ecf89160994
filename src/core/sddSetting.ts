// What is chosen as the folder of the handover, for hosts that have no settings of their own.

import { dataFolder } from './dataFolder';
import { type PlainSettings, plainSettings } from './plainSettings';
import { projectPaths } from './projectPaths';
import { repositoryOf } from './projectRoot';

export interface SddFacts {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** From the environment, else as `baton.sddDir` is set in VS Code; `sddDirectoryOf` judges it. */
export function sddSetting({ root, home, env }: SddFacts): string | undefined {
  if (env.BATON_SDD_DIR) {
    return env.BATON_SDD_DIR;
  }
  const settings = plainSettings({
    root,
    paths: projectPaths(root, ''),
    repository: repositoryOf(root, home),
    dataFolder: dataFolder({ env, platform: process.platform, home }),
  });
  return sddSettingIn(env, settings);
}

/** For whoever knows the settings. */
export function sddSettingIn(
  { BATON_SDD_DIR: given }: Readonly<NodeJS.ProcessEnv>,
  { sddDir }: PlainSettings,
): string | undefined {
  return given || (typeof sddDir === 'string' ? sddDir : undefined);
}
