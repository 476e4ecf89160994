// Sets Baton up in an agent, and takes it out again: hooks, commands, skill, MCP server. Both can be
// done any number of times, and both say what they change.

import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { disableProject, enableProject } from '../enabledProjects';
import { projectPaths } from '../projectPaths';
import { ensureRepositoryId } from '../repositoryId';
import { type HeldLock, withLock } from '../stores/lock';
import type { Message } from '../support/message';
import { msg } from '../support/message';
import { addServerByClaude, removeServerByClaude } from './claudeProgram';
import { type FileChange, removeEmptyFolder, seeFile, writeSeen } from './fileChange';
import { mcpServer, mcpServerName } from './hookEntries';
import { hasHooksAnywhere } from './installedScopes';
import type { InstallPlace } from './installPlace';
import { type InstallPlan, planInstall, planUninstall } from './installPlan';
import { hashOf, type InstallRecord, installRecord } from './installRecord';
import { launcherPath, writeLauncher } from './launcher';
import type { PlannedFile } from './plannedFile';
import { findServer } from './serverEntry';

export interface InstallReport {
  readonly launcher: string;
  readonly changes: readonly FileChange[];
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
  const launcher = launcherPath(place.dataFolder, place.platform);
  if (isDryRun) {
    const plan = await planInstall(place, await readRecord(place));
    return toReport(place, launcher, plan);
  }
  return exclusively(place, async (lock) => {
    const plan = await planInstall(place, await readRecord(place));
    await writeLauncher(place);
    // Before the files: a memory of what was not made after all does no harm.
    await remember(place, plan);
    for (const folder of plan.folders) {
      mkdirSync(folder, { recursive: true });
    }
    for (const file of plan.files) {
      await write(place, file, lock);
    }
    const notes = [...plan.notes, ...(await enable(place))];
    return toReport(place, launcher, { ...plan, notes });
  });
}

export async function uninstall(
  place: InstallPlace,
  { isDryRun = false }: InstallOptions = {},
): Promise<InstallReport> {
  const launcher = launcherPath(place.dataFolder, place.platform);
  if (isDryRun) {
    return toReport(place, launcher, planUninstall(place, await readRecord(place)));
  }
  return exclusively(place, async (lock) => {
    const record = await readRecord(place);
    const plan = planUninstall(place, record);
    for (const file of plan.files) {
      await write(place, file, lock);
    }
    await forget(place, plan, record);
    await disable(place);
    return toReport(place, launcher, plan);
  });
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
    for (const { seen, after, record: known, excluded, isWhole } of files) {
      if (known) {
        settings[seen.real] = known;
      }
      if (excluded) {
        excludes[seen.real] = excluded;
      }
      if (isWhole && after !== null) {
        hashes[seen.real] = [...new Set([...(hashes[seen.real] ?? []), hashOf(after)])];
      }
    }
    const made = [...new Set([...(record.folders ?? []), ...folders])];
    return { version: 1, ...record, settings, excludes, files: hashes, folders: made };
  });
}

/** Hashes stay: a copy of a file that Baton wrote can still turn up. */
async function forget(
  place: InstallPlace,
  { files }: InstallPlan,
  record: InstallRecord,
): Promise<void> {
  const { paths, root, repository } = place;
  const within = [paths.claude, root, repository?.commonDirectory].filter(
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
  const { env, root, scope, call } = place;
  if (scope === 'shared') {
    return false;
  }
  const by = { env, cwd: root ?? place.home, scope };
  const serverIn = (text: string | null) =>
    text === null || text.trim() === '' ? undefined : findServer(text, seen.file, keys);
  const isWanted = serverIn(after) !== undefined;
  const done = isWanted
    ? await addServerByClaude(by, mcpServer(call), serverIn(seen.text) !== undefined)
    : await removeServerByClaude(by);
  return done && (serverIn(seeFile(seen.file, undefined).text) !== undefined) === isWanted;
}

async function enable(place: InstallPlace): Promise<Message[]> {
  const { root, repository } = place;
  if (root === undefined) {
    return [
      msg(
        'Hooks act only in projects that you enabled: run "baton install --user" in each, or open it in the editor and trust it.',
      ),
    ];
  }
  const paths = projectPaths(root, '');
  await ensureRepositoryId({ root, repository, paths });
  await enableProject({ ...place, root, paths });
  return [];
}

/** Unless another scope, or another working tree of the repository, may still bring hooks here. */
async function disable(place: InstallPlace): Promise<void> {
  const { root, repository } = place;
  const mainRoot = repository?.mainRoot;
  const isShared =
    mainRoot !== undefined ||
    (repository && existsSync(path.join(repository.commonDirectory, 'worktrees')));
  if (root !== undefined && !isShared && !hasHooksAnywhere({ ...place, mainRoot })) {
    await disableProject({ ...place, root, paths: projectPaths(root, '') });
  }
}

function toReport(place: InstallPlace, launcher: string, plan: InstallPlan): InstallReport {
  const changes = plan.files.map(({ seen, after, server, isWhole }): FileChange => {
    if (!server) {
      return { file: seen.file, before: seen.text, after, ...(isWhole && { isOwn: true }) };
    }
    // The rest of that file is the agent's own, and may hold what is nobody's business.
    const part = (text: string | null) => {
      const found = text?.trim() ? findServer(text, seen.file, server) : undefined;
      return found ? `${JSON.stringify(found.value, undefined, 2)}\n` : null;
    };
    return {
      file: seen.file,
      at: [...server, mcpServerName],
      before: part(seen.text),
      after: part(after),
    };
  });
  return { launcher, changes, kept: plan.kept, notes: plan.notes };
}
