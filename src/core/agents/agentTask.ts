// A task for an agent: waits for its turn, runs, and its file tells how it stands. Whoever is told its
// id may go away and ask later.

import { quotedBlock } from '../handover/quotedWords';
import { ensureRepositoryId, repositoryId } from '../repositoryId';
import { describeError, UserError } from '../support/errors';
import { msg, render } from '../support/message';
import { identityOf, livenessOf, ownIdentity } from '../support/processIdentity';
import { endProcessTree } from '../support/processTree';
import type { QuietPlace } from '../workplace';
import { type AgentRunRequest, chosenRun, runAgent } from './agentRun';
import type { AgentRunReport } from './runReport';
import {
  type AgentTask,
  forgetOldTasks,
  isOver,
  newTaskId,
  openTasks,
  readTask,
  writeTask,
} from './taskFile';
import type { TaskPool, Turn } from './taskPool';

export type TaskRequest = Pick<
  AgentRunRequest,
  'agent' | 'message' | 'session' | 'resume' | 'timeoutMs' | 'signal' | 'onOutput'
>;

export interface StartedTask {
  /** As it is before it runs. */
  readonly task: AgentTask;
  /** As it is when it is over, however that came about. */
  readonly done: Promise<AgentTask>;
}

/** As much as a client shows of an answer; the log has all of it. */
const longestText = 50_000;
/** How often what an agent says meanwhile is written down. */
const writtenEveryMs = 2_000;

export async function startTask(
  place: QuietPlace,
  request: TaskRequest,
  pool: TaskPool,
): Promise<StartedTask> {
  const { agent, known } = await chosenRun(place, request);
  const repo = await ensureRepositoryId(place);
  const turn = pool.enter(request.signal);
  try {
    const kept = keptTask(place, repo, {
      id: newTaskId(place),
      state: 'waiting',
      agent: agent.strategy.name,
      session: known?.id ?? request.session ?? null,
      created_at: place.now().toISOString(),
      text: '',
      runner: { ...ownIdentity() },
    });
    await kept.write();
    await settleTasks(place, repo);
    forgetOldTasks(place, repo);
    const { task } = kept;
    return { task, done: inTurn({ place, request, pool, kept }, turn) };
  } catch (error) {
    turn.end();
    throw error;
  }
}

interface TaskRun {
  readonly place: QuietPlace;
  readonly request: TaskRequest;
  readonly pool: TaskPool;
  readonly kept: KeptTask;
}

async function inTurn(run: TaskRun, turn: Turn): Promise<AgentTask> {
  const { place, kept } = run;
  try {
    await turn.begins;
    kept.change(answered(await answer(run)));
  } catch (error) {
    const state = run.request.signal?.aborted ? 'cancelled' : 'failed';
    kept.change({ state, problem: sentence(place, error) });
  } finally {
    kept.change({
      ended_at: place.now().toISOString(),
      text: quotedBlock(kept.task.text, longestText),
      ...(run.pool.signal.aborted && kept.task.state !== 'done' && interruption(kept.task)),
    });
    await kept.write().catch((error: unknown) => {
      place.logger.error(`The end of ${kept.task.id} was not written: ${describeError(error)}`);
    });
    turn.end();
  }
  return kept.task;
}

async function answer({ place, request, pool, kept }: TaskRun): Promise<AgentRunReport> {
  const { signal, onOutput, ...rest } = request;
  return runAgent(place, {
    ...rest,
    isWords: true,
    maxOutput: longestText,
    signal: signal ? AbortSignal.any([signal, pool.signal]) : pool.signal,
    onStart: ({ session, logFile }) => {
      const started_at = place.now().toISOString();
      kept.change({ state: 'running', session, started_at, log_file: logFile });
      kept.writeSoon(0);
    },
    onProcess: (pid) => {
      kept.change({ process: identityOf(pid) });
      kept.writeSoon(0);
    },
    onOutput: (text) => {
      kept.change({ text: (kept.task.text + text).slice(-longestText) });
      kept.writeSoon(writtenEveryMs);
      onOutput?.(text);
    },
  });
}

function answered({ text, isCut, problem, outcome, denied }: AgentRunReport): Partial<AgentTask> {
  return {
    state: outcome === 'answered' ? 'done' : outcome === 'cancelled' ? 'cancelled' : 'failed',
    text,
    is_cut: isCut,
    ...(problem && { problem: quotedBlock(render(problem), longestText) }),
    ...(denied.length > 0 && { denied: [...denied] }),
  };
}

function sentence({ logger }: QuietPlace, error: unknown): string {
  if (UserError.is(error)) {
    return error.message;
  }
  logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 'Baton failed unexpectedly, and its log says where.';
}

/** How it stands, whoever runs it. */
export async function taskStatus(place: QuietPlace, id: string): Promise<AgentTask> {
  const repo = repositoryId(place);
  const task = readTask(place, repo, id);
  return repo === undefined ? task : settled(place, repo, task);
}

/** Once: tasks of a process that was killed are ended by the next one. */
async function settleTasks(place: QuietPlace, repo: string): Promise<void> {
  await Promise.all(openTasks(place, repo).map((task) => settled(place, repo, task)));
}

/** What is said to run, though nobody runs it any more, was interrupted; its program is ended. */
async function settled(place: QuietPlace, repo: string, task: AgentTask): Promise<AgentTask> {
  if (isOver(task) || livenessOf(task.runner) !== 'dead') {
    return task;
  }
  const { process: program } = task;
  if (program && livenessOf(program) === 'alive') {
    await endProcessTree(program.pid);
  }
  const ended: AgentTask = {
    ...task,
    ...interruption(task),
    ended_at: place.now().toISOString(),
  };
  await writeTask(place, repo, ended);
  return ended;
}

function interruption({
  session,
  started_at: startedAt,
}: AgentTask): Pick<AgentTask, 'state' | 'problem'> {
  const sentence =
    session === null || startedAt === undefined
      ? msg('The server that was to run it has ended, so it never began. Start it again.')
      : msg(
          'The server that ran it has ended, so it was interrupted. Ask the session {0} how far it came, or start it again.',
          session,
        );
  return { state: 'interrupted', problem: render(sentence) };
}

interface KeptTask {
  readonly task: AgentTask;
  change(changes: Partial<AgentTask>): void;
  write(): Promise<void>;
  /** What comes meanwhile is written with it; failures are only logged. */
  writeSoon(afterMs: number): void;
}

/** One write at a time, so that the last one has the last word. */
function keptTask(place: QuietPlace, repo: string, first: AgentTask): KeptTask {
  let task = first;
  let written: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    written = written
      .catch(() => undefined)
      .then(() => writeTask(place, repo, { ...task, text: quotedBlock(task.text, longestText) }));
    return written;
  };
  return {
    get task() {
      return task;
    },
    change: (changes) => {
      task = { ...task, ...changes };
    },
    write,
    writeSoon: (afterMs) => {
      timer ??= setTimeout(() => {
        write().catch((error: unknown) => {
          place.logger.warn(`How ${task.id} stands was not written: ${describeError(error)}`);
        });
      }, afterMs);
    },
  };
}
