// The copies of transcripts in the user's data folder. A copy's name tells what is in it, so there is
// no list beside them that could say something else.

import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import path from 'node:path';
import { ofProject } from '../dataFolder';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { Content } from './compressedCopy';
import { folderName, sessionFile, subagentFile } from './listTranscripts';

export interface KeptCopy extends Content {
  /** Of the transcript, below Claude Code's folder of them, with `/`. */
  readonly of: string;
  readonly session: string;
  readonly isSubagent: boolean;
  readonly path: string;
  /** Bytes that it takes. */
  readonly stored: number;
  readonly keptAt: Date;
}

export function keptFolder(dataFolder: string, repositoryId: string): string {
  return path.join(dataFolder, ofProject(repositoryId, 'transcripts'));
}

export function copyName(name: string, { size, hash }: Content): string {
  return `${name}.${size}.${hash}.gz`;
}

const copyOf = /^(.+)\.(\d{1,15})\.([0-9a-f]{32})\.gz$/;
const leftover = /^\..+\.\d+-[0-9a-f]{12}\.tmp$/;

/** Whole ones only; the newest of each transcript first. */
export function keptCopies(folder: string): KeptCopy[] {
  const copies = folders(folder, folderName).flatMap((project) => [
    ...copiesIn(folder, [project], sessionFile),
    ...folders(path.join(folder, project), /^[A-Za-z0-9_-]{1,128}$/).flatMap((session) =>
      copiesIn(folder, [project, session, 'subagents'], subagentFile),
    ),
  ]);
  return copies.sort((a, b) => b.keptAt.getTime() - a.keptAt.getTime() || b.size - a.size);
}

function copiesIn(folder: string, names: readonly string[], expected: RegExp): KeptCopy[] {
  return entries(path.join(folder, ...names)).flatMap((entry) => {
    const [, name = '', size = '', hash = ''] = copyOf.exec(entry.name) ?? [];
    const file = path.join(folder, ...names, entry.name);
    const stats = entry.isFile() ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
    if (!stats?.isFile() || !expected.test(name)) {
      return [];
    }
    const session = names[1] ?? sessionFile.exec(name)?.[1] ?? '';
    const of = [...names, name].join('/');
    return [
      {
        ...{ of, session, isSubagent: names.length > 1, path: file },
        ...{ size: Number(size), hash, stored: stats.size, keptAt: stats.mtime },
      },
    ];
  });
}

export function notKept(session: string): UserError {
  return new UserError(
    'not-kept',
    msg('No transcript of session {0} is kept. See "baton context keep --list".', session),
  );
}

/** What those left who were killed while they copied. A copy in the making changes all the time. */
export function sweepLeftovers(folder: string, now: Date): void {
  for (const entry of entries(folder)) {
    const file = path.join(folder, entry.name);
    const stats = leftover.test(entry.name)
      ? lstatSync(file, { throwIfNoEntry: false })
      : undefined;
    if (stats?.isFile() && now.getTime() - stats.mtimeMs > 3_600_000) {
      unlinkSync(file);
    }
  }
}

function folders(folder: string, expected: RegExp): string[] {
  return entries(folder).flatMap((entry) =>
    entry.isDirectory() && expected.test(entry.name) ? [entry.name] : [],
  );
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
