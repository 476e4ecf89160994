// Which folders of a project to watch. Only direct entries matter, so no watcher is recursive.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from './git/repository';
import { changesFolder } from './openSpec';
import type { ProjectPaths } from './projectPaths';
import type { Snapshot } from './snapshot';

/** A window with more live sessions than this refreshes the rest by its slow poll. */
const mostWatchedSessions = 50;

export function watchedDirectories(
  paths: ProjectPaths,
  repository: Repository | undefined,
  snapshot: Snapshot | undefined,
): { directory: string; pattern: string }[] {
  const shown = snapshot?.sharedFrom ?? paths;
  const directories = [
    paths.claude,
    paths.state,
    path.dirname(paths.handover),
    paths.handover,
    paths.archive,
    ...(snapshot?.openSpec
      ? [changesFolder(paths.root), path.join(paths.root, snapshot.openSpec.directory)]
      : []),
    ...(shown === paths ? [] : [shown.claude, shown.state]),
    shown.contexts,
    shown.sessions,
    ...sessionDirectories(shown).slice(0, mostWatchedSessions),
  ];
  return [
    // What makes the folders above appear.
    { directory: paths.root, pattern: '{.git,.claude,.sdd,ROADMAP.md}' },
    ...directories.map((directory) => ({ directory, pattern: '*' })),
    ...(repository
      ? [{ directory: repository.gitDirectory, pattern: '{HEAD,*_HEAD,rebase-*}' }]
      : []),
  ];
}

/** One per live session, in a stable order. */
export function sessionDirectories({ sessions }: ProjectPaths): string[] {
  try {
    return readdirSync(sessions, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(sessions, entry.name))
      .sort();
  } catch {
    return [];
  }
}
