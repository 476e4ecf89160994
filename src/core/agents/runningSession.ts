// Whether a session runs now, in whatever process: no CLI keeps two of them from writing to the same
// transcript. Baton notes what it starts in the user's data folder; Claude Code and Codex also show it
// of those that were started without it.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { readText } from '../context/readFiles';
import { ofProject } from '../dataFolder';
import { ensureRepositoryId, repositoryId } from '../repositoryId';
import { sessionIdPattern } from '../schemas/registry';
import { writeFileAtomic } from '../stores/atomicFile';
import { describeError, UserError } from '../support/errors';
import { msg } from '../support/message';
import { identityOf, livenessOf, ownIdentity } from '../support/processIdentity';
import type { AgentName } from '../transcript/transcriptEvent';
import type { QuietPlace } from '../workplace';
import { liveClaudeSessions } from './liveClaude';
import { processWithRollout } from './openRollouts';
import type { RegisteredSession } from './registryFile';

const noteSchema = z.object({
  pid: z.number(),
  host: z.string(),
  bootId: z.optional(z.string()),
  startTime: z.optional(z.number()),
});

/** From now on it runs in this process. Only a note: what goes wrong with it keeps nothing from running. */
export async function noteRunning(place: QuietPlace, session: string, pid: number): Promise<void> {
  const identity = identityOf(pid);
  try {
    const folder = notesFolder(place, await ensureRepositoryId(place));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (identity) {
      await writeFileAtomic(path.join(folder, `${session}.json`), `${JSON.stringify(identity)}\n`);
    }
  } catch (error) {
    place.logger.warn(`That ${session} runs was not noted: ${describeError(error)}`);
  }
}

export function forgetRunning(place: QuietPlace, session: string): void {
  const repo = repositoryId(place);
  if (repo !== undefined) {
    rmSync(path.join(notesFolder(place, repo), `${session}.json`), { force: true });
  }
}

/** The process of each session that Baton started, by our id. */
export function notedSessions(place: QuietPlace): ReadonlyMap<string, number> {
  const repo = repositoryId(place);
  const folder = repo === undefined ? undefined : notesFolder(place, repo);
  const running = namesIn(folder).flatMap((id): [string, number][] => {
    const pid = folder === undefined ? undefined : notedProcess(folder, id);
    return pid === undefined ? [] : [[id, pid]];
  });
  return new Map(running);
}

/** Fails where a session goes on in another process. */
export function assertNotRunning(
  place: QuietPlace,
  { id, entry }: RegisteredSession,
  store: AgentName | undefined,
): void {
  const pid = notedSessions(place).get(id) ?? shownProcess(place, entry.cli_session_id, store);
  if (pid !== undefined) {
    throw new UserError(
      'running',
      msg(
        'The session {0} runs already, in process {1}: two at once would both write to it, and neither would know what the other did. Go on there, or with a copy of it.',
        id,
        pid,
      ),
    );
  }
}

/** Also of one that was started without Baton. */
function shownProcess(
  place: QuietPlace,
  cliSession: string | null,
  store: AgentName | undefined,
): number | undefined {
  if (cliSession === null) {
    return undefined;
  }
  if (store === 'claude') {
    return liveClaudeSessions(place).find((each) => each.id === cliSession)?.pid;
  }
  return store === 'codex' ? processWithRollout(cliSession) : undefined;
}

/** Of this machine; one that cannot be told from a later one with its pid counts as running. */
function notedProcess(folder: string, id: string): number | undefined {
  try {
    const json: unknown = JSON.parse(readText(path.join(folder, `${id}.json`), folder) ?? '');
    const note = noteSchema.safeParse(json).data;
    const isHere = note?.host === ownIdentity().host;
    return isHere && livenessOf(note) !== 'dead' ? note.pid : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string | undefined): string[] {
  try {
    return readdirSync(folder ?? '').flatMap((name) => {
      const id = path.basename(name, '.json');
      return name.endsWith('.json') && sessionIdPattern.test(id) ? id : [];
    });
  } catch {
    return [];
  }
}

function notesFolder({ dataFolder }: QuietPlace, repo: string): string {
  return path.join(dataFolder, ofProject(repo, 'agent-running'));
}
