// Which sessions of Claude Code run now: each of its processes says so in a file with its pid.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { claudeFolder, type ClaudeFacts } from '../retention/claudeFolder';
import { readRegularFile } from '../stores/regularFile';
import { recordOf, textOf } from '../transcript/lineValues';

export interface LiveClaudeSession {
  readonly pid: number;
  readonly id: string;
  readonly cwd: string | undefined;
  /** `idle`, `busy`, `waiting` … as Claude Code calls it. */
  readonly status: string | undefined;
  /** What for, while it waits. */
  readonly waitingFor: string | undefined;
}

const longestFile = 64 * 1024;
const mostFiles = 1_000;

export function liveClaudeSessions(facts: ClaudeFacts): LiveClaudeSession[] {
  const folder = path.join(claudeFolder(facts), 'sessions');
  return namesIn(folder).flatMap((name) => liveIn(path.join(folder, name)));
}

function liveIn(file: string): LiveClaudeSession[] {
  try {
    const pid = Number(path.basename(file, '.json'));
    const text = readRegularFile(file, longestFile).content?.toString('utf8') ?? '';
    const { sessionId, cwd, status, waitingFor } = recordOf(JSON.parse(text));
    const id = textOf(sessionId);
    // A killed one leaves its file behind.
    return id !== undefined && isAlive(pid) && isClaude(pid)
      ? [{ pid, id, cwd: textOf(cwd), status: textOf(status), waitingFor: textOf(waitingFor) }]
      : [];
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{1,10}\.json$/.test(name))
      .slice(0, mostFiles);
  } catch {
    return [];
  }
}

/** Not a later process with the same pid; where it cannot be seen, it is taken for it. */
function isClaude(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('claude');
  } catch {
    return true;
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
