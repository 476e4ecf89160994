// The thread that searches for the window: to read a gigabyte for the first time takes a while, and
// whatever else runs in the extension host must not wait for it.

import { parentPort } from 'node:worker_threads';
import { search } from '../../core/search/search';
import { searchPlaceOf } from '../../core/search/searchPlace';
import { UserError } from '../../core/support/errors';
import { type SearchAnswer, type SearchAsk, stopSearch } from './searchMessages';

const tellEveryMs = 100;
const stopped = new AbortController();

async function answer({ id, typed, limit, ...project }: SearchAsk): Promise<SearchAnswer> {
  let told = 0;
  try {
    const report = await search(searchPlaceOf({ ...project, env: process.env }), {
      typed,
      limit,
      signal: stopped.signal,
      onProgress: (progress) => {
        if (performance.now() - told > tellEveryMs) {
          told = performance.now();
          parentPort?.postMessage({ id, progress } satisfies SearchAnswer);
        }
      },
    });
    // Only what is shown: a common word has ten thousand names.
    const { results, total, index } = report;
    return { id, report: { results, total, index } };
  } catch (error) {
    const failure = UserError.is(error)
      ? { reason: error.reason, text: error.text }
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    return { id, failure };
  }
}

let running: Promise<void> = Promise.resolve();

parentPort?.on('message', (ask: SearchAsk | typeof stopSearch) => {
  if (ask !== stopSearch) {
    running = answer(ask).then((answered) => parentPort?.postMessage(answered));
    return;
  }
  stopped.abort();
  // Not before its lock is free: nobody else could tell that this thread is gone.
  void running.then(() => process.exit());
});
