// Claude Code's transcripts of one project: each session's own file and those of its subagents.
// Follows no link, and leaves alone what has another name than Claude Code gives.

import { closeSync, constants, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { folderEntries, statsOf } from '../stores/folderEntries';
import { isWithinFolder, realPathOr } from '../stores/regularFile';
import { type ClaudeFacts, nameFits, transcriptsFolder } from './claudeFolder';

export interface TranscriptFile {
  /** Below Claude Code's folder of transcripts, with `/`. */
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

export interface Transcript {
  /** Of the session. */
  readonly id: string;
  readonly main: TranscriptFile;
  readonly subagents: readonly TranscriptFile[];
}

export const sessionFile = /^([A-Za-z0-9_-]{1,128})\.jsonl$/;
export const subagentFile = /^agent-[A-Za-z0-9_-]{1,128}\.(?:jsonl|meta\.json)$/;
export const folderName = /^[A-Za-z0-9-]{1,255}$/;

export function listTranscripts(facts: ClaudeFacts & { readonly root: string }): Transcript[] {
  const folder = transcriptsFolder(facts);
  const root = realPathOr(facts.root);
  return folderEntries(folder)
    .filter((entry) => entry.isDirectory() && folderName.test(entry.name))
    .flatMap(({ name }) => {
      const fits = nameFits(name, root);
      return fits === undefined ? [] : transcriptsIn(folder, name, root, fits === 'itself');
    });
}

function transcriptsIn(
  folder: string,
  project: string,
  root: string,
  isItself: boolean,
): Transcript[] {
  return folderEntries(path.join(folder, project)).flatMap((entry) => {
    const id = entry.isFile() ? sessionFile.exec(entry.name)?.[1] : undefined;
    const main = id === undefined ? undefined : fileNamed(folder, [project, entry.name]);
    if (id === undefined || !main) {
      return [];
    }
    const cwd = workingFolder(path.join(folder, main.name));
    const isOurs = cwd === undefined ? isItself : isWithinFolder(root, cwd);
    return isOurs ? [{ id, main, subagents: subagentsOf(folder, project, id) }] : [];
  });
}

function subagentsOf(folder: string, project: string, id: string): readonly TranscriptFile[] {
  const isFolder = [[id], [id, 'subagents']].every((names) =>
    statsOf(path.join(folder, project, ...names))?.isDirectory(),
  );
  return (isFolder ? folderEntries(path.join(folder, project, id, 'subagents')) : [])
    .filter((entry) => entry.isFile() && subagentFile.test(entry.name))
    .flatMap(({ name }) => fileNamed(folder, [project, id, 'subagents', name]) ?? []);
}

function fileNamed(folder: string, names: readonly string[]): TranscriptFile | undefined {
  const stats = statsOf(path.join(folder, ...names));
  return stats?.isFile()
    ? { name: names.join('/'), size: stats.size, modified: stats.mtime }
    : undefined;
}

/** Where the session began, from the first line that says so. */
function workingFolder(file: string): string | undefined {
  const head = Buffer.allocUnsafe(256 * 1024);
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    for (let length = 0; length < head.length;) {
      const read = readSync(fd, head, length, Math.min(16 * 1024, head.length - length), length);
      length += read;
      const found = /"cwd":\s*("(?:[^"\\]|\\.)*")/.exec(head.toString('utf8', 0, length))?.[1];
      if (found !== undefined || read === 0) {
        return found === undefined ? undefined : (JSON.parse(found) as string);
      }
    }
  } catch {
    // Unreadable, or no JSON: then its folder decides.
  } finally {
    if (fd !== undefined) {
      closeSync(fd);
    }
  }
  return undefined;
}
