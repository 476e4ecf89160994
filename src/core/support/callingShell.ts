// The shell that this process was started from.

import { readFileSync } from 'node:fs';

export interface CallingShell {
  readonly pid: number;
  /** undefined where the system does not tell cheaply. */
  readonly name: string | undefined;
}

const shells = new Set([
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
    const found = readProcess(pid);
    if (!found) {
      break;
    }
    if (shells.has(found.name)) {
      return { pid, name: found.name };
    }
    pid = found.parent;
  }
  return { pid: process.ppid, name: undefined };
}

/** Linux only: elsewhere this would cost a process on every hook. */
function readProcess(pid: number): { name: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may itself contain spaces and parentheses.
    const end = stat.lastIndexOf(')');
    const parent = Number(stat.slice(end + 2).split(' ')[1]);
    return { name: stat.slice(stat.indexOf('(') + 1, end).replace(/^-/, ''), parent };
  } catch {
    return undefined;
  }
}
