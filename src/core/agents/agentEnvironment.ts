// The environment of an agent that Baton starts: the user's own, without what another agent set for
// itself, and with how many agents there are above it.

import { readFileSync } from 'node:fs';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { parentOf } from '../support/processTree';

const depthVariable = 'BATON_AGENT_DEPTH';
/** An agent may have another one help it; that one may not. */
const deepest = 2;

/**
 * Of the session that calls: in another one they would tell Baton's hooks a wrong one, or let that one
 * speak for it. And of Baton itself: what an agent starts in its turn may be an Electron program.
 */
const ofCaller =
  /^(?:CLAUDECODE|CLAUDE_PID|CLAUDE_ENV_FILE|CLAUDE_PROJECT_DIR|CLAUDE_CODE_(?:ENTRYPOINT|MESSAGING_SOCKET|MESSAGING_TOKEN|SESSION_ID|SESSION_ATTENDED|CHILD_SESSION)|AI_AGENT|CODEX_(?:SESSION_ID|THREAD_ID|CI|VERSION)|GEMINI_(?:CLI|SESSION_ID|PROJECT_DIR|CWD)|QWEN_CODE|QWEN_CODE_SESSION_ID|QWEN_PROJECT_DIR|ELECTRON_RUN_AS_NODE)$/;

export function agentEnvironment(
  env: Readonly<NodeJS.ProcessEnv>,
  more: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !ofCaller.test(name));
  return {
    ...Object.fromEntries(own),
    ...more,
    [depthVariable]: String(agentDepth(env) + 1),
  };
}

/** How many agents that Baton started are above this process. */
export function agentDepth(env: Readonly<NodeJS.ProcessEnv>): number {
  const { [depthVariable]: text = '' } = env;
  return /^\d{1,3}$/.test(text) ? Number(text) : text === '' ? 0 : deepest;
}

/**
 * For a process that an agent may have started without handing its environment on, as some do with
 * their servers: what the processes above it were started with counts, too. Known on Linux only.
 */
export function withDepthAbove(
  env: Readonly<NodeJS.ProcessEnv>,
  pid = process.ppid,
): NodeJS.ProcessEnv {
  let depth = agentDepth(env);
  let above: number | undefined = pid;
  for (let steps = 0; steps < 32 && above !== undefined && above > 1; steps++) {
    depth = Math.max(depth, agentDepth({ [depthVariable]: depthOf(above) }));
    above = parentOf(above);
  }
  return depth === 0 ? { ...env } : { ...env, [depthVariable]: String(depth) };
}

function depthOf(pid: number): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const found = variables.find((each) => each.startsWith(`${depthVariable}=`));
    return found?.slice(depthVariable.length + 1);
  } catch {
    // Somebody else's, or gone.
    return undefined;
  }
}

export function assertNotTooDeep(env: Readonly<NodeJS.ProcessEnv>): void {
  if (agentDepth(env) >= deepest) {
    throw new UserError(
      'too-deep',
      msg(
        'An agent that was started by an agent may not start another one. Do it yourself, or leave it to the one that asked you.',
      ),
    );
  }
}
