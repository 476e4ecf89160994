// `baton hook EVENT`: what agents call at each event, with its JSON on stdin. It prints nothing and
// always ends well; what it does not need it does not load.

import { msg } from '../../core/support/message';
import type { Verb, VerbResult } from '../verb';

const silent: VerbResult = { json: undefined, text: () => '' };

export const hook: Verb = {
  summary: msg('For the hooks of agents: PostToolUse, PostToolUseFailure, Stop'),
  words: ['EVENT'],
  run: async ({ words: [event], env }) => {
    const input = await readInput();
    switch (event) {
      case 'PostToolUse':
      case 'PostToolUseFailure':
        await (await import('./toolUse')).toolUse(input, event, env);
        break;
      case 'Stop':
        await (await import('./stop')).stop(input, env);
        break;
      default:
    }
    return silent;
  },
};

export type HookInput = Readonly<Record<string, unknown>>;

/** More is no event of an agent. */
const mostBytes = 64 * 1024 * 1024;

async function readInput(): Promise<HookInput> {
  if (process.stdin.isTTY) {
    return {};
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += (chunk as Buffer).length;
    if (size > mostBytes) {
      return {};
    }
    chunks.push(chunk as Buffer);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return typeof value === 'object' && value !== null ? (value as HookInput) : {};
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function record(value: unknown): HookInput {
  return typeof value === 'object' && value !== null ? (value as HookInput) : {};
}
