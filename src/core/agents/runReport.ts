// What came of saying something to an agent, for people and for programs. Pure.

import { type Message, msg } from '../support/message';
import type { HeadlessEnd, HeadlessResult } from './headlessRun';
import type { SessionArguments } from './sessionArguments';

export interface AgentRunReport {
  /** Ours, to go on with. */
  readonly session: string;
  readonly agent: string;
  /** As the CLI calls it; null where it did not say. */
  readonly cliSession: string | null;
  readonly outcome: HeadlessEnd;
  readonly exitCode: number | null;
  readonly text: string;
  /** Whether the answer was longer; the log has all of it. */
  readonly isCut: boolean;
  /** What a person should know: why there is no answer, or that another session gave it. */
  readonly problem: Message | undefined;
  readonly verdict: SessionVerdict;
  /** Tools that it was not let use. */
  readonly denied: readonly string[];
  readonly logFile: string;
  readonly durationMs: number;
}

/** Whether the session that answered is the one that was asked: `same`, or the `new` one. */
export type SessionVerdict = 'same' | 'new' | 'other' | 'unknown';

export function verdictOf(
  { does, asked, source }: Pick<SessionArguments, 'does' | 'asked' | 'source'>,
  answered: string | undefined,
): SessionVerdict {
  if (answered === undefined) {
    return 'unknown';
  }
  const isOther =
    (asked !== undefined && answered !== asked) || (does === 'fork' && answered === source);
  return isOther ? 'other' : does === 'resume' ? 'same' : 'new';
}

export function otherAnswered(title: string): Message {
  return msg(
    '{0} came back in another session than the one that was asked for, so it does not know what was said before. Start a new session.',
    title,
  );
}

export function beganAnew(title: string): Message {
  return msg(
    '{0} has no transcript of this session any more, so it began anew and does not know what was said before.',
    title,
  );
}

export function problemOf(
  { end, exitCode, error }: HeadlessResult,
  title: string,
): Message | undefined {
  switch (end) {
    case 'answered':
      return undefined;
    case 'failed':
      return msg(
        '{0} ended without an answer (exit code {1}): {2}',
        title,
        exitCode ?? '-',
        error ?? msg('it did not say why.'),
      );
    case 'missing':
      return msg('{0} could not be started. Check that it is installed and runs.', title);
    case 'cancelled':
      return msg('{0} was stopped, and what it had started was ended.', title);
    case 'timeout':
      return msg('{0} took too long, so it was ended with all that it had started.', title);
    case 'too-much':
      return msg('{0} printed more than is kept, so it was ended.', title);
  }
}
