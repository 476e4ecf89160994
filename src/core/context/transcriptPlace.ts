// Where agents keep their transcripts. A path that a hook tells is followed only into these.

import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { transcriptsFolder } from '../retention/claudeFolder';
import { isInside } from '../stores/regularFile';
import type { AgentName } from '../transcript/transcriptEvent';

interface Stores {
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

const storesOf: Readonly<Record<AgentName, (of: Stores) => string>> = {
  claude: transcriptsFolder,
  codex: ({ home, env }) => path.join(env.CODEX_HOME || path.join(home, '.codex'), 'sessions'),
  gemini: ({ home }) => path.join(home, '.gemini', 'tmp'),
  qwen: ({ home }) => path.join(home, '.qwen', 'projects'),
};

/** Whose it is; undefined for anything but a plain file in the store of an agent. */
export function agentOfStore(file: string, of: Stores): AgentName | undefined {
  try {
    if (!lstatSync(file).isFile()) {
      return undefined;
    }
    const real = realpathSync(file);
    return (Object.keys(storesOf) as AgentName[]).find((agent) =>
      isWithin(storesOf[agent](of), real),
    );
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
