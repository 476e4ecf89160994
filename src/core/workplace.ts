// What an action on a project works with. project.ts lends it; actions keep nothing of it.

import type { Git } from './git/git';
import type { GitStatus } from './git/gitStatus';
import type { Repository } from './git/repository';
import type { ProjectPaths } from './projectPaths';
import type { BlockersFile } from './schemas/blocker';
import type { SessionState } from './schemas/sessionState';
import type { JsonFile } from './stores/jsonFile';
import type { Logger } from './support/logger';

/** What needs no git process, so that a hook is done in milliseconds. */
export interface QuietPlace {
  readonly root: string;
  readonly paths: ProjectPaths;
  /** undefined when the folder is not in a git repository. */
  readonly repository: Repository | undefined;
  readonly git: Git;
  readonly sessionState: JsonFile<SessionState>;
  readonly blockers: JsonFile<BlockersFile>;
  /** What is shown now; in a new worktree that of the main one. */
  readonly state: SessionState | null;
  /** The user's own, for what belongs to this machine. */
  readonly dataFolder: string;
  readonly home: string;
  /** Which host this is, for `saved_by`. */
  readonly host: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly logger: Logger;
  readonly now: () => Date;
}

export interface Workplace extends QuietPlace {
  /** What `git status` says; fails where there is no repository. */
  readonly status: () => Promise<GitStatus>;
}

/** How a project lends its workplace to the actions of a part. */
export interface Lender {
  readonly act: <T>(
    action: (place: Workplace) => Promise<T>,
    how?: { readonly writes?: boolean },
  ) => Promise<T>;
  /** Without starting git. */
  readonly actQuietly: <T>(action: (place: QuietPlace) => Promise<T>) => Promise<T>;
  /** The same, for what writes nothing. */
  readonly look: <T>(action: (place: QuietPlace) => Promise<T>) => Promise<T>;
}
