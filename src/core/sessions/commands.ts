// Work that a person sends to a waiting session, and what came of it.

import path from 'node:path';
import type { Command, CommandResult } from '../schemas/liveSession';
import { toFileError } from '../stores/fileErrors';
import { withLock } from '../stores/lock';
import { publishFile } from '../stores/publishFile';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { isTimestamp } from '../support/time';
import { knownFolder, safeText, userName } from './questions';
import { isItemFile, namesIn } from './seenSession';
import { isItemId, newItemId } from './sessionIds';
import { assertInside, readItem, type SessionPlace, toJson, writeItem } from './sessionPlace';
import { assertOwnSession, type TrackedPlace, trackedSessions } from './trackedSessions';
import { waitForChange } from './waitForChange';

export interface SeenCommand extends Command {
  readonly result?: CommandResult | undefined;
}

export async function sendCommand(
  place: TrackedPlace,
  session: string,
  command: string,
  requestedBy = userName(),
): Promise<Command> {
  await assertOwnSession(place, session);
  const folder = knownFolder(place, session);
  const now = place.now();
  const sent: Command = {
    commandId: newItemId('cmd', now),
    sessionId: session,
    command,
    requestedBy,
    createdAt: now.toISOString(),
    status: 'pending',
  };
  await writeItem(place, commandFile(folder, sent.commandId), sent);
  return sent;
}

/** The oldest that nobody has taken; it is taken then. undefined when none came. */
export async function takeCommand(
  place: TrackedPlace,
  session: string,
  { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Command | undefined> {
  const folder = knownFolder(place, session);
  if ((await trackedSessions(place))(session)) {
    return undefined;
  }
  const deadline = place.now().getTime() + waitMs;
  for (;;) {
    const found = await waitForChange(() => pendingIn(folder)[0], {
      folders: [path.join(folder, 'commands')],
      waitMs: Math.max(0, deadline - place.now().getTime()),
      signal,
    });
    const taken =
      found && (await move(place, folder, found.commandId, { from: 'pending', to: 'taken' }));
    if (taken && signal?.aborted) {
      // Nobody is there to do it any more: it is for whoever waits next.
      await move(place, folder, taken.commandId, { from: 'taken', to: 'pending' });
      signal.throwIfAborted();
    }
    if (taken || !found) {
      return taken;
    }
  }
}

async function move(
  place: SessionPlace,
  folder: string,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Command | undefined> {
  const directory = path.join(folder, 'locks', 'commands');
  assertInside(place, directory);
  return withLock(directory, async () => {
    const command = readCommand(folder, id);
    if (command?.status !== from) {
      return undefined;
    }
    const moved = { ...command, status: to };
    await writeItem(place, commandFile(folder, id), moved);
    return moved;
  });
}

export async function finishCommand(
  place: TrackedPlace,
  session: string,
  id: string,
  result: string,
): Promise<CommandResult> {
  await assertOwnSession(place, session);
  const folder = knownFolder(place, session);
  const command = isItemId('cmd', id) ? readCommand(folder, id) : undefined;
  if (!command) {
    throw new UserError(
      'no-command',
      msg('There is no command {0} in this session. wait_for_command gives the ids.', id),
    );
  }
  const completedAt = place.now().toISOString();
  const done: CommandResult = { commandId: id, result: safeText(result), completedAt };
  const file = resultFile(folder, id);
  assertInside(place, path.dirname(file));
  try {
    if (!(await publishFile(file, toJson(done), place.fs))) {
      throw new UserError('done', msg('Command {0} has its result already.', id));
    }
  } catch (error) {
    throw toFileError(error, file);
  }
  await writeItem(place, commandFile(folder, id), { ...command, status: 'done' });
  return done;
}

/** The newest last; no more than these are looked at. */
export function commandsIn(folder: string, most = 20): SeenCommand[] {
  return namesIn(folder, 'commands')
    .filter((name) => isItemFile('cmd', name))
    .slice(-most)
    .flatMap((name) => {
      const command = readCommand(folder, name.slice(0, -5));
      return command ? [{ ...command, result: readResult(folder, command.commandId) }] : [];
    });
}

function pendingIn(folder: string): Command[] {
  return namesIn(folder, 'commands')
    .filter((name) => isItemFile('cmd', name))
    .flatMap((name) => readCommand(folder, name.slice(0, -5)) ?? [])
    .filter(({ status }) => status === 'pending');
}

function readCommand(folder: string, id: string): Command | undefined {
  const item = readItem(commandFile(folder, id));
  const isCommand =
    item?.commandId === id &&
    item.sessionId === path.basename(folder) &&
    typeof item.command === 'string' &&
    typeof item.status === 'string' &&
    typeof item.createdAt === 'string' &&
    isTimestamp(item.createdAt);
  return isCommand
    ? ({
        ...item,
        requestedBy: typeof item.requestedBy === 'string' ? item.requestedBy : null,
      } as Command)
    : undefined;
}

function readResult(folder: string, id: string): CommandResult | undefined {
  const item = readItem(resultFile(folder, id));
  return item?.commandId === id && typeof item.result === 'string'
    ? (item as CommandResult)
    : undefined;
}

function commandFile(folder: string, id: string): string {
  return path.join(folder, 'commands', `${id}.json`);
}

function resultFile(folder: string, id: string): string {
  return path.join(folder, 'commands', `${id}.result.json`);
}
