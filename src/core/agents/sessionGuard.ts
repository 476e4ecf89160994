// What has to be watched while a CLI goes on with a session, so that nothing of it gets lost.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ofProject } from '../dataFolder';
import { ensureRepositoryId } from '../repositoryId';
import type { QuietPlace } from '../workplace';
import { storeOf } from './agentStores';
import type { AgentStrategy } from './agentStrategy';
import type { GuardReport, SessionGuard } from './geminiGuard';
import type { SessionArguments } from './sessionArguments';

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
  const folder = path.join(
    place.dataFolder,
    ofProject(await ensureRepositoryId(place), 'gemini-chats'),
  );
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

function chatFolders(store: string): string[] {
  try {
    return readdirSync(store).map((name) => path.join(store, name, 'chats'));
  } catch {
    return [];
  }
}
