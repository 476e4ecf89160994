// Whether a coding agent's shell tool runs us, from the variables that the agents set there.

/**
 * Also a hook of theirs, where that cannot be told apart: Claude Code does so by `AI_AGENT`, which
 * ends with `_harness` in hooks.
 */
export function isAgentShell(env: Readonly<NodeJS.ProcessEnv>): boolean {
  return (
    isSurelyAgentShell(env) ||
    (!env.AI_AGENT?.endsWith('_harness') &&
      ['CLAUDECODE', 'GEMINI_CLI', 'QWEN_CODE'].some((name) => env[name]))
  );
}

/** By what their hooks never get. */
export function isSurelyAgentShell(env: Readonly<NodeJS.ProcessEnv>): boolean {
  return (env.AI_AGENT?.endsWith('_agent') ?? false) || Boolean(env.CODEX_THREAD_ID);
}

/** The agent's own id of the session whose shell or hook this is, where it tells. */
export function agentSessionOf(env: Readonly<NodeJS.ProcessEnv>): string | undefined {
  const { CLAUDE_CODE_SESSION_ID, CODEX_SESSION_ID, CODEX_THREAD_ID } = env;
  const { GEMINI_SESSION_ID, QWEN_CODE_SESSION_ID } = env;
  return (
    CLAUDE_CODE_SESSION_ID ||
    CODEX_THREAD_ID ||
    CODEX_SESSION_ID ||
    GEMINI_SESSION_ID ||
    QWEN_CODE_SESSION_ID ||
    undefined
  );
}
