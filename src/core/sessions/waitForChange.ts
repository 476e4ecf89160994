// Waits until something is so, by watching folders; looks by itself now and then, because a watcher may
// miss what another machine or a container writes.

import { type FSWatcher, watch } from 'node:fs';

export interface WaitOptions {
  readonly folders: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Gives up then. */
  readonly waitMs: number;
  readonly pollMs?: number;
}

/** undefined when the time is over; fails when the signal says so. */
export async function waitForChange<T>(
  look: () => T | undefined,
  { folders, signal, waitMs, pollMs = 2_000 }: WaitOptions,
): Promise<T | undefined> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const open: FSWatcher[] = [];
    const end = (done: () => void) => {
      clearTimeout(deadline);
      clearInterval(poll);
      signal?.removeEventListener('abort', abort);
      open.forEach((each) => {
        each.close();
      });
      done();
    };
    const check = () => {
      try {
        const found = look();
        if (found !== undefined) {
          end(() => {
            resolve(found);
          });
        }
      } catch (error) {
        end(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      }
    };
    const abort = () => {
      end(() => {
        reject(signal?.reason as Error);
      });
    };
    const deadline = setTimeout(() => {
      end(() => {
        resolve(undefined);
      });
    }, waitMs);
    const poll = setInterval(check, pollMs);
    signal?.addEventListener('abort', abort);
    for (const folder of folders) {
      try {
        // One that breaks is made up for by the poll.
        open.push(watch(folder, check).on('error', () => undefined));
      } catch {
        // Too many watchers, or a file system without them.
      }
    }
    // What came before the watcher.
    check();
  });
}
