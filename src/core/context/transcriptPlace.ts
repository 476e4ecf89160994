// Where agents keep their transcripts. A path that a hook tells is followed only into these.

import { lstatSync, realpathSync } from 'node:fs';
import { storeOf, type StoresPlace } from '../agents/agentStores';
import { isWithinFolder } from '../stores/regularFile';
import { type AgentName, agentNames } from '../transcript/transcriptEvent';

/** Whose it is; undefined for anything but a plain file in the store of an agent. */
export function agentOfStore(file: string, of: StoresPlace): AgentName | undefined {
  try {
    if (!lstatSync(file).isFile()) {
      return undefined;
    }
    const real = realpathSync.native(file);
    return agentNames.find((agent) => isStoredIn(storeOf(agent, of), real));
  } catch {
    return undefined;
  }
}

function isStoredIn(folder: string, file: string): boolean {
  try {
    const real = realpathSync.native(folder);
    return file !== real && isWithinFolder(real, file);
  } catch {
    return false;
  }
}
