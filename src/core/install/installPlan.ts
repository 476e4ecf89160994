// What an install or an uninstall would change. Reads only; what cannot be changed safely is an error
// here, before anything has been.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { isTracked } from '../git/trackedFiles';
import { otherWorkingTrees } from '../git/workingTrees';
import { relativePath } from '../projectPaths';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { agentReach } from '../enabledRoot';
import { batonCommand } from './batonCommand';
import { missingFolders, seeFile, type SeenFile, seeSettings } from './fileChange';
import { hooksByScope, runTwice } from './installedScopes';
import type { InstallPlace } from './installPlace';
import { hashOf, type InstallRecord, type SettingsRecord } from './installRecord';
import { excludes, includes } from './localFiles';
import type { PlannedFile } from './plannedFile';
import { addServer, findServer, removeServer } from './serverEntry';
import { planNoServer, planServer, takenName, textIn } from './serverPlan';
import { editToInstall, editToUninstall } from './settingsEdit';
import { addHooks, findHooks, removeHooks } from './settingsHooks';

export interface InstallPlan {
  /** In the order in which they are written. */
  readonly files: readonly PlannedFile[];
  /** Folders that have to be made, outermost first. */
  readonly folders: readonly string[];
  /** Files of the user that are left as they are. */
  readonly kept: readonly string[];
  readonly notes: readonly Message[];
}

/** What to take for made by an install of which nothing is remembered. */
function usuallyMade({ plan, paths }: InstallPlace): SettingsRecord {
  return {
    made: [
      ['hooks'],
      ...plan.events.map(({ name }) => ['hooks', name]),
      ...(isOneFile(paths) ? [[...paths.servers.path]] : []),
    ],
    inside: [],
  };
}

/** Hooks and servers in the same. */
function isOneFile({ settings, servers }: InstallPlace['paths']): boolean {
  return settings === servers.file;
}

export async function planInstall(
  place: InstallPlace,
  record: InstallRecord,
): Promise<InstallPlan> {
  const { paths, plan, call } = place;
  const texts = plan.files(call).map(({ name, content }) => {
    const seen = seeFile(path.join(paths.folder, name), paths.within);
    const isOurs = seen.text === null || isWrittenByUs(seen, content, record);
    return { seen, content, isOurs };
  });
  const settings = planSettings(place, record);
  const files: PlannedFile[] = [
    ...texts.flatMap(({ seen, content, isOurs }) =>
      isOurs ? [{ seen, after: content, mode: 0o644, within: paths.within, isWhole: true }] : [],
    ),
    ...settings.files,
  ];
  const server = isOneFile(paths) ? { files: [], notes: [] } : planServer(place, record);
  const kept = texts.flatMap(({ seen, isOurs }) => (isOurs ? [] : [seen.file]));
  const all = [...files, ...server.files];
  await assertPrivate(place, files);
  const changed = [...all, ...excludes(place, files, record)].filter(
    ({ seen, after }) => seen.text !== after,
  );
  return {
    files: changed,
    folders: foldersOf(changed),
    kept,
    notes: [...settings.notes, ...server.notes, ...twice(place), ...elsewhere(place)],
  };
}

/** The file with the hooks, and with the server where it has both. */
function planSettings(
  place: InstallPlace,
  record: InstallRecord,
): { files: PlannedFile[]; notes: Message[] } {
  const { paths, scope, plan, call } = place;
  const seen = seeSettings(paths.settings, paths.within, plan);
  const { file } = seen;
  const keys = paths.servers.path;
  const known = record.settings?.[seen.real];
  const text = textIn(seen);
  const server = isOneFile(paths) && text !== undefined ? findServer(text, file, keys) : undefined;
  const isTaken = server !== undefined && !server.isOurs;
  const hasOurs = text !== undefined && (findHooks(text, file).length > 0 || server?.isOurs);
  const wanted = plan.events.map((event) => ({ ...event, group: plan.hook(event, call) }));
  const edited = editToInstall(
    seen.text,
    hasOurs ? (known ?? usuallyMade(place)) : known,
    hasOurs ?? false,
    (now) => {
      const hooked = addHooks(now, file, wanted);
      return isOneFile(paths) && !isTaken
        ? addServer(hooked, file, keys, plan.server(call))
        : hooked;
    },
  );
  const mode = scope === 'shared' ? 0o644 : 0o600;
  return {
    files: [{ seen, after: edited.text, mode, within: paths.within, record: edited.record }],
    notes: isTaken ? [takenName(file)] : [],
  };
}

function twice(place: InstallPlace): Message[] {
  const { scope, plan, repository } = place;
  const all = hooksByScope({ ...place, mainRoot: repository?.mainRoot }, plan);
  return all
    .filter((each) => runTwice(each.scope, scope) && each.hooks.length > 0)
    .map(({ file, scope: other }) =>
      msg(
        'Hooks of Baton are in {0} as well, so each event runs twice. Keep one of them: {1} takes those out.',
        file,
        batonCommand('uninstall', other, plan.name),
      ),
    );
}

export function planUninstall(place: InstallPlace, record: InstallRecord): InstallPlan {
  const { paths, call, plan } = place;
  const texts = plan.files(call).flatMap(({ name, content }) => {
    const seen = seeFile(path.join(paths.folder, name), paths.within);
    return seen.text === null
      ? []
      : [{ seen, isOurs: isWrittenByUs(seen, content, record) || isForeignCopy(seen, record) }];
  });
  const isWanted = isWantedElsewhere(place);
  const settings = seeSettings(paths.settings, paths.within, plan);
  const edited = editToUninstall(
    settings.text,
    {
      file: settings.file,
      known: record.settings?.[settings.real],
      otherwise: usuallyMade(place),
      isOursLeft: () => false,
    },
    (now) => {
      const unhooked = removeHooks(now, settings.file);
      return isOneFile(paths)
        ? removeServer(unhooked, settings.file, paths.servers.path)
        : unhooked;
    },
  );
  const isShared = isNeededElsewhere(place);
  const files: PlannedFile[] = [
    {
      seen: settings,
      after: isWanted ? settings.text : edited.text,
      mode: 0o600,
      within: paths.within,
    },
    ...(isOneFile(paths) ? [] : planNoServer(place, record, isWanted || isShared)),
    ...texts.flatMap(({ seen, isOurs }) =>
      isOurs ? [{ seen, after: null, mode: 0o644, within: paths.within, isWhole: true }] : [],
    ),
    ...(isShared ? [] : includes(place, record)),
  ];
  return {
    files: files.filter(({ seen, after }) => seen.text !== after),
    folders: [],
    kept: texts.flatMap(({ seen, isOurs }) => (isOurs ? [] : [seen.file])),
    notes: isWanted ? [stays(place)] : [],
  };
}

/** Hooks for one person in one project that are in the user's own file: other projects may want them, too. */
function isWantedElsewhere(place: InstallPlace): boolean {
  const { scope, plan, root } = place;
  if (scope !== 'local' || plan.hasLocalFile) {
    return false;
  }
  const { isElsewhere, isEverywhere } = agentReach(plan.name, root, place);
  return isElsewhere || isEverywhere;
}

function stays({ plan, paths }: InstallPlace): Message {
  return msg(
    'Hooks of Baton stay in {0} for your other projects. {1} takes them out everywhere.',
    paths.settings,
    batonCommand('uninstall', 'user', plan.name),
  );
}

/** Where hooks for one person in one project are, if the agent has no file for that. */
function elsewhere({ plan, scope, paths }: InstallPlace): Message[] {
  return scope === 'local' && !plan.hasLocalFile
    ? [
        msg(
          '{0} has no settings for one person in one project, so the hooks are in {1}. They act only in projects that you install them for.',
          plan.title,
          paths.settings,
        ),
      ]
    : [];
}

/** The MCP server and what git leaves out are one for all working trees of a repository. */
function isNeededElsewhere(place: InstallPlace): boolean {
  const { scope, plan, repository } = place;
  return (
    scope === 'local' &&
    plan.hasLocalFile &&
    repository !== undefined &&
    otherWorkingTrees(repository).some((root) =>
      hooksByScope({ ...place, root, mainRoot: undefined }, plan).some(
        (each) => each.scope === 'local' && each.hooks.length > 0,
      ),
    )
  );
}

function isWrittenByUs({ real, text }: SeenFile, content: string, record: InstallRecord): boolean {
  return text === content || (text !== null && (record.files?.[real] ?? []).includes(hashOf(text)));
}

/** Written by us in another place, from where it was copied or moved. */
function isForeignCopy({ text }: SeenFile, { files = {} }: InstallRecord): boolean {
  const hash = text === null ? '' : hashOf(text);
  return Object.values(files).some((hashes) => hashes.includes(hash));
}

/** What names paths of this machine must not end up in a commit. */
async function assertPrivate(place: InstallPlace, files: readonly PlannedFile[]): Promise<void> {
  const { scope, root, git, repository, plan } = place;
  if (scope !== 'local' || !plan.hasLocalFile || root === undefined || !git) {
    return;
  }
  for (const { seen, after } of files) {
    const name = relativePath(root, seen.real);
    if (seen.text !== after && (await isTracked(git, repository, name))) {
      throw new UserError(
        'tracked',
        msg(
          '{0} is tracked by git, so paths of this machine would be committed with it. Install with --shared or --user, or take it out with "git rm --cached".',
          name,
        ),
      );
    }
  }
}

function foldersOf(files: readonly PlannedFile[]): string[] {
  const made = files.flatMap(({ seen, after }) =>
    after === null ? [] : missingFolders(path.dirname(seen.real), existsSync),
  );
  return [...new Set(made)];
}
