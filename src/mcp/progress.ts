// Tells a client that asked for it how a long run goes: what the agent says, and that it still works.

import type { ServerContext } from '@modelcontextprotocol/server';
import { toldLine } from '../core/context/toldLine';
import type { Disposable } from '../core/support/disposable';

export interface Progress extends Disposable {
  /** What the agent says, as it says it. */
  readonly tell: (text: string) => void;
}

/** No more often than this. */
const everyMs = 1_000;
/** Clients give up on what is silent: the shortest limit in use is a minute. */
const silenceMs = 10_000;

export interface ProgressWords {
  readonly first: string;
  readonly still: string;
}

const ofAgents: ProgressWords = {
  first: 'The agent is about to be started.',
  still: 'The agent is working.',
};

export function createProgress(
  { mcpReq }: ServerContext,
  words: ProgressWords = ofAgents,
): Progress {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) {
    return { tell: () => undefined, dispose: () => undefined };
  }
  let progress = 0;
  let last = 0;
  let said = '';
  const send = (message: string) => {
    progress += 1;
    last = performance.now();
    const params = { progressToken: token, progress, message };
    // Whoever has gone needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (said !== '') {
      send(toldLine(said.slice(-longest), longest));
      said = '';
    } else if (performance.now() - last >= silenceMs) {
      send(words.still);
    }
  }, everyMs);
  send(words.first);
  return {
    tell: (text) => {
      said = (said + text).slice(-2 * longest);
    },
    dispose: () => {
      clearInterval(timer);
    },
  };
}

const longest = 300;
