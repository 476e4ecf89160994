// What Linux tells about a process without starting another one. Elsewhere: nothing.

import { readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly name: string;
  /** `Z` and `X` are dead, though their pid is still taken. */
  readonly state: string;
  readonly parent: number;
  /** Clock ticks since boot. */
  readonly startTime: number;
}

export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state parent …": the name may hold spaces and parentheses, so count from the last.
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      state: fields[0] ?? '',
      parent: Number(fields[1]),
      startTime: Number(fields[19]),
    };
  } catch {
    return undefined;
  }
}
