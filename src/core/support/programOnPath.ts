// Where a program is that is started by its name.

import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export function isOnPath(program: string, env: Readonly<NodeJS.ProcessEnv>): boolean {
  return programsOnPath(program, env).length > 0;
}

/** In the order of PATH; the first one is the one that a shell starts. */
export function programsOnPath(program: string, env: Readonly<NodeJS.ProcessEnv>): string[] {
  const folders = path.isAbsolute(program) ? [''] : (env.PATH ?? '').split(path.delimiter);
  const endings = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD').split(';') : [''];
  return folders
    .flatMap((folder) => endings.map((ending) => path.join(folder, `${program}${ending}`)))
    .filter(isProgram);
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
