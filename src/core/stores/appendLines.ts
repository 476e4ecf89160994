// Lines at the end of a log, in one append that is on disk before it returns; a torn last line is ended
// first. Whoever calls it holds the lock of the log, and knows that it is inside the project.

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

export function appendLines(file: string, lines: readonly string[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o644);
  try {
    const bytes = Buffer.from(`${isTorn(handle) ? '\n' : ''}${lines.join('\n')}\n`);
    const written = writeSync(handle, bytes);
    if (written < bytes.length) {
      throw Object.assign(new Error(`${file}: wrote ${written} of ${bytes.length} bytes`), {
        code: 'ENOSPC',
      });
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isTorn(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}
