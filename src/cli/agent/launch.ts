// What start, resume and fork have in common: they lend the terminal to the agent, then say whether it
// was the session that was asked for.

import { type AgentLaunch, launchHere, type LaunchRequest } from '../../core/agents/agentLaunch';
import type { SessionCheck } from '../../core/agents/verifySession';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg, render } from '../../core/support/message';
import { canAsk, isAgreed } from '../askYesNo';
import { stoppable } from '../stoppable';
import type { VerbInput, VerbOption, VerbResult } from '../verb';

export const launchOptions = {
  prompt: { type: 'string', value: 'TEXT', summary: msg('What is said to it first') },
  title: { type: 'string', value: 'TEXT', summary: msg('How the session is called') },
  yes: { type: 'boolean', summary: msg('Also where it runs in another process already') },
} as const satisfies Record<string, VerbOption>;

export async function launch(
  project: Project,
  request: LaunchRequest,
  input: VerbInput,
): Promise<VerbResult> {
  const isTold = input.values.json === true;
  if (!isTold && !(process.stdin.isTTY && process.stdout.isTTY)) {
    throw new UserError(
      'no-terminal',
      msg('This is no terminal to lend. Use "baton agent run", or --json to see what to start.'),
    );
  }
  const planned = await unlessRunning(input, canAsk(input), (evenIfRunning) =>
    project.planLaunch({ ...request, evenIfRunning }),
  );
  if (isTold) {
    return { json: planJson(planned), text: () => '' };
  }
  const started = Date.now();
  const ended = await stoppable(async ({ signal, onLend }) => {
    onLend(true);
    try {
      return await launchHere(planned, { signal });
    } finally {
      onLend(false);
    }
  });
  const check = await project.verifySession(planned.session, { since: started });
  return ran(planned, check, ended.kind === 'ended' ? ended.code : null, input);
}

/** Where it runs already, a person is asked; without one, it takes --yes. */
export async function unlessRunning<T>(
  { values, t }: VerbInput,
  isAsked: boolean,
  attempt: (evenIfRunning: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await attempt(values.yes === true);
  } catch (error) {
    if (!UserError.is(error, 'running')) {
      throw error;
    }
    if (!isAsked) {
      const wayOut = msg('{0} With --yes it is resumed all the same.', error.text);
      throw new UserError('running', wayOut);
    }
    if (!(await isAgreed(t('{0} Resume it all the same?', render(error.text, t)), t))) {
      throw new UserError('cancelled', msg('Cancelled.'));
    }
    return attempt(true);
  }
}

function ran(
  { session, command }: AgentLaunch,
  check: SessionCheck,
  exitCode: number | null,
  { t }: VerbInput,
): VerbResult {
  const isMissing = exitCode === null && check.verdict === 'unknown';
  const isWrong = check.verdict === 'other' || check.elsewhere !== undefined;
  return {
    json: { session, exitCode, check: checkJson(check) },
    text: () =>
      [
        isWrong ? '' : render(check.message, t),
        t('To go on: baton agent resume {0}', session),
        '',
      ].join('\n'),
    notDone: isWrong
      ? check.message
      : isMissing
        ? msg('{0} ended before it did anything.', command[0] ?? '')
        : undefined,
  };
}

function planJson({ session, strategy, command, cwd, env, does, asked }: AgentLaunch) {
  return {
    session,
    agent: strategy.name,
    does,
    cliSession: asked ?? null,
    command,
    cwd,
    env: { BATON_AGENT_DEPTH: env.BATON_AGENT_DEPTH },
  };
}

export function checkJson({ message, elsewhere, ...check }: SessionCheck) {
  return { ...check, elsewhere: elsewhere ?? null, message: render(message) };
}
