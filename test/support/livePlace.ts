import { createGit } from '../../src/core/git/git';
import { projectPaths } from '../../src/core/projectPaths';
import { repositoryOf } from '../../src/core/projectRoot';
import type { TrackedPlace } from '../../src/core/sessions/trackedSessions';
import { silentLogger } from '../../src/core/support/logger';
import { ownIdentity, type ProcessIdentity } from '../../src/core/support/processIdentity';

/** What live sessions work with, in a folder and at a time of the test's choice. */
export function livePlace(root: string, now: () => Date = () => new Date()): TrackedPlace {
  return {
    root,
    paths: projectPaths(root, '.sdd'),
    repository: repositoryOf(root, '/nonexistent-home'),
    env: {},
    logger: silentLogger,
    now,
    git: () => createGit({ root, env: process.env }),
  };
}

/** A process that runs, one that is gone, and one that only another machine could tell of. */
export const processes = {
  alive: (): ProcessIdentity => ownIdentity(),
  dead: (): ProcessIdentity => ({ ...ownIdentity(), startTime: 1 }),
  unknown: (): ProcessIdentity => ({ ...ownIdentity(), host: 'another machine' }),
};
