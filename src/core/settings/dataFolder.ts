// Where Baton keeps what belongs to the user and not to a project.

import path from 'node:path';

export interface UserPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

export function dataFolder({ env, platform, home }: UserPlace): string {
  if (env.BATON_HOME) {
    return path.resolve(env.BATON_HOME);
  }
  if (platform === 'darwin') {
    return path.join(home, 'Library', 'Application Support', 'baton');
  }
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'baton');
  }
  return path.join(env.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'baton');
}
