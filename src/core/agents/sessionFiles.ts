// The transcripts in the stores of the four CLIs, by name and size alone: none is opened, no link is
// followed, and only names that the CLI itself gives count.

import path from 'node:path';
import { nameFits } from '../retention/claudeFolder';
import { folderEntries, statsOf } from '../stores/folderEntries';
import type { AgentName } from '../transcript/transcriptEvent';
import { storeOf, type StoresPlace } from './agentStores';
import { isUuid } from './argumentRules';

export interface SessionFile {
  readonly agent: AgentName;
  /** undefined where only its first line says it. */
  readonly id: string | undefined;
  readonly file: string;
  /** Milliseconds. */
  readonly changedAt: number;
  readonly size: number;
}

/** `folders`: those of the project. What surely belongs to others is left out. */
export function sessionFiles(
  agent: AgentName,
  of: StoresPlace,
  folders: readonly string[],
): SessionFile[] {
  return lists[agent](storeOf(agent, of), folders);
}

/** The transcript of a session, by its id, whichever folder it was in. */
export function transcriptOf(agent: AgentName, of: StoresPlace, id: string): string | undefined {
  if (!isUuid(id)) {
    return undefined;
  }
  return finders[agent](storeOf(agent, of), id)[0];
}

type List = (store: string, folders: readonly string[]) => SessionFile[];
type Find = (store: string, id: string) => string[];

const lists: Readonly<Record<AgentName, List>> = {
  claude: (store, folders) =>
    projectsIn(store, folders).flatMap((name) => namedIn('claude', path.join(store, name))),
  qwen: (store, folders) =>
    projectsIn(store, folders).flatMap((name) => namedIn('qwen', path.join(store, name, 'chats'))),
  gemini: (store) =>
    foldersIn(store).flatMap((name) => {
      const chats = path.join(store, name, 'chats');
      return filesIn(chats, geminiFile).flatMap((file) => seen('gemini', undefined, chats, file));
    }),
  codex: (store) =>
    daysIn(store).flatMap((day) =>
      filesIn(day, codexFile).flatMap((file) => seen('codex', idIn(file), day, file)),
    ),
};

const finders: Readonly<Record<AgentName, Find>> = {
  claude: (store, id) => below(store, `${id}.jsonl`),
  qwen: (store, id) => below(store, path.join('chats', `${id}.jsonl`)),
  gemini: (store, id) =>
    foldersIn(store)
      .flatMap((name) => {
        const chats = path.join(store, name, 'chats');
        const own = filesIn(chats, geminiFile).filter(
          (file) => geminiFile.exec(file)?.[1] === id.slice(0, 8),
        );
        return own.flatMap((file) => seen('gemini', undefined, chats, file));
      })
      // A resume leaves an almost empty one beside it.
      .sort((a, b) => b.size - a.size)
      .map(({ file }) => file),
  codex: (store, id) =>
    daysIn(store).flatMap((day) =>
      filesIn(day, codexFile)
        .filter((file) => codexFile.exec(file)?.[1] === id)
        .map((file) => path.join(day, file)),
    ),
};

const uuidFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;
export const codexFile =
  /^rollout-[0-9T-]{19}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;
const geminiFile = /^session-[0-9T-]{13,30}-([0-9a-zA-Z]{8})\.jsonl?$/;

/** It ends the name, before `.jsonl`. */
function idIn(file: string): string {
  return file.slice(-42, -6);
}

/** Their names are the path of the folder with dashes for most of its letters. */
function projectsIn(store: string, folders: readonly string[]): string[] {
  return foldersIn(store).filter((name) => folders.some((folder) => nameFits(name, folder)));
}

function namedIn(agent: AgentName, folder: string): SessionFile[] {
  return filesIn(folder, uuidFile).flatMap((file) => seen(agent, idIn(file), folder, file));
}

function below(store: string, name: string): string[] {
  return foldersIn(store)
    .map((folder) => path.join(store, folder, name))
    .filter((file) => statsOf(file)?.isFile());
}

/** `YYYY/MM/DD`, the newest first. */
function daysIn(store: string): string[] {
  const newest = (folder: string, pattern: RegExp) =>
    foldersIn(folder)
      .filter((name) => pattern.test(name))
      .sort()
      .reverse()
      .map((name) => path.join(folder, name));
  return newest(store, /^\d{4}$/).flatMap((year) =>
    newest(year, /^\d{2}$/).flatMap((month) => newest(month, /^\d{2}$/)),
  );
}

function seen(
  agent: AgentName,
  id: string | undefined,
  folder: string,
  name: string,
): SessionFile[] {
  // Not by path.join: there are thousands of them.
  const file = folder + path.sep + name;
  const stats = statsOf(file);
  return stats?.isFile() ? [{ agent, id, file, changedAt: stats.mtimeMs, size: stats.size }] : [];
}

function foldersIn(folder: string): string[] {
  return folderEntries(folder).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
}

function filesIn(folder: string, pattern: RegExp): string[] {
  return folderEntries(folder).flatMap((entry) =>
    entry.isFile() && pattern.test(entry.name) ? entry.name : [],
  );
}
