// Where a command line runs, and what it runs there: agents often go into a folder first, which may be
// the one that they are in.

import path from 'node:path';

export interface CommandPlace {
  /** As seen from where the agent is, so '' when it stays. */
  readonly folder: string;
  readonly command: string;
}

/** Only a folder whose name stands there; what a shell has to work out may be any. */
const leading =
  /^cd[ \t]+(?:"([^"\n$`\\]+)"|'([^'\n]+)'|([^\s;&|"'`$\\()<>~*?]+))[ \t]*(?:&&|;|\n)/;

/** `from` is asked for where the agent is, '' where that is not known. */
export function commandPlace(line: string, from: () => string): CommandPlace {
  const whole = line.trim();
  const found = whole.startsWith('cd') ? leading.exec(whole) : null;
  const folder = found?.[1] ?? found?.[2] ?? found?.[3];
  return found === null || folder === undefined
    ? { folder: '', command: whole }
    : { folder: seenFrom(from, folder), command: whole.slice(found[0].length).trim() };
}

function seenFrom(from: () => string, folder: string): string {
  const start = path.isAbsolute(folder) ? from() : '';
  const seen = start === '' ? path.normalize(folder) : path.relative(start, folder);
  return seen === '.' ? '' : seen.replace(/(?<=.)[\\/]$/, '');
}
