// `baton hook EVENT`: what agents call at each event, with its JSON on stdin. It prints nothing and
// always ends well; what it does not need it does not load.

import { readSync } from 'node:fs';
import { hasCode } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Verb, VerbResult } from '../verb';

const silent: VerbResult = { json: {}, text: () => '' };

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

async function readInput(): Promise<HookInput> {
  const value: unknown = JSON.parse((await readAll()).toString('utf8'));
  return record(value);
}

/** At once as far as that goes: a stream takes longer to set up than all the rest. */
async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(65_536);
      const count = readSync(0, chunk);
      if (count === 0) {
        return Buffer.concat(chunks);
      }
      chunks.push(chunk.subarray(0, count));
    }
  } catch (error) {
    if (!hasCode(error, 'EAGAIN')) {
      throw error;
    }
    for await (const chunk of process.stdin) {
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  }
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function record(value: unknown): HookInput {
  return typeof value === 'object' && value !== null ? (value as HookInput) : {};
}
