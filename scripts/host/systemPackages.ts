// Packages of the operating system, installed only where that needs no question: with apt-get,
// as root or through a sudo that asks for no password.

import { findOnPath, runCommand, tailOf } from '../process/command';
import { type Progress, timed } from '../process/progress';

const installMs = 10 * 60_000;

/** What to type by hand, for messages. */
export function aptCommand(packages: readonly string[]): string {
  return `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`;
}

/** Undefined when they are installed; otherwise why not. */
export async function installSystemPackages(
  packages: readonly string[],
  progress: Progress,
): Promise<string | undefined> {
  const aptGet = findOnPath('apt-get');
  if (process.platform !== 'linux' || aptGet === undefined) {
    return 'this machine has no apt-get';
  }
  const prefix = await privilege();
  if (prefix === undefined) {
    return 'this user may not install packages without a password';
  }
  const apt = (...args: string[]) => {
    const line = [...prefix, aptGet, '-q', '-o', 'DPkg::Lock::Timeout=120', ...args];
    return runCommand(line[0] ?? aptGet, line.slice(1), {
      timeoutMs: installMs,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  return timed(progress, `system packages ${packages.join(', ')}`, async () => {
    // The lists may be old or missing, and still the package may be there: only the second decides.
    await apt('update');
    const result = await apt('install', '-y', '--no-install-recommends', ...packages);
    return result.ok ? undefined : `apt-get: ${result.reason}\n${tailOf(result.output, 10)}`;
  });
}

/** What goes before the command, or undefined when it may not be run. */
async function privilege(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) {
    return [];
  }
  const sudo = findOnPath('sudo');
  if (sudo === undefined) {
    return undefined;
  }
  const allowed = await runCommand(sudo, ['-n', 'true'], { timeoutMs: 10_000 });
  return allowed.ok ? [sudo, '-n', '--preserve-env=DEBIAN_FRONTEND'] : undefined;
}
