// Where a command line runs, and what it runs there: agents often go into a folder first, which may be
// the one that they are in.

import path from 'node:path';

export interface CommandPlace {
  /** '' where the agent stays, and it is not known where that is. */
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
    ? { folder: from(), command: whole }
    : { folder: reached(from(), folder), command: whole.slice(found[0].length).trim() };
}

/** Not by way of the folder that this process is in. */
function reached(start: string, folder: string): string {
  const way = path.isAbsolute(folder) ? folder : path.join(start, folder);
  const place = path.normalize(way);
  return place === '.' ? '' : place.replace(/(?<=.)[\\/]$/, '');
}
