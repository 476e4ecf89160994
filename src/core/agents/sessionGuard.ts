// What has to be watched while a CLI goes on with a session, so that nothing of it gets lost.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ofProject } from '../dataFolder';
import { ensureRepositoryId } from '../repositoryId';
import type { QuietPlace } from '../workplace';
import { storeOf } from './agentStores';
import type { AgentStrategy } from './agentStrategy';
import type { GuardReport, SessionGuard } from './geminiGuard';
import { isUuid } from './argumentRules';
import type { RegisteredSession } from './registryFile';
import type { SessionArguments } from './sessionArguments';
import { transcriptOf } from './sessionFiles';

const nothing: SessionGuard = { end: () => Promise.resolve<GuardReport>({ isRestored: false }) };

/** Before the program is started; its end is to be told. */
export async function guardSession(
  place: QuietPlace,
  { store }: AgentStrategy,
  { does, file }: Pick<SessionArguments, 'does' | 'file'>,
): Promise<SessionGuard> {
  if (store !== 'gemini' || does === 'start') {
    return nothing;
  }
  const { guardChat } = await import('./geminiGuard');
  const folder = await copiesFolder(place);
  const root = storeOf('gemini', place);
  return guardChat(
    { folder, logger: place.logger },
    {
      file: does === 'resume' ? file : undefined,
      folders: () => (file && does === 'resume' ? [path.dirname(file)] : chatFolders(root)),
      since: Date.now(),
    },
  );
}

/** Before it is looked for: what was lost while nobody watched is put back. */
export async function restoreSession(
  place: QuietPlace,
  { store }: AgentStrategy,
  known: RegisteredSession | undefined,
): Promise<void> {
  const id = known?.entry.cli_session_id ?? '';
  if (store !== 'gemini' || !isUuid(id) || transcriptOf(store, place, id) !== undefined) {
    return;
  }
  const { restoreChat } = await import('./geminiGuard');
  if (await restoreChat(await copiesFolder(place), storeOf(store, place), id)) {
    place.logger.info(`The chat of ${id} had gone, and was put back`);
  }
}

async function copiesFolder(place: QuietPlace): Promise<string> {
  return path.join(place.dataFolder, ofProject(await ensureRepositoryId(place), 'gemini-chats'));
}

function chatFolders(store: string): string[] {
  try {
    return readdirSync(store).map((name) => path.join(store, name, 'chats'));
  } catch {
    return [];
  }
}
