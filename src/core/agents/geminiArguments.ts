// What Gemini CLI and Qwen Code, which grew out of it, have in common.

import type { StartRequest } from './agentStrategy';
import { joined, uuidArgument } from './argumentRules';

export function startArguments(request: StartRequest): string[] {
  const id = request.id === undefined ? [] : ['--session-id', uuidArgument(request.id)];
  return [...id, ...rest(request)];
}

/** Without a terminal on stdin they are headless by themselves. */
export function rest({ isHeadless, prompt }: StartRequest): string[] {
  return isHeadless ? ['--output-format', 'stream-json'] : joined('--prompt-interactive', prompt);
}
