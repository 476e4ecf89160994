// The user's own data folder: what belongs to the user and this machine, not to a project.

import path from 'node:path';

export interface DataFolderFacts {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

export function dataFolder({ env, platform, home }: DataFolderFacts): string {
  if (env.BATON_HOME) {
    return path.resolve(env.BATON_HOME);
  }
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'baton');
    case 'win32':
      return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'baton');
    default: {
      // A relative one is to be ignored, says its specification.
      const data = env.XDG_DATA_HOME ?? '';
      return path.join(path.isAbsolute(data) ? data : path.join(home, '.local', 'share'), 'baton');
    }
  }
}

/** The name of a file that is kept for one project, by its repository id. */
export function ofProject(id: string, name: string): string {
  return path.join('projects', id, name);
}
