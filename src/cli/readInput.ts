// What comes in on stdin, however long: two pieces of memory are filled again and again, where a stream
// would leave a new one behind for every piece. While one is looked at, the other is filled.

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
  let [filled, other] = [Buffer.allocUnsafe(65_536), Buffer.allocUnsafe(65_536)];
  let reading = readOnce(filled);
  for (;;) {
    const count = await reading;
    if (count === 0) {
      return;
    }
    reading = readOnce(other);
    // Where the use of this piece fails, nobody waits for the next one.
    reading.catch(() => undefined);
    use(filled.subarray(0, count));
    [filled, other] = [other, filled];
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
