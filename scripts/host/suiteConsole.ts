// The window's console mixes the suite's lines with the workbench's own chatter. The suite marks
// its lines with a character that nobody sees, and the launcher prints only those.

import { format } from 'node:util';

const mark = '\u2063';

/** Set by the launcher, so that other hosts of the suite print as usual. */
export const markVariable = 'BATON_MARK_CONSOLE';

export function markConsole(target: Console): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const print = target[method].bind(target);
    target[method] = (...args: unknown[]) => {
      print(mark + format(...args));
    };
  }
}

/** The line as the suite printed it, or undefined when it is not the suite's. */
export function suiteLine(args: readonly unknown[]): string | undefined {
  const line = format(...args);
  return line.startsWith(mark) ? line.slice(mark.length) : undefined;
}
