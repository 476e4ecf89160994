// Runs a program where it reaches this machine only: what it may try to send stays here.

import { runCommand } from './command';

/** As root, or as a user who is let to play root; the loopback interface of a new network is down. */
const prefixes = [['-n'], ['-rn']].map((flags) => [
  ...['unshare', ...flags],
  ...['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'],
]);

/** What goes before the command line; undefined where the system does not allow it. */
export async function loopbackOnly(): Promise<readonly string[] | undefined> {
  for (const prefix of prefixes) {
    const [command = '', ...args] = prefix;
    if ((await runCommand(command, [...args, 'true'], { timeoutMs: 10_000 })).ok) {
      return prefix;
    }
  }
  return undefined;
}
