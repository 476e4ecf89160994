// Keeps what Baton writes for every session from growing for ever: at the end of a session the
// oldest saved contexts and readings go, and what killed hooks left. Never those of a living session.

import { lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ofProject } from '../dataFolder';
import { claudeFolder } from '../retention/claudeFolder';
import { readRegularFile, realPathWithin } from '../stores/regularFile';
import { describeError } from '../support/errors';
import { contextsFolder, type ContextPlace, isSessionId } from './contextPlace';
import { isSurelyOwn } from './localState';

const most = { contexts: 200, readings: 400 };
const dayMs = 86_400_000;
/** Of agents that do not say which sessions live: one that was silent for longer is over. */
const quietMs = 7 * dayMs;

interface Kept {
  readonly folder: string;
  /** Where it leads out of this, it is left alone. */
  readonly within: string;
  readonly most: number;
  /** Whether that name is one of those that are counted. */
  readonly isOne: (name: string) => boolean;
  readonly mayGo: (file: string) => boolean;
}

export function forgetOldSessions(place: ContextPlace, repositoryId: string): void {
  const { root, dataFolder } = place;
  const contexts = contextsFolder(place);
  const folders: readonly Kept[] = [
    {
      folder: contexts,
      within: root,
      most: most.contexts,
      isOne: (name) => isSessionId(path.basename(name, '.json')) && name.endsWith('.json'),
      // What git tracks came with the repository, and would be missed there.
      mayGo: (file) => isSurelyOwn(place, file),
    },
    {
      folder: path.join(dataFolder, ofProject(repositoryId, 'readings')),
      within: dataFolder,
      most: most.readings,
      isOne: (name) => name.endsWith('.json'),
      mayGo: () => true,
    },
    {
      folder: path.join(dataFolder, 'cache', 'code', 'hooks'),
      within: dataFolder,
      most: Infinity,
      isOne: () => false,
      mayGo: () => false,
    },
  ];
  for (const kept of folders) {
    try {
      forgetIn(kept, place);
    } catch (error) {
      place.logger.warn(`Old files were not removed: ${describeError(error)}`);
    }
  }
}

function forgetIn({ folder, within, most, isOne, mayGo }: Kept, place: ContextPlace): void {
  if (realPathWithin(within, folder) === undefined) {
    return;
  }
  const now = place.now().getTime();
  const names = namesIn(folder);
  for (const file of filesOf(folder, names.filter(isTemporary))) {
    if (file.at < now - dayMs) {
      rmSync(file.path, { force: true });
    }
  }
  const counted = names.filter(isOne);
  if (counted.length <= most) {
    return;
  }
  const living = livingSessions(place);
  const old = filesOf(folder, counted)
    .sort((a, b) => b.at - a.at)
    .slice(most)
    .filter(({ at, path: file }) => at < now - quietMs && !living.some((id) => file.includes(id)));
  for (const { path: file } of old) {
    if (mayGo(file)) {
      rmSync(file, { force: true });
    }
  }
}

/** As atomic writes and readings name theirs. */
function isTemporary(name: string): boolean {
  return /\.\d+(?:-[0-9a-f]+)?\.tmp$/.test(name);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Links are none. */
function filesOf(folder: string, names: readonly string[]): { path: string; at: number }[] {
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ path: file, at: stats.mtimeMs }] : [];
  });
}

/** Those that Claude Code says it has open; one that was killed stays in its list, which does no harm. */
function livingSessions({ env, home }: ContextPlace): string[] {
  const folder = path.join(claudeFolder({ env, home }), 'sessions');
  return namesIn(folder).flatMap((name) => {
    try {
      const { content } = readRegularFile(path.join(folder, name), 65_536);
      const { sessionId } = JSON.parse(String(content)) as { readonly sessionId?: unknown };
      return typeof sessionId === 'string' && isSessionId(sessionId) ? [sessionId] : [];
    } catch {
      return [];
    }
  });
}
