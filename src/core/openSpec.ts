// The OpenSpec changes of a project, read with bounds: the ids come from files that anyone may
// have written, so they are only ever compared with names, and no link out of the project counts.

import { type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type OpenSpecTask, parseProposalTitle, parseTasks } from './documents/openSpec';
import { relativePath } from './projectPaths';
import { placeProblem, readFileWithin } from './stores/fileWithin';
import { UserError } from './support/errors';
import { msg } from './support/message';
import { plainText } from './support/plainText';

export interface OpenSpecChange {
  /** As asked for. */
  readonly id: string;
  /** Of its directory. */
  readonly name: string;
  /** Relative to the root, with forward slashes. */
  readonly directory: string;
  readonly title: string | undefined;
  readonly archived: boolean;
  readonly hasProposal: boolean;
  readonly tasks: readonly OpenSpecTask[];
  /** Relative to the root; undefined when there is none that can be read. */
  readonly tasksFile: string | undefined;
}

export type OpenSpecStatus = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'ARCHIVED';

const archiveName = 'archive';

/** By its whole name, else by its number; among the archived ones only when no other fits. */
export function findChange(root: string, id: string): OpenSpecChange | undefined {
  const wanted = toName(id);
  if (wanted === undefined) {
    return undefined;
  }
  const active = bestOf(activeNames(root), wanted, (name) => [name]);
  if (active !== undefined) {
    return readChange(root, { id, name: active, archived: false });
  }
  // What was archived twice is wanted as it was the last time; the names begin with the date.
  const names = directoryNames(root, archiveFolder(root)).reverse();
  const archived = bestOf(names, wanted, (name) => [name, withoutDate(name)]);
  return archived === undefined
    ? undefined
    : readChange(root, { id, name: archived, archived: true });
}

/** One that a person asked for, so that it has to be there. */
export function changeNamed(root: string, id: string): OpenSpecChange {
  const change = findChange(root, id);
  if (!change) {
    throw new UserError(
      'no-change',
      msg('There is no OpenSpec change {0}. Look in openspec/changes for its name.', id),
    );
  }
  return change;
}

/** Those that are not archived, by name. */
export function activeChanges(root: string): OpenSpecChange[] {
  return activeNames(root).map((name) => readChange(root, { id: name, name, archived: false }));
}

export function openSpecStatus({ archived, tasks }: OpenSpecChange): OpenSpecStatus {
  if (archived) {
    return 'ARCHIVED';
  }
  const done = tasks.filter((task) => task.done).length;
  return done === 0 ? 'NOT_STARTED' : done < tasks.length ? 'IN_PROGRESS' : 'COMPLETED';
}

/** undefined when it cannot be the name of a change. */
function toName(id: string): string | undefined {
  if (/[/\\\n\t]|\.\./.test(id) || plainText(id) !== id) {
    return undefined;
  }
  return id.trim().replace(/^# */, '').normalize('NFC') || undefined;
}

/** `spellings`: what a directory answers to, its own name first. */
function bestOf(
  names: readonly string[],
  wanted: string,
  spellings: (name: string) => readonly string[],
): string | undefined {
  // Some file systems take the syllables and accents of a name apart.
  const answers = names.map((name) => ({
    name,
    to: spellings(name).map((spelling) => spelling.normalize('NFC')),
  }));
  return (
    answers.find(({ to }) => to.includes(wanted)) ??
    answers.find(({ to }) => hasNumber(to.at(-1) ?? '', wanted))
  )?.name;
}

/** `27` is the number of `27-login`, but neither of `270-login` nor of `0027-login`. */
function hasNumber(name: string, wanted: string): boolean {
  return /^\d+$/.test(wanted) && name.startsWith(wanted) && !/^\d/.test(name.slice(wanted.length));
}

/** OpenSpec puts the day before the name when it archives a change. */
function withoutDate(name: string): string {
  return name.replace(/^\d{4}-\d{2}-\d{2}-/, '');
}

export function changesFolder(root: string): string {
  return path.join(root, 'openspec', 'changes');
}

function archiveFolder(root: string): string {
  return path.join(changesFolder(root), archiveName);
}

function activeNames(root: string): string[] {
  return directoryNames(root, changesFolder(root)).filter((name) => name !== archiveName);
}

/** Sorted, without hidden ones. */
function directoryNames(root: string, folder: string): string[] {
  if (placeProblem(folder, root)) {
    return [];
  }
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && isDirectoryWithin(root, folder, entry))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function isDirectoryWithin(root: string, folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) {
    return entry.isDirectory();
  }
  const target = path.join(folder, entry.name);
  try {
    return !placeProblem(target, root) && statSync(target).isDirectory();
  } catch {
    // It leads nowhere.
    return false;
  }
}

function readChange(
  root: string,
  { id, name, archived }: Pick<OpenSpecChange, 'id' | 'name' | 'archived'>,
): OpenSpecChange {
  const directory = path.join(archived ? archiveFolder(root) : changesFolder(root), name);
  const tasksFile = path.join(directory, 'tasks.md');
  const proposal = readText(root, path.join(directory, 'proposal.md'));
  const tasks = readText(root, tasksFile);
  return {
    id,
    name,
    directory: relativePath(root, directory),
    title: proposal === undefined ? undefined : parseProposalTitle(proposal),
    archived,
    hasProposal: proposal !== undefined,
    tasks: tasks === undefined ? [] : parseTasks(tasks),
    tasksFile: tasks === undefined ? undefined : relativePath(root, tasksFile),
  };
}

function readText(root: string, file: string): string | undefined {
  const seen = readFileWithin(file, root);
  return seen.kind === 'ok' ? seen.bytes.toString('utf8') : undefined;
}
