// What a refusing disk means to a person. Everything that is not listed here stays as it is.

import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasCode, UserError } from '../support/errors';
import { type Message, msg } from '../support/message';

export function toFileError(error: unknown, file: string): unknown {
  const obstacle = hasCode(error, 'ELOOP', 'ENOTDIR') ? obstacleTo(file) : undefined;
  if (obstacle) {
    return Object.assign(new UserError('in-the-way', obstacle), { cause: error });
  }
  const text = hasCode(error, 'ENOSPC', 'EDQUOT')
    ? msg('The disk is full, so {0} was not changed. Free some space, then try again.', file)
    : hasCode(error, 'EACCES', 'EPERM', 'EROFS') || isNoFolderMade(error)
      ? msg('Baton may not write {0}, so nothing was changed. Check its permissions.', file)
      : undefined;
  if (text === undefined) {
    return error;
  }
  const reason = hasCode(error, 'ENOSPC', 'EDQUOT') ? 'disk-full' : 'not-writable';
  return Object.assign(new UserError(reason, text), { cause: error });
}

/** So Node says it where a folder and the ones above it are to be made on a disk that is read-only. */
function isNoFolderMade(error: unknown): boolean {
  return hasCode(error, 'ENOENT') && (error as NodeJS.ErrnoException).syscall === 'mkdir';
}

/** What is in the way of a file, be it the file itself; undefined when nothing is. */
export function obstacleTo(file: string): Message | undefined {
  const folder = path.dirname(file);
  const above = folder === file ? undefined : obstacleTo(folder);
  if (above) {
    return above;
  }
  if (isThere(file, lstatSync) && !isThere(file, statSync)) {
    return msg('{0} is a link that leads nowhere. Remove the link, then try again.', file);
  }
  return isThere(folder, statSync) && !statSync(folder).isDirectory()
    ? msg('{0} is not a folder, so nothing can be in it. Move it away, then try again.', folder)
    : undefined;
}

function isThere(file: string, stat: typeof statSync): boolean {
  try {
    return stat(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
