// Which files an agent touched, most recent first, folded into the digest.

import { type Digest, type KeptFile, type OpenCall, shares } from './digest';
import type { Unsettled } from './unsettled';

export type FileFold = ReturnType<typeof createFileFold>;

export function createFileFold(digest: Digest, unsettled: Unsettled) {
  const find = (path: string): KeptFile | undefined =>
    digest.files.find((known) => known.path === path);
  return {
    find,
    read(path: string) {
      if (isPath(path)) {
        unsettled.text(digest, 'lastRead', path, shares.files.text);
      }
    },
    /** For what is said about the file at hand. */
    handLast(to: { file?: string | undefined }) {
      unsettled.hand(digest, 'lastRead', to, 'file');
    },
    edited(paths: readonly string[], at: string | undefined, offset: number) {
      for (const path of paths.filter(isPath)) {
        digest.files = digest.files.filter((known) => known.path !== path);
        const file: KeptFile = { path, at, offset };
        unsettled.text(file, 'path', path, shares.files.text);
        digest.files.unshift(file);
        unsettled.text(digest, 'lastRead', path, shares.files.text);
      }
      digest.files.splice(shares.files.count);
    },
    /** An edit that failed changed nothing: the file goes back to where it stood. */
    unedited({ offset, before }: Pick<OpenCall, 'offset' | 'before'>) {
      const [file, ...others] = digest.files.filter((known) => known.offset === offset);
      if (!file || others.length > 0) {
        return;
      }
      digest.files = digest.files.filter((known) => known !== file);
      if (before) {
        const restored: KeptFile = { path: file.path, ...before };
        unsettled.hand(file, 'path', restored, 'path');
        digest.files.push(restored);
        digest.files.sort((a, b) => b.offset - a.offset);
      }
    },
  };
}

function isPath(path: string): boolean {
  return path.trim() !== '' && Buffer.byteLength(path) <= shares.files.text;
}
