// Writes to standard output or error at once: the streams of Node take longer to set up than a hook
// or a short command runs.

import { writeSync } from 'node:fs';
import { hasCode } from '../core/support/errors';

/** Gives back what a slow reader has no room for yet; undefined when all is written. */
export function writeNow(descriptor: 1 | 2, content: string | Uint8Array): Uint8Array | undefined {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  let done = 0;
  try {
    while (done < bytes.length) {
      done += writeSync(descriptor, bytes, done);
    }
    return undefined;
  } catch (error) {
    if (!hasCode(error, 'EAGAIN')) {
      throw error;
    }
    return bytes.subarray(done);
  }
}
