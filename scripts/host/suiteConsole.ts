// The window's console mixes the suite's lines with the workbench's own chatter. The suite marks
// its lines with a character that nobody sees, and the launcher prints only those.

import { format } from 'node:util';

const mark = '\u2063';

/** Set by the launcher, so that other hosts of the suite print as usual. */
export const markVariable = 'BATON_MARK_CONSOLE';

/** A console that marks its lines. VS Code's own ignores that its methods are replaced. */
export function markedConsole(target: Console): Console {
  const marked = (method: 'log' | 'info' | 'warn' | 'error'): PropertyDescriptor => ({
    value: (...args: unknown[]) => {
      target[method](mark + format(...args));
    },
  });
  return Object.create(target, {
    log: marked('log'),
    info: marked('info'),
    warn: marked('warn'),
    error: marked('error'),
  }) as Console;
}

/** The line as the suite printed it, or undefined when it is not the suite's. */
export function suiteLine(args: readonly unknown[]): string | undefined {
  const line = format(...args);
  return line.startsWith(mark) ? line.slice(mark.length) : undefined;
}
