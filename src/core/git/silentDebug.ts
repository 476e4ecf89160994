// Stands for the package `debug` in what ships: simple-git loads it for its own tracing, which nobody
// sees, and it takes longer to start than the rest of a save.

interface Debugger {
  (...args: unknown[]): void;
  extend(): Debugger;
}

const silent: Debugger = Object.assign(() => undefined, { extend: () => silent });

// eslint-disable-next-line no-restricted-exports -- as `debug` exports it
export default Object.assign(() => silent, { formatters: {} });
