// How a text becomes the first prompt of an agent's CLI: as an argument of the program, never through
// a shell. Pure.

export const promptedAgents = ['claude', 'codex', 'gemini', 'qwen'] as const;
export type PromptedAgent = (typeof promptedAgents)[number];

export interface FirstPrompt {
  readonly agent: PromptedAgent;
  readonly text: string;
  readonly platform: NodeJS.Platform;
}

/** Bytes of one argument; the systems' own limits are 128 KiB and, for all together, 32,767 characters. */
const longest = { windows: 30_000, others: 100_000 };

/** undefined when it is too long to be an argument. */
export function firstPromptArguments({ agent, text, platform }: FirstPrompt): string[] | undefined {
  const limit = platform === 'win32' ? longest.windows : longest.others;
  if (Buffer.byteLength(text) > limit) {
    return undefined;
  }
  // Else it would be read as an option.
  const prompt = text.startsWith('-') ? ` ${text}` : text;
  return agent === 'gemini' || agent === 'qwen' ? ['-i', prompt] : [prompt];
}

/** Windows hands the arguments of these to a shell, which reads more into them than text. */
export function isShellScript(program: string): boolean {
  return /\.(?:cmd|bat)$/i.test(program);
}
