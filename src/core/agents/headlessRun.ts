// One run of a CLI without a terminal: the message goes in on stdin, what it prints is followed line
// by line, and at the end there is an answer, or why there is none. Knows no registry and no flags.

import { createLineSplitter } from '../support/lineSplitter';
import { runProcess } from '../support/runProcess';
import type { AgentOutput } from './agentStrategy';
import type { RunLog } from './runLog';

export interface HeadlessRun {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Empty where the message is among the arguments. */
  readonly input: string;
  readonly timeoutMs: number;
  /** Characters of the answer that are kept; the log has the rest. */
  readonly maxOutput: number;
  readonly log: RunLog;
  readonly readOutput: (line: string) => AgentOutput | undefined;
  /** What the agent says, as it says it. */
  readonly onOutput?: ((text: string) => void) | undefined;
  readonly onProcess?: ((pid: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type HeadlessEnd =
  | 'answered'
  /** It ended, and said that it did not do it. */
  | 'failed'
  | 'missing'
  | 'cancelled'
  | 'timeout'
  /** It printed more than anybody would read. */
  | 'too-much';

export interface HeadlessResult {
  readonly end: HeadlessEnd;
  readonly exitCode: number | null;
  /** The one that answered, as the CLI says. */
  readonly session: string | undefined;
  readonly cwd: string | undefined;
  readonly text: string;
  /** Whether the answer was longer. */
  readonly isCut: boolean;
  /** Why it failed, in its own words. */
  readonly error: string | undefined;
  readonly denied: readonly string[];
}

const longestError = 2_000;

export async function runHeadless(run: HeadlessRun): Promise<HeadlessResult> {
  const { command, cwd, env, input, timeoutMs, log, signal } = run;
  const answer = createAnswer(run.maxOutput);
  const full = new AbortController();
  const keep = (line: string): void => {
    if (!log.add(line)) {
      full.abort();
    }
  };
  const output = createLineSplitter((line) => {
    keep(line);
    const said = run.readOutput(line) ?? {};
    // At the end the answer often comes once more, as a whole.
    const isSaid = said.isWhole === true && said.text?.trim() === answer.text.trim();
    answer.add(said);
    if (said.text !== undefined && !isSaid) {
      run.onOutput?.(said.text);
    }
  });
  const complaints = createLineSplitter((line) => {
    keep(line);
    answer.complain(line);
  });
  const ended = await runProcess(command, {
    cwd,
    env,
    input,
    timeoutMs,
    onStart: run.onProcess,
    signal: signal ? AbortSignal.any([signal, full.signal]) : full.signal,
    onOutput: (chunk) => {
      output.push(chunk);
    },
    onErrorOutput: (chunk) => {
      complaints.push(chunk);
    },
  });
  output.end();
  complaints.end();
  const exitCode = ended.kind === 'ended' ? ended.code : null;
  const stopped = signal?.aborted ? 'cancelled' : full.signal.aborted ? 'too-much' : 'timeout';
  const end: HeadlessEnd =
    ended.kind === 'ended'
      ? exitCode === 0 && answer.error === undefined
        ? 'answered'
        : 'failed'
      : ended.kind === 'missing'
        ? 'missing'
        : stopped;
  return { end, exitCode, ...answer.result(end) };
}

function createAnswer(longest: number) {
  let session: string | undefined;
  let cwd: string | undefined;
  let text = '';
  let isCut = false;
  let isNew = false;
  let error: string | undefined;
  const denied: string[] = [];
  const complaints: string[] = [];
  return {
    get text() {
      return text;
    },
    get error() {
      return error;
    },
    add: (said: AgentOutput): void => {
      session = said.session ?? session;
      cwd = said.cwd ?? cwd;
      error = said.error ?? error;
      denied.push(...(said.denied ?? []));
      if (said.text !== undefined) {
        const whole = said.isWhole === true || isNew ? said.text : text + said.text;
        isNew = false;
        isCut = whole.length > longest;
        text = isCut ? whole.slice(0, longest) : whole;
      }
      isNew ||= said.endsMessage === true;
    },
    complain: (line: string): void => {
      if (line.trim() !== '') {
        complaints.push(line.slice(0, longestError));
        complaints.splice(0, complaints.length - 5);
      }
    },
    result: (end: HeadlessEnd): Omit<HeadlessResult, 'end' | 'exitCode'> => ({
      session,
      cwd,
      text: text.trimEnd(),
      isCut,
      error:
        error?.slice(0, longestError) ??
        (end === 'failed' && complaints.length > 0
          ? complaints.join('\n').slice(0, longestError)
          : undefined),
      denied: [...new Set(denied)],
    }),
  };
}
