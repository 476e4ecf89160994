// Keeps what is installed for one person out of the status of git, by the file that git has for that;
// the tracked .gitignore is the team's.

import path from 'node:path';
import type { Repository } from '../git/repository';

const header = '# Baton: installed for this user only';

export function excludeFile(repository: Repository | undefined): string | undefined {
  return repository?.isOwn ? path.join(repository.commonDirectory, 'info', 'exclude') : undefined;
}

/** `names` are relative to the root, with forward slashes. */
export function withExcludes(text: string, names: readonly string[]): string {
  const lines = new Set(text.split(/\r?\n/));
  const missing = names.map((name) => `/${name}`).filter((line) => !lines.has(line));
  if (missing.length === 0) {
    return text;
  }
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${separator}${header}\n${missing.join('\n')}\n`;
}

/** The lines below our header, as far as they are names of installed files. */
export function withoutExcludes(text: string): string {
  return text.replace(
    /# Baton: installed for this user only\r?\n(?:\/\.claude\/(?:settings\.local\.json|commands\/|skills\/)\S*\r?\n)*/g,
    '',
  );
}
