// Gets something ready in the user's cache, once per version: by one process at a time, and with a
// marker that is written last, so that a half install is redone.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../../src/core/stores/lock';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { type CommandResult, tailOf } from '../process/command';
import { type Progress, timed } from '../process/progress';

const lockMs = 30 * 60_000;

export interface CachedInstall {
  /** As messages name it. */
  readonly label: string;
  readonly directory: string;
  /** What a finished one has besides its marker. */
  readonly files: readonly string[];
  /** Into the folder, which is there and empty. */
  install(step: InstallStep, progress: Progress): Promise<void>;
}

/** One part of an installation; `advice` says what to do when it fails. */
export type InstallStep = (
  part: string,
  advice: string,
  body: () => Promise<CommandResult>,
) => Promise<void>;

export const registryAdvice = 'Check that npm reaches its registry ("npm ping"), then try again.';

export function isCached({ directory, files }: Pick<CachedInstall, 'directory' | 'files'>) {
  return [markerIn(directory), ...files].every((file) => existsSync(file));
}

export async function ensureCached(cached: CachedInstall, progress: Progress): Promise<void> {
  if (isCached(cached)) {
    return;
  }
  mkdirSync(path.dirname(cached.directory), { recursive: true });
  await withLock(
    `${cached.directory}.lock`,
    async () => {
      if (!isCached(cached)) {
        await installAnew(cached, progress);
      }
    },
    {
      timeoutMs: lockMs,
      onWait: () => {
        progress(`${cached.label}: waiting for another process that installs it`);
      },
    },
  );
}

async function installAnew(cached: CachedInstall, progress: Progress): Promise<void> {
  const { label, directory } = cached;
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'package.json'), '{ "private": true }\n');
  const step: InstallStep = (part, advice, body) =>
    timed(progress, `${label}, ${part}`, async () => {
      check(cached, part, advice, await body());
    });
  await cached.install(step, progress);
  writeFileSync(markerIn(directory), `${JSON.stringify({ label, ready: true }, null, 2)}\n`);
}

function markerIn(directory: string): string {
  return path.join(directory, 'ready.json');
}

function check(
  { label, directory }: CachedInstall,
  part: string,
  advice: string,
  result: CommandResult,
): void {
  if (result.ok) {
    return;
  }
  const log = `${directory}-failed.log`;
  writeFileSync(log, result.output);
  throw new UserError(
    'install',
    msg(
      '{0}, part "{1}": {2}\n\n{3}\n\nFolder: {4}\nWhole log: {5}\n{6}',
      label,
      part,
      result.reason,
      tailOf(result.output),
      directory,
      log,
      advice,
    ),
  );
}
