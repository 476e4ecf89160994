// Tells one process from another, also from a later one that was given the same pid.
// Says 'alive' or 'dead' only when it is certain: a living process taken for dead costs data.

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { readProcessStat } from './processStat';

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Linux only. */
  readonly bootId?: string;
  /** Linux: clock ticks since boot. macOS: milliseconds since 1970. Windows: none. */
  readonly startTime?: number;
}

export type Liveness = 'alive' | 'dead' | 'unknown';

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    host: hostIdentity(),
    bootId: readText('/proc/sys/kernel/random/boot_id')?.trim(),
    startTime:
      process.platform === 'darwin' ? performance.timeOrigin : look(process.pid)?.startTime,
  };
  return own;
}

/** Of a process that runs now; undefined when there is none. Elsewhere than on Linux without its start. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const now = look(pid);
  return now && { ...ownIdentity(), pid, startTime: now.startTime };
}

export function livenessOf(process: ProcessIdentity): Liveness {
  const self = ownIdentity();
  if (process.host !== self.host) {
    return 'unknown';
  }
  if (process.bootId !== self.bootId) {
    return 'dead';
  }
  const now = look(process.pid);
  if (now === undefined) {
    return 'dead';
  }
  if (now.startTime === undefined || process.startTime === undefined) {
    return 'unknown';
  }
  return Math.abs(now.startTime - process.startTime) <= startTimeTolerance ? 'alive' : 'dead';
}

/** macOS rounds to seconds and counts from the fork, Node from its own start. */
const startTimeTolerance = process.platform === 'darwin' ? 10_000 : 0;

/**
 * Everything a pid is relative to. Containers and WSL share host names with their neighbours but
 * have pid namespaces of their own; eight digits of the machine id tell apart machines that are all
 * called "ubuntu" or "localhost", without giving the id away.
 */
function hostIdentity(): string {
  const machine = readText('/etc/machine-id')?.slice(0, 8);
  return [hostname(), process.platform, machine, pidNamespace()].filter(Boolean).join(' ');
}

function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/** The process that has this pid now, or undefined when there is none. */
function look(pid: number): { startTime?: number } | undefined {
  // 0 and below would ask about a whole group of processes.
  if (!Number.isSafeInteger(pid) || pid <= 0 || !exists(pid)) {
    return undefined;
  }
  if (process.platform === 'darwin') {
    return { startTime: startTimeFromPs(pid) };
  }
  const stat = readProcessStat(pid);
  // A zombie writes nothing any more, but lasts for ever where nobody reaps (containers without init).
  const isDead = stat?.state === 'Z' || stat?.state === 'X';
  return isDead ? undefined : { startTime: stat?.startTime };
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, but somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function startTimeFromPs(pid: number): number | undefined {
  try {
    // Not imported at the top: loading it costs more than taking a lock.
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const started = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'UTC0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    });
    const time = Date.parse(`${started.trim()} UTC`);
    return Number.isNaN(time) ? undefined : time;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
