// Says something to an agent without a terminal and gives back its answer. One session id of ours
// stands for the conversation, whatever the CLI calls it; nobody else speaks in it meanwhile.

import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { ofProject } from '../dataFolder';
import { ensureRepositoryId } from '../repositoryId';
import { withLock } from '../stores/lock';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { agentEnvironment, assertNotTooDeep } from './agentEnvironment';
import { usableAgent } from './agentNamed';
import { tooOld } from './firstVersions';
import { type HeadlessResult, runHeadless } from './headlessRun';
import type { InstalledAgent } from './installedAgents';
import { plainWords } from './plainWords';
import { noteCliSession, noteUse, type RegisteredSession } from './registryFile';
import { assertNotRunning, forgetRunning, noteRunning } from './runningSession';
import { openRunLog } from './runLog';
import { type AgentRunReport, beganAnew, otherAnswered, problemOf, verdictOf } from './runReport';
import { type SessionArguments, sessionArguments } from './sessionArguments';
import { guardSession, restoreSession } from './sessionGuard';
import { agentOf, knownSession, type SessionChoice } from './sessionChoice';
import { workingFolderOf } from './workingFolder';

export interface AgentRunRequest extends SessionChoice {
  readonly message: string;
  /** Another agent says it: then no CLI may take any of it for a command, or for a file to read. */
  readonly isWords?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What the agent says, as it says it. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Before it runs: its session, and where what it prints can be followed. */
  readonly onStart?: ((started: StartedRun) => void) | undefined;
  /** The pid of its program. */
  readonly onProcess?: ((pid: number) => void) | undefined;
  /** In the data folder unless told. */
  readonly logFile?: string | undefined;
  /** Characters of the answer that are kept. */
  readonly maxOutput?: number | undefined;
}

export interface StartedRun {
  readonly session: string;
  readonly agent: string;
  readonly logFile: string;
}

const longestMs = 30 * 60_000;
const longestAnswer = 200_000;
/** Whoever speaks in a session needs longer than anybody waits for it. */
const busyMs = 500;

export async function runAgent(
  place: QuietPlace,
  request: AgentRunRequest,
): Promise<AgentRunReport> {
  const { known, agent } = await chosenRun(place, request);
  const session = (request.fork ? undefined : (known?.id ?? request.session)) ?? randomUUID();
  const repo = await ensureRepositoryId(place);
  const folder = path.join(place.dataFolder, ofProject(repo, 'agent-runs'));
  try {
    return await withLock(
      path.join(folder, 'locks', known?.id ?? session),
      () => speak(place, { request, known, agent, session, folder }),
      { timeoutMs: busyMs, ...(request.signal && { signal: request.signal }) },
    );
  } catch (error) {
    throw UserError.is(error, 'lock-timeout') ? busy(known?.id ?? session) : error;
  }
}

/** Which session and which agent it would be; fails where it is known beforehand that it cannot run. */
export async function chosenRun(
  place: QuietPlace,
  request: AgentRunRequest,
): Promise<Pick<PreparedRun, 'known' | 'agent'>> {
  assertNotTooDeep(place.env);
  if (request.message.trim() === '') {
    throw new UserError('no-message', msg('There is nothing to say: the message is empty.'));
  }
  const known = await knownSession(place, request);
  const agent = await usableAgent(place, agentOf(request, known));
  assertHeadless(agent);
  return { known, agent };
}

interface PreparedRun {
  readonly request: AgentRunRequest;
  readonly known: RegisteredSession | undefined;
  readonly agent: InstalledAgent;
  readonly session: string;
  readonly folder: string;
}

async function speak(place: QuietPlace, run: PreparedRun): Promise<AgentRunReport> {
  const { request, known, agent, session } = run;
  const { strategy, command } = agent;
  const { message, isWords, fork, resume, onOutput, signal } = request;
  const cwd = workingFolderOf(place, known?.entry.cwd);
  const prompt = isWords ? plainWords(place, cwd, message) : message;
  const wanted = { agent, known, session, fork, resume, isHeadless: true, prompt };
  await restoreSession(place, strategy, known);
  const chosen = sessionArguments(place, wanted);
  const started = place.now();
  if (known && chosen.does === 'resume' && !request.evenIfRunning) {
    assertNotRunning(place, known, strategy.store);
  }
  const log = openRunLog(request.logFile ?? logFile(run, started), place.logger);
  try {
    // Before it runs: after a crash it is found again.
    await noteUse(place, session, {
      agent: strategy.name,
      cliSession: chosen.asked ?? null,
      cwd,
      title: message,
      wasAnswered: chosen.does === 'resume',
      before: fork ? undefined : known?.entry,
    });
    request.onStart?.({ session, agent: strategy.name, logFile: log.file });
    const guard = await guardSession(place, strategy, chosen);
    const result = await runHeadless({
      command: [...command, ...chosen.args],
      cwd,
      env: agentEnvironment(place.env, chosen.env),
      input: chosen.takesPrompt ? '' : prompt,
      timeoutMs: request.timeoutMs ?? longestMs,
      maxOutput: request.maxOutput ?? longestAnswer,
      log,
      readOutput: (line) => strategy.readOutput(line),
      onOutput,
      onProcess: (pid) => {
        void noteRunning(place, session, pid);
        request.onProcess?.(pid);
      },
      signal,
    }).finally(() => {
      forgetRunning(place, session);
      return guard.end();
    });
    return await reported(place, run, { result, chosen, log: log.file, started });
  } finally {
    log.close();
  }
}

interface Finished {
  readonly result: HeadlessResult;
  readonly chosen: SessionArguments;
  readonly log: string;
  readonly started: Date;
}

async function reported(
  place: QuietPlace,
  { agent: { strategy }, session }: PreparedRun,
  { result, chosen, log, started }: Finished,
): Promise<AgentRunReport> {
  const { end, session: answered } = result;
  const verdict = verdictOf(chosen, answered);
  const isKnown = answered === chosen.asked && chosen.does === 'resume';
  if (answered !== undefined && !isKnown && verdict !== 'other') {
    await noteCliSession(place, session, answered, end === 'answered');
  }
  const other = verdict === 'other' ? otherAnswered(strategy.title) : undefined;
  const anew = chosen.isLost ? beganAnew(strategy.title) : undefined;
  return {
    session,
    agent: strategy.name,
    cliSession: answered ?? chosen.asked ?? null,
    outcome: end,
    exitCode: result.exitCode,
    text: result.text,
    isCut: result.isCut,
    problem: problemOf(result, strategy.title) ?? other ?? anew,
    verdict,
    denied: result.denied,
    logFile: log,
    durationMs: place.now().getTime() - started.getTime(),
  };
}

function assertHeadless(agent: InstalledAgent): void {
  const { strategy, support } = agent;
  if (!support.headless) {
    throw (
      tooOld(agent, 'headless') ??
      new UserError(
        'needs-terminal',
        msg(
          '{0} has no "headless" arguments, so it runs in a terminal only. Start it there, or add them to its entry.',
          strategy.title,
        ),
      )
    );
  }
}

function busy(session: string): UserError {
  return new UserError(
    'busy',
    msg('The session {0} is answering somebody else. Wait until it is done, or fork it.', session),
  );
}

/** Sorts by time, and two at once get two names. */
function logFile({ folder, agent }: PreparedRun, at: Date): string {
  const time = at.toISOString().replaceAll(/[:.]/g, '-');
  const name = `${time}-${agent.strategy.name}-${randomBytes(3).toString('hex')}.log`;
  return path.join(folder, name);
}
