// Where agents keep their transcripts. A path that a hook tells is followed only into these.

import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { storeOf, type StoresPlace } from '../agents/agentStores';
import { isInside } from '../stores/regularFile';
import { type AgentName, agentNames } from '../transcript/transcriptEvent';

/** Whose it is; undefined for anything but a plain file in the store of an agent. */
export function agentOfStore(file: string, of: StoresPlace): AgentName | undefined {
  try {
    if (!lstatSync(file).isFile()) {
      return undefined;
    }
    const real = realpathSync(file);
    return agentNames.find((agent) => isWithin(storeOf(agent, of), real));
  } catch {
    return undefined;
  }
}

function isWithin(folder: string, file: string): boolean {
  try {
    const relative = path.relative(realpathSync(folder), file);
    return relative !== '' && isInside(relative);
  } catch {
    return false;
  }
}
