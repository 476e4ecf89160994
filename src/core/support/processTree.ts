// Ends a process with everything it started, also what has left its process group
// (each shell of an integrated terminal leads a session of its own).

import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { hasCode } from './errors';
import { pause } from './upTime';

const pollMs = 50;

/** Pairs of process and parent. Linux is read from /proc: a slim image has no `ps`. */
async function parents(): Promise<[pid: number, parent: number][]> {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const parent = parentFromStat(readStat(name));
        return parent === undefined ? [] : [[Number(name), parent] as [number, number]];
      });
  }
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => (pid && parent !== undefined ? [[pid, parent]] : []));
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ''; // It ended between the listing and the reading.
  }
}

/** Known on Linux only: elsewhere it would take a program to find out. */
export function parentOf(pid: number): number | undefined {
  return process.platform === 'linux' ? parentFromStat(readStat(String(pid))) : undefined;
}

/** A zombie counts as gone; the program's name may itself contain spaces and parentheses. */
export function parentFromStat(stat: string): number | undefined {
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || state === 'Z' || parent === undefined ? undefined : Number(parent);
}

export function descendantsOf(root: number, table: readonly [number, number][]): number[] {
  const found = new Set<number>([root]);
  const queue = [root];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const [pid, parent] of table) {
      if (parent === next && !found.has(pid)) {
        found.add(pid);
        queue.push(pid);
      }
    }
  }
  found.delete(root);
  return [...found];
}

/** Of a process, as they are now. */
export async function currentDescendants(pid: number): Promise<number[]> {
  return process.platform === 'win32' ? [] : descendantsOf(pid, await parents());
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) {
      throw error;
    }
  }
}

async function alive(pids: Iterable<number>): Promise<number[]> {
  const running = new Set((await parents()).map(([pid]) => pid));
  return [...pids].filter((pid) => running.has(pid));
}

export interface EndOptions {
  /** How long what is asked to end may take before it is killed. */
  graceMs?: number;
}

/** The process itself is asked first, so that it can end its own children in order. */
export async function endProcessTree(pid: number, options: EndOptions = {}): Promise<void> {
  if (process.platform === 'win32') {
    // Nobody can be asked there, and who has gone makes it fail.
    const args = ['/pid', String(pid), '/T', '/F'];
    await promisify(execFile)('taskkill', args, { windowsHide: true }).catch(() => undefined);
    return;
  }
  const tree = [pid, ...descendantsOf(pid, await parents())];
  await endAll([pid], tree, options.graceMs ?? 5_000);
}

/** Everything this process started, directly or not. */
export async function endDescendants(options: EndOptions = {}): Promise<void> {
  const table = await parents();
  const children = table.filter(([, parent]) => parent === process.pid).map(([pid]) => pid);
  await endAll(children, descendantsOf(process.pid, table), options.graceMs ?? 15_000);
}

async function endAll(first: readonly number[], all: number[], graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  const tree = new Set(all);
  first.forEach((pid) => {
    signalProcess(pid, 'SIGTERM');
  });
  let asked = false;
  let remaining = await alive(tree);
  while (remaining.length > 0 && Date.now() < deadline) {
    // Who is left after the first have gone was forgotten by them, and is asked as well.
    if (!asked && !remaining.some((pid) => first.includes(pid))) {
      asked = true;
      remaining.forEach((pid) => {
        signalProcess(pid, 'SIGTERM');
      });
    }
    await pause(pollMs);
    const table = await parents();
    for (const pid of remaining) {
      descendantsOf(pid, table).forEach((child) => tree.add(child));
    }
    remaining = await alive(tree);
  }
  remaining.forEach((pid) => {
    signalProcess(pid, 'SIGKILL');
  });
}
