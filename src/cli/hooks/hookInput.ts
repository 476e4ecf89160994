// What an agent tells a hook: one JSON object on stdin, of which nothing is sure.

import { readSync } from 'node:fs';
import { hasCode } from '../../core/support/errors';

export type HookInput = Readonly<Record<string, unknown>>;

export function toHookInput(bytes: Buffer): HookInput {
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  return record(value);
}

/** Far more than an agent tells. */
const mostBytes = 64 * 1024 * 1024;

/** At once as far as that goes: a stream takes longer to set up than all the rest. */
export async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) {
      throw new Error(`More than ${mostBytes} bytes were given.`);
    }
    chunks.push(chunk);
  };
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(65_536);
      const count = readSync(0, chunk);
      if (count === 0) {
        return Buffer.concat(chunks);
      }
      take(chunk.subarray(0, count));
    }
  } catch (error) {
    if (!hasCode(error, 'EAGAIN')) {
      throw error;
    }
    for await (const chunk of process.stdin) {
      take(chunk as Buffer);
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
