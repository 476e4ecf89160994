// What an install or an uninstall would change. Reads only; what cannot be changed safely is an error
// here, before anything has been.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { isTracked } from '../git/trackedFiles';
import { otherWorkingTrees } from '../git/workingTrees';
import { relativePath } from '../projectPaths';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { agentFiles } from './agentFiles';
import { missingFolders, seeFile, type SeenFile } from './fileChange';
import { hookEvents, hookGroup, mcpServer } from './hookEntries';
import { hooksByScope, runTwice } from './installedScopes';
import type { InstallPlace } from './installPlace';
import { hashOf, type InstallRecord, type SettingsRecord } from './installRecord';
import { excludes, includes } from './localFiles';
import type { PlannedFile } from './plannedFile';
import { addServer, findServer, hasOurServer, removeServer } from './serverEntry';
import { editToInstall, editToUninstall, isBlankText } from './settingsEdit';
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

const hooksMade: SettingsRecord = {
  made: [['hooks'], ...hookEvents.map(({ name }) => ['hooks', name])],
  inside: [],
};

export async function planInstall(
  place: InstallPlace,
  record: InstallRecord,
): Promise<InstallPlan> {
  const { paths, scope, call } = place;
  const texts = agentFiles(call).map(({ name, content }) => {
    const seen = seeFile(path.join(paths.claude, name), paths.within);
    const isOurs = seen.text === null || isWrittenByUs(seen, content, record);
    return { seen, content, isOurs };
  });
  const wanted = hookEvents.map((event) => ({ ...event, group: hookGroup(event, call) }));
  const settings = seeFile(paths.settings, paths.within);
  const known = record.settings?.[settings.real];
  const written = textIn(settings);
  const hasHooks = written !== undefined && findHooks(written, settings.file).length > 0;
  const edited = editToInstall(
    settings.text,
    hasHooks ? (known ?? hooksMade) : known,
    hasHooks,
    (now) => addHooks(now, settings.file, wanted),
  );
  const files: PlannedFile[] = [
    ...texts.flatMap(({ seen, content, isOurs }) =>
      isOurs ? [{ seen, after: content, mode: 0o644, within: paths.within, isWhole: true }] : [],
    ),
    {
      seen: settings,
      after: edited.text,
      mode: scope === 'shared' ? 0o644 : 0o600,
      within: paths.within,
      record: edited.record,
    },
  ];
  const server = planServer(place, record);
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
    notes: [...server.notes, ...twice(place)],
  };
}

function twice({ scope, root, env, home, repository }: InstallPlace): Message[] {
  const all = hooksByScope({ root, env, home, mainRoot: repository?.mainRoot });
  return all
    .filter((each) => runTwice(each.scope, scope) && each.hooks.length > 0)
    .map(({ file, scope: other }) =>
      msg(
        'Hooks of Baton are in {0} as well, so each event runs twice. Keep one of them: {1} takes those out.',
        file,
        `"baton uninstall${other === 'local' ? '' : ` --${other}`}"`,
      ),
    );
}

export function planUninstall(place: InstallPlace, record: InstallRecord): InstallPlan {
  const { paths, call, scope } = place;
  const texts = agentFiles(call).flatMap(({ name, content }) => {
    const seen = seeFile(path.join(paths.claude, name), paths.within);
    return seen.text === null
      ? []
      : [{ seen, isOurs: isWrittenByUs(seen, content, record) || isForeignCopy(seen, record) }];
  });
  const settings = seeFile(paths.settings, paths.within);
  const edited = editToUninstall(
    settings.text,
    {
      file: settings.file,
      known: record.settings?.[settings.real],
      otherwise: hooksMade,
      isOursLeft: () => false,
    },
    (now) => removeHooks(now, settings.file),
  );
  const { file, path: keys } = paths.servers;
  const servers = seeFile(file, scope === 'shared' ? paths.within : undefined);
  const withoutServer = editToUninstall(
    servers.text,
    {
      file,
      known: record.settings?.[servers.real],
      otherwise: { made: scope === 'shared' ? [['mcpServers']] : [], inside: [] },
      isOursLeft: (text) => hasOurServer(text, file),
    },
    (now) => removeServer(now, file, keys),
  );
  const isShared = isNeededElsewhere(place);
  const files: PlannedFile[] = [
    { seen: settings, after: edited.text, mode: 0o600, within: paths.within },
    {
      seen: servers,
      after: isShared ? servers.text : withoutServer.text,
      mode: 0o600,
      within: scope === 'shared' ? paths.within : undefined,
      record: withoutServer.record,
      ...(scope !== 'shared' && { server: keys }),
    },
    ...texts.flatMap(({ seen, isOurs }) =>
      isOurs ? [{ seen, after: null, mode: 0o644, within: paths.within, isWhole: true }] : [],
    ),
    ...(isShared ? [] : includes(place, record)),
  ];
  return {
    files: files.filter(({ seen, after }) => seen.text !== after),
    folders: [],
    kept: texts.flatMap(({ seen, isOurs }) => (isOurs ? [] : [seen.file])),
    notes: [],
  };
}

/** The MCP server and what git leaves out are one for all working trees of a repository. */
function isNeededElsewhere({ scope, repository, env, home }: InstallPlace): boolean {
  return (
    scope === 'local' &&
    repository !== undefined &&
    otherWorkingTrees(repository).some((root) =>
      hooksByScope({ root, env, home, mainRoot: undefined }).some(
        (each) => each.scope === 'local' && each.hooks.length > 0,
      ),
    )
  );
}

function planServer(
  place: InstallPlace,
  record: InstallRecord,
): { files: PlannedFile[]; notes: Message[] } {
  const { paths, scope, call } = place;
  const { file, path: keys } = paths.servers;
  const within = scope === 'shared' ? paths.within : undefined;
  const seen = seeFile(file, within);
  const text = textIn(seen);
  const found = text === undefined ? undefined : findServer(text, file, keys);
  if (found && !found.isOurs) {
    return {
      files: [],
      notes: [
        msg(
          '{0} has an MCP server "baton" that is not Baton\'s, so it was left as it is. Rename it, then install again.',
          file,
        ),
      ],
    };
  }
  const known = record.settings?.[seen.real];
  const hasOurs = text !== undefined && hasOurServer(text, file);
  const edited = editToInstall(seen.text, known, hasOurs, (now) =>
    addServer(now, file, keys, mcpServer(call)),
  );
  const mode = scope === 'shared' ? 0o644 : 0o600;
  const planned = { seen, after: edited.text, mode, within, record: edited.record };
  return {
    files: [scope === 'shared' ? planned : { ...planned, server: keys }],
    notes: [],
  };
}

/** undefined where there is no value in it. */
function textIn({ text }: SeenFile): string | undefined {
  return text === null || isBlankText(text) ? undefined : text;
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
  const { scope, root, git, repository } = place;
  if (scope !== 'local' || root === undefined || !git) {
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
