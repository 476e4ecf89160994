// Where agents keep their transcripts. A path that a hook tells is followed only into these.

import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../stores/regularFile';
import type { AgentName } from '../transcript/transcriptEvent';

interface Stores {
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

const storesOf: Readonly<Record<AgentName, (of: Stores) => string>> = {
  claude: ({ home, env }) =>
    path.join(env.CLAUDE_CONFIG_DIR || path.join(home, '.claude'), 'projects'),
  codex: ({ home, env }) => path.join(env.CODEX_HOME || path.join(home, '.codex'), 'sessions'),
  gemini: ({ home }) => path.join(home, '.gemini', 'tmp'),
  qwen: ({ home }) => path.join(home, '.qwen', 'projects'),
};

export function transcriptStore(agent: AgentName, of: Stores): string {
  return storesOf[agent](of);
}

/** Whose it is; undefined for anything but a plain file in the store of an agent. */
export function agentOfStore(file: string, of: Stores): AgentName | undefined {
  try {
    if (!lstatSync(file).isFile()) {
      return undefined;
    }
    const real = realpathSync(file);
    return (Object.keys(storesOf) as AgentName[]).find((agent) =>
      isWithin(transcriptStore(agent, of), real),
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
