// `.claude/state/history.jsonl`: one line for each session that is gone. Written under the lock of those
// who remove sessions, before what it tells of goes.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { appendLines } from '../stores/appendLines';
import { hasCode } from '../support/errors';
import { isItemFile, namesIn } from './seenSession';
import { metaFile } from './sessionMeta';
import { assertInside, readItem, type SessionPlace } from './sessionPlace';

/** Each once, also when somebody was killed right after it was written. */
export function noteHistory(place: SessionPlace, folders: readonly string[]): void {
  const { history } = place.paths;
  const lines = folders.flatMap((folder) => lineOf(folder, place.now()) ?? []);
  if (lines.length === 0) {
    return;
  }
  assertInside(place, path.dirname(history));
  const known = tailOf(history);
  const missing = lines.filter(({ start }) => !known.includes(start));
  if (missing.length > 0) {
    appendLines(
      history,
      missing.map(({ line }) => line),
    );
  }
}

/** undefined where it never was a session. */
function lineOf(folder: string, now: Date): { start: string; line: string } | undefined {
  const meta = readItem(path.join(folder, metaFile));
  if (typeof meta?.sessionId !== 'string') {
    return undefined;
  }
  const { sessionId, createdAt, endedAt, lastActiveAt } = meta;
  const { claudeSessionId, agent, projectName, gitBranch, environment } = meta;
  const first = { sessionId, createdAt, endedAt };
  const line = {
    ...first,
    lastActiveAt,
    removedAt: now.toISOString(),
    claudeSessionId,
    agent,
    projectName,
    gitBranch,
    environment,
    questions: namesIn(folder, 'questions').filter((name) => isItemFile('q', name)).length,
    commands: namesIn(folder, 'commands').filter((name) => isItemFile('cmd', name)).length,
  };
  return { start: JSON.stringify(first).slice(0, -1), line: JSON.stringify(line) };
}

/** Who was killed on the way wrote the last lines. */
const tailBytes = 2 * 1024 * 1024;

function tailOf(file: string): string {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return '';
    }
    throw error;
  } finally {
    if (handle !== undefined) {
      closeSync(handle);
    }
  }
}
