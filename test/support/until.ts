import { setTimeout as delay } from 'node:timers/promises';
import { livenessOf, ownIdentity } from '../../src/core/support/processIdentity';

/** Waits until it is so, as long as the test may take. */
export async function until(isSo: () => boolean, pauseMs = 20): Promise<void> {
  while (!isSo()) {
    await delay(pauseMs);
  }
}

/** A zombie that nobody has waited for yet has ended. */
export function isRunning(pid: number): boolean {
  const { host, bootId } = ownIdentity();
  return livenessOf({ pid, host, ...(bootId !== undefined && { bootId }) }) !== 'dead';
}

/**
 * For a shell: writes the pid of who started it into `began`, and goes on when `end` is there, or
 * when the test is over and its folder gone.
 */
export function pauseBetween(began: string, end: string): string {
  const write = `echo $PPID > '${began}.tmp' && mv '${began}.tmp' '${began}'`;
  return `${write}; while [ -e '${began}' ] && [ ! -e '${end}' ]; do sleep 0.05; done`;
}
