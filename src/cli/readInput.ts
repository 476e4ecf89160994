// What comes in on stdin, however long: one piece of memory is filled again and again, where a stream
// would leave a new one behind for every piece.

import { read } from 'node:fs';
import { pause } from '../core/support/upTime';
import { promisify } from 'node:util';
import { hasCode } from '../core/support/errors';

const stdin = 0;

/** `use` may not keep what it gets. Nobody is asked to type it: a terminal is an empty input. */
export async function readInput(use: (bytes: Uint8Array) => void): Promise<void> {
  if (process.stdin.isTTY) {
    return;
  }
  const buffer = Buffer.allocUnsafe(65_536);
  for (;;) {
    const count = await readOnce(buffer);
    if (count === 0) {
      return;
    }
    use(buffer.subarray(0, count));
  }
}

/** As text; undefined where it is longer than that. */
export async function inputText(longest: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  await readInput((bytes) => {
    size += bytes.length;
    // Read to the end all the same: who writes would be told of a broken pipe instead.
    if (size <= longest) {
      chunks.push(Buffer.from(bytes));
    }
  });
  return size > longest ? undefined : Buffer.concat(chunks).toString('utf8');
}

const readAsync = promisify(read);

async function readOnce(buffer: Buffer): Promise<number> {
  for (;;) {
    try {
      return (await readAsync(stdin, buffer, 0, buffer.length, null)).bytesRead;
    } catch (error) {
      if (hasCode(error, 'EOF')) {
        // How Windows says that a pipe was closed.
        return 0;
      }
      if (!hasCode(error, 'EAGAIN')) {
        throw error;
      }
      // Somebody else made the pipe one that does not wait.
      await pause(5);
    }
  }
}
