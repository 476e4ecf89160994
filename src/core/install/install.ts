// Sets Baton up in an agent, and takes it out again: hooks, commands, skill, MCP server. Both can be
// done any number of times, and both say what they change.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type HeldLock, withLock } from '../stores/lock';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { addServerByClaude, removeServerByClaude } from './claudeProgram';
import { type FileChange, removeEmptyFolder, seeFile, writeSeen } from './fileChange';
import { disable, enable, isReached } from './installReach';
import type { InstallPlace } from './installPlace';
import { type InstallPlan, planInstall, planUninstall } from './installPlan';
import { hashOf, type InstallRecord, installRecord } from './installRecord';
import { launcherPath, writeLauncher } from './launcher';
import type { PlannedFile } from './plannedFile';
import { findServer } from './serverEntry';

export interface InstallReport {
  readonly launcher: string;
  readonly changes: readonly FileChange[];
  /** Whether anything is otherwise than before, here or in a file. */
  readonly hasEffect: boolean;
  /** Files of the user that were left as they are. */
  readonly kept: readonly string[];
  readonly notes: readonly Message[];
}

interface InstallOptions {
  /** Only says what it would change. */
  readonly isDryRun?: boolean;
}

export async function install(
  place: InstallPlace,
  { isDryRun = false }: InstallOptions = {},
): Promise<InstallReport> {
  const isNew = isReached(place) === false;
  if (isDryRun) {
    return toReport(place, allowed(await planInstall(place, await readRecord(place))), isNew);
  }
  return exclusively(place, async (lock) => {
    const plan = allowed(await planInstall(place, await readRecord(place)));
    await writeLauncher(place);
    // Before the files: a memory of what was not made after all does no harm.
    await remember(place, plan);
    for (const folder of plan.folders) {
      mkdirSync(folder, { recursive: true });
    }
    for (const file of plan.files) {
      await write(place, file, lock);
    }
    const notes = [...plan.notes, ...(await enable(place)), ...stepsLeft(place)];
    return toReport(place, { ...plan, notes }, isNew);
  });
}

export async function uninstall(
  place: InstallPlace,
  { isDryRun = false }: InstallOptions = {},
): Promise<InstallReport> {
  const isThere = isReached(place) === true;
  if (isDryRun) {
    return toReport(place, allowed(planUninstall(place, await readRecord(place))), isThere);
  }
  return exclusively(place, async (lock) => {
    const record = await readRecord(place);
    const plan = allowed(planUninstall(place, record));
    for (const file of plan.files) {
      await write(place, file, lock);
    }
    await forget(place, plan, record);
    await disable(place);
    return toReport(place, plan, isThere);
  });
}

/** Before the first file is changed, so that nothing is half done. */
function allowed(plan: InstallPlan): InstallPlan {
  const refused = plan.files.find(({ seen, after }) => seen.isReadOnly && seen.text !== after);
  if (refused) {
    throw new UserError(
      'read-only',
      msg(
        '{0} is read-only, so nothing was changed. Make it writable, then try again.',
        refused.seen.file,
      ),
    );
  }
  return plan;
}

/** What only a person can do, in the agent itself. */
function stepsLeft(place: InstallPlace): Message[] {
  const facts = { ...place, mainRoot: place.repository?.mainRoot };
  return place.plan.trust(place.scope, facts).flatMap(({ detail, fix }) => [detail, fix]);
}

async function exclusively<T>(
  { dataFolder }: InstallPlace,
  body: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return withLock(path.join(dataFolder, 'locks', 'install'), body);
}

async function readRecord(place: InstallPlace): Promise<InstallRecord> {
  const seen = await installRecord(place).read();
  return seen.kind === 'ok'
    ? seen.value
    : seen.kind === 'corrupt'
      ? (seen.backup?.value ?? {})
      : {};
}

async function remember(place: InstallPlace, { files, folders }: InstallPlan): Promise<void> {
  if (files.length === 0) {
    return;
  }
  await installRecord(place).update((record = {}) => {
    const settings = { ...record.settings };
    const hashes = { ...record.files };
    const excludes = { ...record.excludes };
    const tables = { ...record.tables };
    for (const { seen, after, record: known, table, excluded, isWhole } of files) {
      if (known) {
        settings[seen.real] = known;
      }
      if (table) {
        tables[seen.real] = table;
      }
      if (excluded) {
        excludes[seen.real] = excluded;
      }
      if (isWhole && after !== null) {
        hashes[seen.real] = [...new Set([...(hashes[seen.real] ?? []), hashOf(after)])];
      }
    }
    const made = [...new Set([...(record.folders ?? []), ...folders])];
    return { version: 1, ...record, settings, tables, excludes, files: hashes, folders: made };
  });
}

/** Hashes stay: a copy of a file that Baton wrote can still turn up. */
async function forget(
  place: InstallPlace,
  { files }: InstallPlan,
  record: InstallRecord,
): Promise<void> {
  const { paths, root, repository } = place;
  const within = [paths.folder, root, repository?.commonDirectory].filter(
    (each) => each !== undefined,
  );
  const isHere = (folder: string) =>
    within.some((each) => folder === each || folder.startsWith(`${each}${path.sep}`));
  const gone = (record.folders ?? []).filter(isHere).toReversed().filter(removeEmptyFolder);
  const undone = new Set(files.map(({ seen }) => seen.real));
  if (gone.length === 0 && undone.size === 0) {
    return;
  }
  const left = files.flatMap(({ seen, record: known }) =>
    known ? [[seen.real, known] as const] : [],
  );
  await installRecord(place).update((now = {}) => ({
    ...now,
    excludes: Object.fromEntries(
      Object.entries(now.excludes ?? {}).filter(([file]) => !undone.has(file)),
    ),
    tables: Object.fromEntries(
      Object.entries(now.tables ?? {}).filter(([file]) => !undone.has(file)),
    ),
    settings: {
      ...Object.fromEntries(
        Object.entries(now.settings ?? {}).filter(([file]) => !undone.has(file)),
      ),
      ...Object.fromEntries(left),
    },
    folders: (now.folders ?? []).filter((folder) => !gone.includes(folder)),
  }));
}

async function write(place: InstallPlace, planned: PlannedFile, lock: HeldLock): Promise<void> {
  const { seen, after, mode, within, server } = planned;
  if (server && (await writeByClaude(place, planned, server))) {
    return;
  }
  await writeSeen(seen, after, { lock, mode, within });
}

/** Whether the agent's own program did it, which knows when it writes that file itself. */
async function writeByClaude(
  place: InstallPlace,
  { seen, after }: PlannedFile,
  keys: readonly string[],
): Promise<boolean> {
  const { env, root, scope, call, plan } = place;
  if (scope === 'shared') {
    return false;
  }
  const by = { env, cwd: root ?? place.home, scope };
  const serverIn = (text: string | null) =>
    text === null || text.trim() === '' ? undefined : findServer(text, seen.file, keys);
  const isWanted = serverIn(after) !== undefined;
  const done = isWanted
    ? await addServerByClaude(by, plan.server(call), serverIn(seen.text) !== undefined)
    : await removeServerByClaude(by);
  return done && (serverIn(seeFile(seen.file, undefined).text) !== undefined) === isWanted;
}

function toReport(
  { dataFolder, platform }: InstallPlace,
  { files, kept, notes }: InstallPlan,
  isOtherwise: boolean,
): InstallReport {
  const changes = files.map(({ seen, after, shown, isWhole }): FileChange => ({
    file: seen.file,
    before: seen.text,
    after,
    ...shown,
    ...(isWhole && { isOwn: true }),
  }));
  const hasEffect = changes.length > 0 || isOtherwise;
  return { launcher: launcherPath(dataFolder, platform), changes, hasEffect, kept, notes };
}
