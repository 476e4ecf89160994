// Finds in the logs of a window the errors that are Baton's own.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Names the extension, or a frame of a stack inside its folder. */
export function isOurs(text: string): boolean {
  return /baton-tools\.baton|[\\/]baton[^\\/\s]*[\\/]dist[\\/]extension\.js/i.test(text);
}

/** An entry is a line with a level and the lines after it that belong to it: its stack. */
export function errorEntries(log: string): string[] {
  return log
    .split(/\n(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \[)/)
    .filter((entry) => /^\S+ \S+ \[(error|critical)\]/.test(entry))
    .map((entry) => entry.trimEnd());
}

/**
 * In the extension host's log only what is ours counts; in a log of the extension itself,
 * which VS Code keeps in a folder of the extension's name, everything.
 */
export function ownErrors(logs: string): string[] {
  return extensionHostLogs(logs).flatMap((name) => {
    const entries = errorEntries(readFileSync(path.join(logs, name), 'utf8'));
    return name.includes('baton-tools.baton') ? entries : entries.filter(isOurs);
  });
}

export function wasActivated(logs: string): boolean {
  return extensionHostLogs(logs).some((name) =>
    readFileSync(path.join(logs, name), 'utf8').includes('_doActivateExtension baton-tools.baton'),
  );
}

function extensionHostLogs(logs: string): string[] {
  return existsSync(logs)
    ? readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter(
        (name) => name.endsWith('.log') && name.includes('exthost'),
      )
    : [];
}
