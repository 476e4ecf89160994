// What saving and injecting context works with. No git and no schema in it: hooks run on every turn.

import path from 'node:path';
import type { ProjectPaths } from '../projectPaths';
import type { IdPlace } from '../repositoryId';
import type { Logger } from '../support/logger';

export interface ContextPlace extends IdPlace {
  readonly paths: ProjectPaths;
  /** The user's own, for what belongs to this machine. */
  readonly dataFolder: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** An agent's own id of a session; it becomes the name of a file. */
export function isSessionId(value: string): boolean {
  return /^[A-Za-z0-9_-]{8,128}$/.test(value);
}

export function contextsFolder({ paths }: Pick<ContextPlace, 'paths'>): string {
  return paths.contexts;
}

export function contextFile(place: Pick<ContextPlace, 'paths'>, session: string): string {
  return path.join(contextsFolder(place), `${session}.json`);
}
