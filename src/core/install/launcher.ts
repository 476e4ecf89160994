// Writes the launcher: one path that agents can call for ever, whatever happens to the version of the
// extension, the editor and Node that are behind it today.

import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeFileAtomic } from '../stores/atomicFile';
import { toFileError } from '../stores/fileErrors';
import { withLock } from '../stores/lock';
import { readRegularFile } from '../stores/regularFile';
import { isProgram } from '../support/programOnPath';
import { parseLauncher, posixLauncher, windowsLauncher } from './launcherText';
import { nodeRuntimes, type RuntimeFacts } from './nodeRuntimes';

export interface LauncherPlace extends RuntimeFacts {
  readonly dataFolder: string;
  readonly version: string;
  /** The command line that comes with this version. */
  readonly cli: string;
}

export interface WrittenLauncher {
  readonly launcher: string;
  readonly isChanged: boolean;
}

export function launcherPath(dataFolder: string, platform: NodeJS.Platform): string {
  return path.join(dataFolder, 'bin', platform === 'win32' ? 'baton.cmd' : 'baton');
}

/** Leaves one alone that starts a newer version that is still there. */
export async function writeLauncher(place: LauncherPlace): Promise<WrittenLauncher> {
  const { dataFolder, platform } = place;
  const launcher = launcherPath(dataFolder, platform);
  const current = readLauncher(launcher);
  if (isNewer(current, place)) {
    return { launcher, isChanged: false };
  }
  const text = await launcherText(place, current);
  if (current === text && isExecutable(launcher)) {
    return { launcher, isChanged: false };
  }
  try {
    const folder = path.dirname(launcher);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // It may have been made by something else: nobody but the user is to change what agents start.
    chmodSync(folder, 0o700);
    await withLock(path.join(dataFolder, 'locks', 'launcher'), async (lock) => {
      if (!isNewer(readLauncher(launcher), place)) {
        await writeFileAtomic(launcher, text, {
          mode: 0o700,
          beforeRename: () => {
            lock.assertHeld();
          },
        });
        chmodSync(launcher, 0o700);
      }
    });
  } catch (error) {
    throw toFileError(error, launcher);
  }
  return { launcher, isChanged: true };
}

/** The editor that an earlier one knew stays the last resort where this one is written without. */
async function launcherText(place: LauncherPlace, current: string | undefined): Promise<string> {
  const { platform, execPath, isElectron } = place;
  const known = parseLauncher(current ?? '')?.editor;
  const nodes = await nodeRuntimes(place);
  const facts = {
    ...place,
    nodes: isElectron || nodes.includes(execPath) ? nodes : [...nodes, execPath],
    editor: isElectron ? execPath : known !== undefined && isProgram(known) ? known : undefined,
  };
  return platform === 'win32' ? windowsLauncher(facts) : posixLauncher(facts);
}

function isNewer(text: string | undefined, { version, cli }: LauncherPlace): boolean {
  const current = text === undefined ? undefined : parseLauncher(text);
  return (
    current !== undefined &&
    current.cli !== cli &&
    isFile(current.cli) &&
    new Intl.Collator('en', { numeric: true }).compare(current.version, version) > 0
  );
}

/** undefined where it cannot be read. */
export function readLauncher(file: string): string | undefined {
  try {
    return readRegularFile(file, 65_536).content?.toString('utf8');
  } catch {
    return undefined;
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isExecutable(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o100) !== 0;
}
