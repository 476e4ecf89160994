// The shell that this process was started from.

import { readProcessStat } from './processStat';

export interface CallingShell {
  readonly pid: number;
  /** undefined where the system does not tell cheaply. */
  readonly name: string | undefined;
}

export const shells: ReadonlySet<string> = new Set([
  'bash',
  'zsh',
  'fish',
  'sh',
  'dash',
  'ksh',
  'tcsh',
  'csh',
  'nu',
  'pwsh',
  'elvish',
  'xonsh',
]);

/** The nearest shell above us: between it and us may be npm, npx or a launcher. */
export function callingShell(): CallingShell {
  let pid = process.ppid;
  for (let steps = 0; steps < 16 && pid > 1; steps++) {
    const found = readProcessStat(pid);
    if (!found) {
      break;
    }
    // A login shell is called "-bash".
    const name = found.name.replace(/^-/, '');
    if (shells.has(name)) {
      return { pid, name };
    }
    pid = found.parent;
  }
  return { pid: process.ppid, name: undefined };
}
