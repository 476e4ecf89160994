// How to start an agent in a terminal: what a host gives to the terminal, and what Baton keeps of it.
// The host starts it; core does so only where there is no other terminal than its own.

import { randomUUID } from 'node:crypto';
import { runProcess, type Ended } from '../support/runProcess';
import type { QuietPlace } from '../workplace';
import { agentEnvironment, assertNotTooDeep } from './agentEnvironment';
import { usableAgent } from './agentNamed';
import type { AgentStrategy } from './agentStrategy';
import type { SessionGuard } from './geminiGuard';
import { noteUse } from './registryFile';
import { assertNotRunning, forgetRunning, noteRunning } from './runningSession';
import { type SessionArguments, sessionArguments } from './sessionArguments';
import { agentOf, knownSession, type SessionChoice } from './sessionChoice';
import { guardSession, restoreSession } from './sessionGuard';
import { workingFolderOf } from './workingFolder';

export interface LaunchRequest extends SessionChoice {
  /** What is said first. */
  readonly prompt?: string | undefined;
  /** Of a new session; else its first words are. */
  readonly title?: string | undefined;
}

export interface AgentLaunch {
  /** Ours. */
  readonly session: string;
  readonly strategy: AgentStrategy;
  /** An argv: the program, and what a shell must not read. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** All of it: what another agent set for itself is not there. */
  readonly env: NodeJS.ProcessEnv;
  readonly does: SessionArguments['does'];
  /** The session that has to come up, as the CLI calls it; undefined where the CLI chooses its id. */
  readonly asked: string | undefined;
  readonly startedAt: Date;
  /** Once it runs, so that others know. */
  running(pid: number): Promise<void>;
  /** Before it is started; its end is to be told. Not needed by every CLI, harmless for all. */
  guard(): Promise<SessionGuard>;
}

export async function planLaunch(place: QuietPlace, request: LaunchRequest): Promise<AgentLaunch> {
  assertNotTooDeep(place.env);
  const known = await knownSession(place, request);
  const agent = await usableAgent(place, agentOf(request, known));
  const { strategy, command } = agent;
  const { prompt, fork } = request;
  const session = (fork ? undefined : (known?.id ?? request.session)) ?? randomUUID();
  await restoreSession(place, strategy, known);
  const chosen = sessionArguments(place, {
    agent,
    known,
    session,
    fork,
    resume: request.resume,
    isHeadless: false,
    prompt: prompt === '' ? undefined : prompt,
  });
  if (known && chosen.does === 'resume' && !request.evenIfRunning) {
    assertNotRunning(place, known, strategy.store);
  }
  const cwd = workingFolderOf(place, known?.entry.cwd);
  const title = request.title ?? prompt ?? (fork ? (known?.entry.title ?? undefined) : undefined);
  const startedAt = place.now();
  await noteUse(place, session, {
    agent: strategy.name,
    cliSession: chosen.asked ?? null,
    cwd,
    title,
    wasAnswered: chosen.does === 'resume',
    before: fork ? undefined : known?.entry,
  });
  return {
    session,
    strategy,
    command: [...command, ...chosen.args],
    cwd,
    env: agentEnvironment(place.env, chosen.env),
    does: chosen.does,
    asked: chosen.asked,
    startedAt,
    running: (pid) => noteRunning(place, session, pid),
    guard: async () => {
      const guard = await guardSession(place, strategy, chosen);
      return {
        end: () => {
          forgetRunning(place, session);
          return guard.end();
        },
      };
    },
  };
}

const longestMs = 7 * 24 * 60 * 60_000;

/** Lends the terminal of this process. */
export async function launchHere(
  launch: AgentLaunch,
  { signal, onStart }: { signal?: AbortSignal; onStart?: (pid: number) => void } = {},
): Promise<Ended> {
  const { command, cwd, env } = launch;
  const guard = await launch.guard();
  try {
    return await runProcess(command, {
      cwd,
      env,
      isInteractive: true,
      timeoutMs: longestMs,
      signal,
      onStart: (pid) => {
        void launch.running(pid);
        onStart?.(pid);
      },
    });
  } finally {
    await guard.end();
  }
}
