// What one agent says to another through Baton, so that it stays words. CLIs take a slash at the
// beginning for a command, which a repository may bring and which may run programs, and Claude Code
// reads any file of the user that is named after an "@", without asking. An agent that was misled
// must have neither done for it; what a person says is left as it is.

import path from 'node:path';
import { realPathOr } from '../stores/regularFile';
import { type FolderPlace, isOfProject } from './workingFolder';

export interface WordsPlace extends FolderPlace {
  readonly home: string;
}

/** Each is a look at the disk; who names more files than this is not talking about them. */
const mostLooks = 200;

/** `cwd`: where the agent works. */
export function plainWords(place: WordsPlace, cwd: string, message: string): string {
  const folder = realPathOr(cwd);
  let looks = 0;
  // A space after the "@" keeps it from being a reference, and is all that changes.
  const words = message.replaceAll(mention, (whole, before: string, quote: string, file: string) =>
    ++looks > mostLooks || leadsOutside(place, folder, file) ? `${before}@ ${quote}${file}` : whole,
  );
  return /^\s*\//.test(words) ? `Message:\n${words}` : words;
}

const mention = /(^|[^\p{L}\p{N}_])@(["']?)((?<=["'])[^"'\n]+|[^\s"']+)/gu;

/** Also by a link that the repository brought. */
function leadsOutside(place: WordsPlace, cwd: string, file: string): boolean {
  return names(file).some((name) => {
    const named = name.replace(/^~(?=[\\/]|$)/, () => place.home);
    return !isOfProject(place, path.resolve(cwd, named));
  });
}

/** With and without what may follow a name in a sentence, or say which lines of it. */
function names(file: string): string[] {
  return [file, file.replace(/#.*$/, ''), file.replace(/\p{P}+$/u, '')];
}
