// What Baton saw fail on this machine, in the user's data folder: only that is run again without
// asking. What a file of the project says was run proves nothing.

import * as z from 'zod/mini';
import { ensureRepositoryId, repositoryId } from '../repositoryId';
import { timestamp } from '../schemas/timestamp';
import { isAgentShell } from '../support/agentShell';
import { userFile } from '../userFiles';
import { ofProject } from '../dataFolder';
import type { QuietPlace } from '../workplace';
import type { ObservedRun } from './recordRun';
import { longestCommand, withoutSecrets } from './safeBlocker';

const journalSchema = z.looseObject({
  version: z.optional(z.number()),
  /** The newest last. */
  runs: z.optional(
    z.array(
      z.looseObject({
        command: z.string(),
        /** Relative to the project. */
        cwd: z.string(),
        at: timestamp,
      }),
    ),
  ),
});

const mostRuns = 200;

export async function noteRun(
  place: QuietPlace,
  { command, isHearsay: isOnlySaid }: ObservedRun,
  cwd: string,
): Promise<void> {
  // An agent that merely says that something was run must not make it run. A window that was opened
  // from its shell sees for itself.
  const isHearsay = isOnlySaid === true || (place.host !== 'vscode' && isAgentShell(place.env));
  if (isHearsay || command.length > longestCommand || withoutSecrets(command) !== command) {
    return;
  }
  const id = await ensureRepositoryId(place);
  await journal(place, id).update((file) => {
    const others = (file?.runs ?? []).filter(
      (each) => each.command !== command || each.cwd !== cwd,
    );
    const runs = [...others, { command, cwd, at: place.now().toISOString() }];
    return { version: 1, ...file, runs: runs.slice(-mostRuns) };
  });
}

export async function isKnownRun(
  place: QuietPlace,
  command: string,
  cwd: string,
): Promise<boolean> {
  const runs = await seenRuns(place);
  return runs.some((each) => each.command === command && each.cwd === cwd);
}

/** The newest last. */
export async function seenRuns(
  place: QuietPlace,
): Promise<readonly { readonly command: string; readonly cwd: string; readonly at: string }[]> {
  const id = repositoryId(place);
  const seen = id === undefined ? undefined : await journal(place, id).read();
  return seen?.kind === 'ok' ? (seen.value.runs ?? []) : [];
}

function journal(place: QuietPlace, id: string) {
  return userFile(place, ofProject(id, 'runs.json'), journalSchema);
}
