// The live session that this server belongs to. Opened a moment after the start: an agent waits for the
// list of tools, and a server that is only looked at has none.

import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { ServerSession } from '../core/sessions/serverSession';
import type { Disposable } from '../core/support/disposable';
import type { Logger } from '../core/support/logger';
import { agentNames } from '../core/transcript/transcriptEvent';

export interface LiveSession extends Disposable {
  /** Its id; undefined where nobody enabled Baton. */
  use(): Promise<string | undefined>;
  /** What the client says, for who it is and that it does something. */
  hear(message: JSONRPCMessage): void;
}

interface Facts {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly logger: Logger;
  readonly now: () => Date;
}

const afterMs = 300;

export function createLiveSession(facts: Facts): LiveSession {
  let agent: string | null = null;
  let session: Promise<ServerSession> | undefined;
  const open = () => {
    session ??= import('../core/sessions/serverSession').then(({ createServerSession }) =>
      createServerSession({ ...facts, agent: () => agent }),
    );
    return session;
  };
  const use = async () => (await open()).use();
  const timer = setTimeout(() => void open(), afterMs);
  timer.unref();
  return {
    use,
    hear: (message) => {
      const { method, params } = message as {
        method?: string;
        params?: Readonly<Record<string, unknown>>;
      };
      agent ??= agentIn(params);
      if (method === 'tools/call') {
        use().catch(() => undefined);
      }
    },
    dispose: () => {
      clearTimeout(timer);
      void session?.then((each) => {
        each.dispose();
      });
    },
  };
}

/** As a client names itself, in the one protocol or the other. */
function agentIn(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const meta = params?._meta as Readonly<Record<string, unknown>> | undefined;
  const told = params?.clientInfo ?? meta?.['io.modelcontextprotocol/clientInfo'];
  const name = (told as { readonly name?: unknown } | undefined)?.name;
  return typeof name === 'string'
    ? (agentNames.find((each) => name.toLowerCase().includes(each)) ?? null)
    : null;
}
