// Where agents keep the settings of the user, as their own variables say.

import path from 'node:path';
import type { ScopeFacts } from './installPaths';

type UserFacts = Pick<ScopeFacts, 'env' | 'home'>;

export function codexFolder({ env, home }: UserFacts): string {
  return env.CODEX_HOME || path.join(home, '.codex');
}

export function geminiFolder({ env, home }: UserFacts): string {
  return path.join(env.GEMINI_CLI_HOME || home, '.gemini');
}

export function qwenFolder({ env, home }: UserFacts): string {
  return env.QWEN_HOME || path.join(home, '.qwen');
}
