import { type AtomicFileSystem, realFileSystem } from '../../src/core/stores/atomicFile';

export type Operation = Exclude<keyof AtomicFileSystem, 'renameAttempts'>;

/** The real file system, which asks `before` ahead of every operation. */
export function watched(before: (operation: Operation) => void): AtomicFileSystem {
  const operations = Object.entries(realFileSystem).map(([name, original]: [string, unknown]) => [
    name,
    typeof original === 'function'
      ? (...args: unknown[]): unknown => {
          before(name as Operation);
          return Reflect.apply(original, undefined, args);
        }
      : original,
  ]);
  return Object.fromEntries(operations) as AtomicFileSystem;
}
