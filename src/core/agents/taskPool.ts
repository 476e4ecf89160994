// How many agents one process has running at once: the others wait for their turn, and what is too
// much is refused. Whoever made it closes it, which ends all of them.

import { UserError } from '../support/errors';
import { msg } from '../support/message';

export interface TaskPool {
  /** Aborted when nothing may run any more. */
  readonly signal: AbortSignal;
  /** Refuses at once where too many wait. */
  enter(signal?: AbortSignal): Turn;
  /** Ends what runs and waits until it has ended. */
  close(): Promise<void>;
}

export interface Turn {
  /** Fails where it is cancelled before it could begin. */
  readonly begins: Promise<void>;
  /** Lets the next one in. To be called in any case. */
  end(): void;
}

export interface PoolLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Each of them is a program that may itself start others. */
const usual: PoolLimits = { running: 4, waiting: 16 };

interface Waiter {
  readonly begin: () => void;
}

export function createTaskPool(limits: PoolLimits = usual): TaskPool {
  const closing = new AbortController();
  const inside = new Set<object>();
  const waiting = new Set<Waiter>();
  let onEmpty: () => void = () => undefined;

  const next = () => {
    for (const waiter of waiting) {
      if (inside.size - waiting.size >= limits.running) {
        break;
      }
      waiting.delete(waiter);
      waiter.begin();
    }
  };

  function waitFor(signal: AbortSignal): Pick<Turn, 'begins'> & { readonly drop: () => void } {
    let drop: () => void = () => undefined;
    const begins = new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { begin: resolve };
      const cancel = () => {
        waiting.delete(waiter);
        reject(new UserError('cancelled', msg('It was cancelled before it began.')));
      };
      drop = () => {
        waiting.delete(waiter);
        signal.removeEventListener('abort', cancel);
      };
      waiting.add(waiter);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) {
        cancel();
      }
    });
    // Whoever asked may have gone before it is waited for.
    begins.catch(() => undefined);
    return { begins, drop };
  }

  return {
    signal: closing.signal,
    enter: (asked) => {
      if (closing.signal.aborted) {
        throw new UserError('closing', msg('Baton is ending, so it starts no agent any more.'));
      }
      if (waiting.size >= limits.waiting) {
        throw new UserError(
          'too-many',
          msg(
            '{0} agents run already and {1} wait, so this one was not started. Try again when some are done.',
            inside.size - waiting.size,
            waiting.size,
          ),
        );
      }
      const place = {};
      inside.add(place);
      const signal = asked ? AbortSignal.any([asked, closing.signal]) : closing.signal;
      const { begins, drop } = waitFor(signal);
      next();
      return {
        begins,
        end: () => {
          drop();
          inside.delete(place);
          next();
          if (inside.size === 0) {
            onEmpty();
          }
        },
      };
    },
    close: async () => {
      closing.abort();
      if (inside.size > 0) {
        await new Promise<void>((resolve) => {
          onEmpty = resolve;
        });
      }
    },
  };
}
