// Which CLIs are on this machine, and in which version. Asks nothing and nobody where a file says it;
// what had to be run to say it is remembered until the program changes.

import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { describeError } from '../support/errors';
import { programsOnPath } from '../support/programOnPath';
import { runProcess } from '../support/runProcess';
import { recordOf, textOf } from '../transcript/lineValues';
import { userFile, type UserFilePlace } from '../userFiles';
import type { AgentStrategy, AgentSupport } from './agentStrategy';
import { versionIn } from './versions';

export interface InstalledPlace extends UserFilePlace {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** How long a program may take to say its version; long enough unless told. */
  readonly versionMs?: number | undefined;
}

export interface InstalledAgent {
  readonly strategy: AgentStrategy;
  /** Where its program is; undefined where it is not installed. */
  readonly file: string | undefined;
  /** What its arguments come after; empty where it is not installed. */
  readonly command: readonly string[];
  readonly version: string | undefined;
  readonly support: AgentSupport;
}

const fileName = 'agent-versions.json';
const longestMs = 15_000;
const longestOutput = 64 * 1024;

const seenSchema = z.looseObject({
  versions: z.optional(
    z.record(z.string(), z.looseObject({ stamp: z.string(), version: z.nullable(z.string()) })),
  ),
});

export async function installedAgents(
  place: InstalledPlace,
  strategies: readonly AgentStrategy[],
): Promise<InstalledAgent[]> {
  return Promise.all(strategies.map((strategy) => installedAgent(place, strategy)));
}

export async function installedAgent(
  place: InstalledPlace,
  strategy: AgentStrategy,
): Promise<InstalledAgent> {
  // A relative entry of the PATH would lead into the project.
  const file = programsOnPath(strategy.program, place.env).find((each) => path.isAbsolute(each));
  const known = file === undefined ? undefined : packageOf(file, strategy.packageName);
  const command = file === undefined ? [] : commandOf(file, known, place.env);
  const version =
    known?.version ?? (file === undefined ? undefined : await seenVersion(place, file, command));
  return { strategy, file, command, version, support: strategy.support(version) };
}

interface NpmPackage {
  readonly version: string | undefined;
  /** What its program really is. */
  readonly script: string | undefined;
}

/** Of the package that a program belongs to, wherever npm put the link to it. */
function packageOf(file: string, packageName: string | undefined): NpmPackage | undefined {
  if (packageName === undefined) {
    return undefined;
  }
  const beside = path.join(path.dirname(file), 'node_modules', packageName);
  const folders = isScriptOfWindows(file) ? [beside] : foldersAbove(file);
  for (const folder of folders) {
    const json = readJson(path.join(folder, 'package.json'));
    if (json.name === packageName) {
      const bin = Object.values(recordOf(json.bin))
        .concat(json.bin)
        .flatMap((each) => textOf(each) ?? []);
      return {
        version: versionIn(textOf(json.version) ?? ''),
        script: bin[0] === undefined ? undefined : path.join(folder, bin[0]),
      };
    }
  }
  return undefined;
}

function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  try {
    let folder = path.dirname(realpathSync(file));
    while (folders.length < 6 && folder !== path.dirname(folder)) {
      folders.push(folder);
      folder = path.dirname(folder);
    }
  } catch {
    // It went away meanwhile.
  }
  return folders;
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Those run in a shell, for which words of others would have to be quoted: so what they run is run. */
function commandOf(
  file: string,
  known: NpmPackage | undefined,
  env: Readonly<NodeJS.ProcessEnv>,
): readonly string[] {
  if (!isScriptOfWindows(file)) {
    return [file];
  }
  const script = known?.script;
  if (script === undefined) {
    return [];
  }
  if (/\.exe$/i.test(script)) {
    return [script];
  }
  // By its whole path: a bare name is looked for in the project first, there.
  const node = programsOnPath('node', env).find((each) => path.isAbsolute(each));
  return node === undefined ? [] : [node, script];
}

function isScriptOfWindows(file: string): boolean {
  return /\.(?:cmd|bat|ps1)$/i.test(file);
}

async function seenVersion(
  place: InstalledPlace,
  file: string,
  command: readonly string[],
): Promise<string | undefined> {
  const stamp = stampOf(file);
  const cache = userFile(place, fileName, seenSchema);
  const seen = await cache.read();
  const known = seen.kind === 'ok' ? seen.value.versions?.[file] : undefined;
  if (known?.stamp === stamp) {
    return known.version ?? undefined;
  }
  const version = await askVersion(command, place);
  try {
    await cache.update((now) => ({
      ...now,
      versions: { ...now?.versions, [file]: { stamp, version: version ?? null } },
    }));
  } catch (error) {
    place.logger.warn(`The version of ${file} was not remembered: ${describeError(error)}`);
  }
  return version;
}

/** Of what a link leads to: an update moves the link. */
function stampOf(file: string): string {
  try {
    const real = realpathSync(file);
    const { mtimeMs, size } = statSync(real);
    return `${real} ${mtimeMs} ${size}`;
  } catch {
    return '';
  }
}

/**
 * In an empty folder, with an empty home: a CLI may leave files behind even when it is only asked for
 * its version. Programs that are found by way of the home are asked in the real one.
 */
async function askVersion(
  command: readonly string[],
  { env, versionMs: timeoutMs = longestMs }: InstalledPlace,
): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'baton-version-'));
  try {
    const quiet = { ...env, DISABLE_AUTOUPDATER: '1', NO_COLOR: '1' };
    const homeless = { ...quiet, HOME: folder, USERPROFILE: folder };
    return (
      (await versionOf(command, { cwd: folder, env: homeless, timeoutMs })) ??
      (await versionOf(command, { cwd: folder, env: quiet, timeoutMs }))
    );
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What it started ends with it, when it takes too long. */
async function versionOf(
  command: readonly string[],
  how: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeoutMs: number },
): Promise<string | undefined> {
  let printed = '';
  const ended = await runProcess([...command, '--version'], {
    ...how,
    onOutput: (chunk) => {
      printed = (printed + chunk.toString('utf8')).slice(0, longestOutput);
    },
    onErrorOutput: () => undefined,
  });
  return ended.kind === 'ended' && ended.code === 0 ? versionIn(printed) : undefined;
}
