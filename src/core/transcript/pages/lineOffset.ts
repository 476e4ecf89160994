// Where a line of a long file begins, for those who know it by its number.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const chunkBytes = 1024 * 1024;

/** The first line is 1; undefined where there is no such line or no such file. */
export async function lineOffset(file: string, line: number): Promise<number | undefined> {
  if (line <= 1) {
    return 0;
  }
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => undefined);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let position = 0;
    let seen = 1;
    for (;;) {
      const { bytesRead = 0 } = (await handle?.read(buffer, 0, chunkBytes, position)) ?? {};
      if (bytesRead === 0) {
        return undefined;
      }
      const chunk = buffer.subarray(0, bytesRead);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) {
        seen++;
        if (seen === line) {
          return position + at + 1;
        }
      }
      position += bytesRead;
    }
  } finally {
    await handle?.close();
  }
}
