// A file of the project, read with bounds: never outside the project, never a device, never huge.

import type { Stats } from 'node:fs';
import path from 'node:path';
import { describeError, hasCode } from '../support/errors';
import { type Message, msg } from '../support/message';
import { obstacleTo } from './fileErrors';
import { readRegularFile, realPathWithin } from './regularFile';

export type FileWithin =
  | { readonly kind: 'missing' }
  | { readonly kind: 'ok'; readonly bytes: Buffer; readonly stats: Stats }
  /** It leads out of the project: neither read nor written. */
  | { readonly kind: 'outside'; readonly reason: Message }
  /** Too large, no plain file, or not ours to read: writers leave it alone, too. */
  | { readonly kind: 'unreadable'; readonly reason: Message };

export function readFileWithin(file: string, root: string, maxMegabytes = 8): FileWithin {
  try {
    const real = realPathWithin(root, file);
    if (real === undefined) {
      return { kind: 'outside', reason: outsideProject(file, root) };
    }
    const { content: bytes, stats } = readRegularFile(real, maxMegabytes * 1024 * 1024);
    return bytes === undefined
      ? {
          kind: 'unreadable',
          reason: stats.isFile() ? tooLarge(file, maxMegabytes) : notAFile(file),
        }
      : { kind: 'ok', bytes, stats };
  } catch (error) {
    return hasCode(error, 'ENOENT')
      ? { kind: 'missing' }
      : { kind: 'unreadable', reason: cannotRead(file, error) };
  }
}

/** Why a folder of the project must not be looked into; undefined when it may, or is not there. */
export function placeProblem(
  folder: string,
  root: string,
): Extract<FileWithin, { reason: Message }> | undefined {
  try {
    return realPathWithin(root, folder) === undefined
      ? { kind: 'outside', reason: outsideProject(folder, root) }
      : undefined;
  } catch (error) {
    return hasCode(error, 'ENOENT')
      ? undefined
      : { kind: 'unreadable', reason: cannotRead(folder, error) };
  }
}

/** Names the link itself, which may be a folder far above. */
export function outsideProject(file: string, root: string): Message {
  const link = linkOut(file, root);
  return link === file
    ? msg(
        '{0} leads out of the project, so Baton neither reads nor writes it. Remove the link.',
        file,
      )
    : msg(
        '{0} leads out of the project, so Baton neither reads nor writes {1}. Remove the link {0}.',
        link,
        file,
      );
}

/** The first on the way down that is elsewhere; the file itself where none is. */
function linkOut(file: string, root: string): string {
  let place = root;
  for (const name of path.relative(root, file).split(path.sep)) {
    place = path.join(place, name);
    try {
      if (realPathWithin(root, place) === undefined) {
        return name === '..' ? file : place;
      }
    } catch {
      return file;
    }
  }
  return file;
}

function cannotRead(file: string, error: unknown): Message {
  const obstacle = hasCode(error, 'ELOOP', 'ENOTDIR') ? obstacleTo(file) : undefined;
  return obstacle ?? msg('{0} cannot be read: {1}.', file, describeError(error));
}

function tooLarge(file: string, maxMegabytes: number): Message {
  return msg(
    '{0} is larger than {1} MB, so Baton leaves it alone. Move it away to start anew.',
    file,
    maxMegabytes,
  );
}

function notAFile(file: string): Message {
  return msg(
    '{0} is not a plain file, so Baton leaves it alone. Move it away to start anew.',
    file,
  );
}
