// Asks GitHub's own command line, where it is installed. It never asks back.

import { execFile } from 'node:child_process';

export interface GhPlace {
  readonly root: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly signal?: AbortSignal | undefined;
}

export type GhAnswer =
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'answered'; readonly output: string };

export function askGh({ root, env, signal }: GhPlace, args: readonly string[]): Promise<GhAnswer> {
  return new Promise((resolve) => {
    execFile(
      'gh',
      [...args],
      {
        cwd: root,
        env: { ...env, GH_PROMPT_DISABLED: '1', NO_COLOR: '1' },
        timeout: 30_000,
        windowsHide: true,
        ...(signal && { signal }),
      },
      (error, stdout, stderr) => {
        if (!error) {
          resolve({ kind: 'answered', output: stdout });
        } else if (error.code === 'ENOENT') {
          resolve({ kind: 'missing' });
        } else {
          resolve({ kind: 'failed', reason: stderr || error.message });
        }
      },
    );
  });
}

/** A document of `--json`, or the first of a list; undefined where it is none. */
export function toRecord(output: string): Readonly<Record<string, unknown>> | undefined {
  return toRecords(output)[0];
}

export function toRecords(output: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(output);
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    return all.flatMap((each) =>
      typeof each === 'object' && each !== null ? [each as Record<string, unknown>] : [],
    );
  } catch {
    return [];
  }
}

export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  return typeof value === 'string' ? value : '';
}
