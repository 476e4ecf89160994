// What an install or an uninstall does to a file with MCP servers that has nothing else of ours.

import { type Message, msg } from '../support/message';
import { seeFile, type SeenFile, seeSettings } from './fileChange';
import { mcpServerName } from './hookEntries';
import type { InstallPlace } from './installPlace';
import type { InstallRecord } from './installRecord';
import type { PlannedFile } from './plannedFile';
import { addServer, findServer, hasOurServer, removeServer } from './serverEntry';
import { editToInstall, editToUninstall, isBlankText } from './settingsEdit';
import { addTomlServer, findTomlServer, removeTomlServer } from './tomlServer';

export interface ServerPlan {
  readonly files: readonly PlannedFile[];
  readonly notes: readonly Message[];
}

export function planServer(place: InstallPlace, record: InstallRecord): ServerPlan {
  const { paths, plan, call } = place;
  const { file, path: keys, isToml } = paths.servers;
  const { seen, within, mode } = seenServers(place);
  const text = textIn(seen);
  const found =
    text === undefined
      ? undefined
      : isToml
        ? findTomlServer(text, file)
        : findServer(text, file, keys);
  if (found && !found.isOurs) {
    return { files: [], notes: [takenName(file)] };
  }
  if (isToml) {
    const known = record.tables?.[seen.real];
    const { text: after, added } = addTomlServer(
      seen.text ?? '',
      file,
      plan.server(call),
      found ? known?.added : undefined,
    );
    const table = added === undefined ? undefined : { added, isNew: seen.text === null };
    return {
      files: [
        {
          ...{ seen, after, mode, within },
          table: found ? (known && added ? { ...known, added } : known) : table,
          shown: shownPart(seen.text, after, ['mcp_servers', mcpServerName], (each) =>
            findTomlServer(each, file),
          ),
        },
      ],
      notes: [],
    };
  }
  const hasOurs = text !== undefined && hasOurServer(text, file);
  const edited = editToInstall(seen.text, record.settings?.[seen.real], hasOurs, (now) =>
    addServer(now, file, keys, plan.server(call)),
  );
  const planned = { seen, after: edited.text, mode, within, record: edited.record };
  return { files: [privately(place, planned)], notes: [] };
}

/** `isKept`: something else still needs it. */
export function planNoServer(
  place: InstallPlace,
  record: InstallRecord,
  isKept: boolean,
): readonly PlannedFile[] {
  const { paths, scope } = place;
  const { file, path: keys, isToml } = paths.servers;
  const { seen, within, mode } = seenServers(place);
  if (isToml) {
    const known = record.tables?.[seen.real];
    const text = seen.text === null ? null : removeTomlServer(seen.text, file, known?.added);
    const after = isKept ? seen.text : text === '' && known?.isNew ? null : text;
    const shown = shownPart(seen.text, after, ['mcp_servers', mcpServerName], (each) =>
      findTomlServer(each, file),
    );
    return [{ seen, after, mode, within, shown }];
  }
  const without = editToUninstall(
    seen.text,
    {
      file,
      known: record.settings?.[seen.real],
      otherwise: { made: scope === 'shared' ? [['mcpServers']] : [], inside: [] },
      isOursLeft: (text) => hasOurServer(text, file),
    },
    (now) => removeServer(now, file, keys),
  );
  const after = isKept ? seen.text : without.text;
  return [privately(place, { seen, after, mode, within, record: without.record })];
}

export function takenName(file: string): Message {
  return msg(
    '{0} has an MCP server "baton" that is not Baton\'s, so it was left as it is. Rename it, then install again.',
    file,
  );
}

/** undefined where there is no value in it. */
export function textIn({ text }: SeenFile): string | undefined {
  return text === null || isBlankText(text) ? undefined : text;
}

function seenServers({ paths, scope, plan }: InstallPlace) {
  const isShared = scope === 'shared';
  const within = isShared ? paths.within : undefined;
  const { file, isToml } = paths.servers;
  const seen = isToml ? seeFile(file, within) : seeSettings(file, within, plan);
  return { seen, within, mode: isShared ? 0o644 : 0o600 };
}

/** Claude Code keeps much else in the file with the user's servers, and changes it itself where it can. */
function privately({ scope, paths }: InstallPlace, planned: PlannedFile): PlannedFile {
  const { file, path: keys } = paths.servers;
  if (scope === 'shared') {
    return planned;
  }
  const { seen, after } = planned;
  const shown = shownPart(seen.text, after, [...keys, mcpServerName], (each) =>
    findServer(each, file, keys),
  );
  return { ...planned, server: keys, shown };
}

/** The rest of that file is the user's own, and may hold what is nobody's business. */
function shownPart(
  before: string | null,
  after: string | null,
  at: readonly string[],
  find: (text: string) => { readonly value: unknown } | undefined,
) {
  const part = (text: string | null) => {
    const found = text?.trim() ? find(text) : undefined;
    return found ? `${JSON.stringify(found.value, undefined, 2)}\n` : null;
  };
  return { at, before: part(before), after: part(after) };
}
