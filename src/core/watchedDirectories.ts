// Which folders of a project to watch. Only direct entries matter, so no watcher is recursive.

import path from 'node:path';
import type { Repository } from './git/repository';
import { changesFolder } from './openSpec';
import type { ProjectPaths } from './projectPaths';
import { sessionFolder, sessionFolders, sessionIdsIn } from './sessions/sessionPlace';
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
    ...(shown === paths ? [] : [shown.claude, shown.state, shown.sessions]),
    shown.contexts,
    paths.sessions,
    ...sessionDirectories(paths)
      .slice(0, mostWatchedSessions)
      .flatMap((directory) => [
        directory,
        ...sessionFolders.map((part) => path.join(directory, part)),
      ]),
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
export function sessionDirectories(paths: ProjectPaths): string[] {
  return sessionIdsIn(paths).map((id) => sessionFolder(paths, id));
}
