// Where Claude Code keeps its own files.

import path from 'node:path';

export interface ClaudeFacts {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly home: string;
}

export function claudeFolder({ env, home }: ClaudeFacts): string {
  return env.CLAUDE_CONFIG_DIR ? path.resolve(env.CLAUDE_CONFIG_DIR) : path.join(home, '.claude');
}

export function transcriptsFolder(facts: ClaudeFacts): string {
  return path.join(claudeFolder(facts), 'projects');
}

const longestName = 200;

/**
 * Whether a folder in there may have transcripts of `root`: of the folder itself, or of one below it.
 * Other paths can have the same name, so what is in it decides.
 */
export function nameFits(name: string, root: string): 'itself' | 'below' | undefined {
  const slug = root.replace(/[^A-Za-z0-9]/g, '-');
  if (slug.length > longestName) {
    // Then a hash follows, of which we do not know how it is made.
    return name.startsWith(`${slug.slice(0, longestName)}-`) ? 'below' : undefined;
  }
  return name === slug ? 'itself' : name.startsWith(`${slug}-`) ? 'below' : undefined;
}
