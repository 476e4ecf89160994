// Which saved context and state a session gets: never another project's, and nothing that came with the
// repository.

import { parseLenient } from '../schemas/lenient';
import { repositoryId } from '../repositoryId';
import { relativePath } from '../projectPaths';
import { type SessionContext, sessionContextSchema } from '../schemas/sessionContext';
import { type SessionState, sessionStateSchema } from '../schemas/sessionState';
import { textOf } from '../transcript/lineValues';
import { contextFile, type ContextPlace, contextsFolder, isSessionId } from './contextPlace';
import { ownJson, shownPaths } from './localState';
import { recentContextFiles } from './recentContextFiles';

export interface FoundContext {
  readonly context: SessionContext;
  /** Relative to the project. */
  readonly file: string;
}

/** Its own: what a compaction took, or what a session that comes back knew. */
export async function ownContext(
  place: ContextPlace,
  session: string,
): Promise<FoundContext | undefined> {
  return isSessionId(session) ? contextIn(place, contextFile(place, session)) : undefined;
}

/** Where the work stands, as it is shown here. */
export async function ownState(place: ContextPlace): Promise<SessionState | undefined> {
  const json = await ownJson(place, shownPaths(place).sessionState);
  return json && parseLenient(sessionStateSchema, json).value;
}

/** How many sessions back there may be work to go on from. */
const mostSessions = 10;

/** The newest that has something to go on from. */
export async function newestContext(place: ContextPlace): Promise<FoundContext | undefined> {
  const paths = shownPaths(place);
  const files = [
    paths.sessionContext,
    ...recentContextFiles(contextsFolder({ paths }), mostSessions),
  ];
  let newest: FoundContext | undefined;
  for (const file of files) {
    const found = await contextIn(place, file);
    if (found && hasSubstance(found.context)) {
      return found;
    }
    newest ??= found && hasGoal(found.context) ? found : undefined;
  }
  return newest;
}

/** What a session knew elsewhere is nobody's but its own. */
function hasGoal({ goal }: SessionContext): boolean {
  return !!goal?.original_request || !!goal?.current_objective;
}

/** A session of one question must not hide the work that it asked about. */
function hasSubstance({ progress, state, discoveries }: SessionContext): boolean {
  const lists = [progress?.current, progress?.pending, progress?.done, state?.recent_files];
  return [...lists, discoveries].some((list) => list && list.length > 0);
}

async function contextIn(place: ContextPlace, file: string): Promise<FoundContext | undefined> {
  const json = await ownJson(place, file);
  const context = json && parseLenient(sessionContextSchema, json).value;
  return context && isOfThis(place, context)
    ? { context, file: relativePath(place.root, file) }
    : undefined;
}

/** By the repository, because folders are moved; by the folder where no repository was written down. */
export function isOfThis(place: ContextPlace, { meta }: SessionContext): boolean {
  const repo = textOf(meta?.repo);
  const project = textOf(meta?.project);
  if (repo !== undefined) {
    return repo === repositoryId(place);
  }
  return project === undefined || project === place.root || project === place.repository?.mainRoot;
}
