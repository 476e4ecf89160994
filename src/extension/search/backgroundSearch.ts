// Searches of the window, in a thread of their own that ends with them.

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SearchReport } from '../../core/search/search';
import type { UpdateProgress } from '../../core/search/updateIndex';
import type { Disposable } from '../../core/support/disposable';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { type SearchAnswer, type SearchAsk, stopSearch } from './searchMessages';

export interface BackgroundSearch extends Disposable {
  find(
    ask: Omit<SearchAsk, 'id'>,
    onProgress: (progress: UpdateProgress) => void,
  ): Promise<SearchReport>;
}

interface Waiting {
  readonly resolve: (report: SearchReport) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (progress: UpdateProgress) => void;
}

/** `program`: of the thread; beside this bundle unless told. */
export function createBackgroundSearch(
  program = path.join(__dirname, 'searchWorker.js'),
): BackgroundSearch {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let asked = 0;

  const failAll = (error: Error): void => {
    waiting.forEach(({ reject }) => {
      reject(error);
    });
    waiting.clear();
  };
  const take = (answer: SearchAnswer): void => {
    const of = waiting.get(answer.id);
    if ('progress' in answer) {
      of?.onProgress(answer.progress);
      return;
    }
    waiting.delete(answer.id);
    if ('report' in answer) {
      of?.resolve(answer.report);
    } else {
      const { failure } = answer;
      of?.reject(
        typeof failure === 'string'
          ? new Error(failure)
          : new UserError(failure.reason, failure.text),
      );
    }
  };
  const start = (): Worker => {
    const started = new Worker(program, {
      // What it soon forgets: else V8 gives it more room for that than for all the rest.
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    started.on('message', take);
    started.on('error', failAll);
    started.on('exit', () => {
      if (worker === started) {
        worker = undefined;
        failAll(new UserError('cancelled', msg('Cancelled.')));
      }
    });
    return started;
  };
  return {
    find: (ask, onProgress) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject, onProgress });
        worker ??= start();
        worker.postMessage({ ...ask, id } satisfies SearchAsk);
      }),
    /** In the midst of a build, too: what was read so far is kept. */
    dispose: () => {
      // Not terminated: it would leave its lock behind, held by a process that goes on.
      worker?.postMessage(stopSearch);
      worker = undefined;
      failAll(new UserError('cancelled', msg('Cancelled.')));
    },
  };
}
