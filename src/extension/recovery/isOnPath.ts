// Whether a program can be started by its name. No vscode here, so that it is tested without one.

import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export function isOnPath(program: string, env: Readonly<NodeJS.ProcessEnv>): boolean {
  const folders = path.isAbsolute(program) ? [''] : (env.PATH ?? '').split(path.delimiter);
  const endings = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD').split(';') : [''];
  return folders.some((folder) =>
    endings.some((ending) => isProgram(path.join(folder, `${program}${ending}`))),
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
