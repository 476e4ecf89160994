// Which process has which transcript of Codex: it holds it open. Only Linux tells without a program.

import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { codexFile } from './sessionFiles';

/** The session that a process is in. */
export function openRollout(pid: number): string | undefined {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder)
    .map((fd) => codexFile.exec(path.basename(linkOf(path.join(folder, fd))))?.[1])
    .find((id) => id !== undefined);
}

/** The process that is in a session; those of others are not seen. */
export function processWithRollout(id: string): number | undefined {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => openRollout(pid) === id);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
