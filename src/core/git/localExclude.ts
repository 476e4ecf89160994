// Keeps Baton's local state out of commits, without touching the user's tracked .gitignore.

import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { readFileWithin } from '../stores/fileWithin';
import { UserError } from '../support/errors';
import type { Repository } from './repository';

const localStatePatterns = [
  '/.claude/session-state.json*',
  '/.claude/session-context.json*',
  '/.claude/state/',
  // What a killed writer leaves until the next one sweeps it.
  '/.claude/.session-*.tmp',
] as const;

/** Whether a path, relative to the root, is one of these: it must never be committed. */
export function isLocalState(file: string): boolean {
  return /^\.claude\/(?:session-state\.json|session-context\.json|state\/|\.session-[^/]*\.tmp$)/.test(
    file,
  );
}

/** Appends what is missing to `.git/info/exclude`; what is there stays as it is. */
export function excludeLocalState({ commonDirectory }: Repository): void {
  const file = path.join(commonDirectory, 'info', 'exclude');
  const seen = readFileWithin(file, commonDirectory);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  const current = seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  const lines = new Set(current.split(/\r?\n/));
  const missing = localStatePatterns.filter((pattern) => !lines.has(pattern));
  if (missing.length === 0) {
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  const separator = current === '' || current.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${separator}# Baton: local state\n${missing.join('\n')}\n`);
}
