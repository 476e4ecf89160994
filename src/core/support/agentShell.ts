// Whether a coding agent's shell tool runs us, from the variables that the agents set there.

/** Their hooks, which they run themselves, are none: `AI_AGENT` ends with `_harness` there. */
export function isAgentShell(env: Readonly<NodeJS.ProcessEnv>): boolean {
  return env.AI_AGENT
    ? env.AI_AGENT.endsWith('_agent')
    : ['CLAUDECODE', 'CODEX_THREAD_ID', 'GEMINI_CLI', 'QWEN_CODE'].some((name) => env[name]);
}
