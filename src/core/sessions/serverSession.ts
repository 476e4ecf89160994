// The live session of an MCP server: found or made when the server has started, kept alive while it runs,
// and changed for another one when its agent begins a new session (/clear).

import { dataFolder } from '../dataFolder';
import { enabledRoot } from '../enabledRoot';
import { readHead } from '../git/repository';
import { projectPaths } from '../projectPaths';
import { repositoryOf } from '../projectRoot';
import type { Disposable } from '../support/disposable';
import { describeError } from '../support/errors';
import type { Logger } from '../support/logger';
import { ownIdentity } from '../support/processIdentity';
import { agentProcessAbove, hasOneSession } from './agentProcess';
import { beat } from './heartbeat';
import { type OpenedSession, openSession } from './openSession';
import { changeMeta, readMeta } from './sessionMeta';
import type { SessionPlace } from './sessionPlace';
import { sweepSessions } from './sweepSessions';

export interface ServerFacts {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Which agent started the server, as far as it has said so. */
  readonly agent: () => string | null;
}

export interface ServerSession extends Disposable {
  /** Its id, for who asks or tells something in it now; undefined where nobody enabled Baton. */
  use(): Promise<string | undefined>;
}

const beatMs = 30_000;
/** Every five minutes. */
const beatsPerSweep = 10;

export function createServerSession(facts: ServerFacts): ServerSession {
  let current: OpenedSession | undefined;
  let opening: Promise<OpenedSession | undefined> | undefined;
  let beats = 0;

  function placeNow(): SessionPlace | undefined {
    const { cwd, home, env, logger, now } = facts;
    const data = dataFolder({ env, platform: process.platform, home });
    const root = enabledRoot(cwd, { dataFolder: data, home });
    return root === undefined
      ? undefined
      : {
          root,
          paths: projectPaths(root, ''),
          repository: repositoryOf(root, home),
          env,
          logger,
          now,
        };
  }

  /** One at a time: two calls at once are of one session. */
  function open(joinsOnly: boolean): Promise<OpenedSession | undefined> {
    opening ??= openNow(joinsOnly).finally(() => {
      opening = undefined;
    });
    return opening;
  }

  async function openNow(joinsOnly: boolean): Promise<OpenedSession | undefined> {
    const place = placeNow();
    if (!place) {
      return undefined;
    }
    const agent = facts.agent();
    const opened = await openSession(place, {
      agent,
      process: agentProcessAbove(),
      server: ownIdentity(),
      isOnly: agent !== null && hasOneSession(agent),
      ...(joinsOnly ? { joinsOnly } : { revives: current?.id }),
    });
    current = opened ?? current;
    return opened;
  }

  /** Ended ones are not kept alive by us: their agent may have begun another. */
  function isOver({ folder }: OpenedSession): boolean {
    const meta = readMeta(folder);
    return !meta || (!!meta.endedAt && !meta.agentProcess);
  }

  async function beatNow(): Promise<void> {
    const place = placeNow();
    if (!place) {
      return;
    }
    if (current && isOver(current)) {
      await open(true);
    }
    if (current && !isOver(current)) {
      beat(current.folder, facts.now());
      await followBranch(place, current);
    }
    beats += 1;
    if (beats % beatsPerSweep === 0) {
      await sweep();
    }
  }

  async function sweep(): Promise<void> {
    const place = placeNow();
    if (place) {
      const git = async () => {
        const { createGit } = await import('../git/git');
        return createGit({ root: place.root, env: facts.env });
      };
      await sweepSessions({ ...place, git });
    }
  }

  const quietly = (work: Promise<unknown>) => {
    work.catch((error: unknown) => {
      facts.logger.warn(`The live session was not kept: ${describeError(error)}`);
    });
  };
  const timer = setInterval(() => {
    quietly(beatNow());
  }, beatMs);
  // Whoever asks keeps the server, not its heart.
  timer.unref();
  // Many servers do not live as long as it takes until the next one.
  quietly(open(false).then(sweep));

  return {
    use: async () => {
      await opening;
      if (!current || isOver(current)) {
        await open(false);
      }
      if (current) {
        beat(current.folder, facts.now(), true);
      }
      return current?.id;
    },
    dispose: () => {
      clearInterval(timer);
    },
  };
}

async function followBranch(place: SessionPlace, { id, folder }: OpenedSession): Promise<void> {
  const branch = (place.repository && readHead(place.repository).branch) ?? null;
  if (readMeta(folder)?.gitBranch !== branch) {
    await changeMeta(place, id, (meta) => ({ ...meta, gitBranch: branch }));
  }
}
