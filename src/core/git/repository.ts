// Where a repository is and what HEAD points at, read from its files. Runs no git: a repository's
// configuration can make git run programs, and this is also used before a workspace is trusted. At
// once, not by promises: hooks ask on every turn, and a few small files are read sooner than awaited.

import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { readRegularFile } from '../stores/regularFile';

export interface Repository {
  /** The top level of this working tree. */
  readonly root: string;
  readonly gitDirectory: string;
  /** Shared by all worktrees of the repository; the same as gitDirectory in the main one. */
  readonly commonDirectory: string;
  /** The main working tree, when this is a linked worktree of it. */
  readonly mainRoot: string | undefined;
  /** False when `.git` only claims it: then nothing is written there. */
  readonly isOwn: boolean;
}

export interface Head {
  /** null when detached. */
  readonly branch: string | null;
  /** null before the first commit, or where the refs are not kept in files. */
  readonly commit: string | null;
}

/** The repository whose working tree holds this directory. */
export function findRepository(directory: string): Repository | undefined {
  for (let root = path.resolve(directory); ; root = path.dirname(root)) {
    const gitDirectory = gitDirectoryOf(root);
    if (gitDirectory) {
      return describeRepository(root, gitDirectory);
    }
    if (path.dirname(root) === root) {
      return undefined;
    }
  }
}

function gitDirectoryOf(root: string): string | undefined {
  const dotGit = path.join(root, '.git');
  const found = statOf(dotGit);
  if (!found) {
    return undefined;
  }
  const pointer = found.isDirectory()
    ? '.git'
    : /^gitdir: (.+)$/m.exec(readText(dotGit) ?? '')?.[1];
  // Merely opening a path of another host would tell it who we are.
  if (!pointer || /^(?:\\\\|\/\/)/.test(pointer)) {
    return undefined;
  }
  const gitDirectory = path.resolve(root, pointer.trim());
  // An empty .git folder is no repository to git either.
  return readText(path.join(gitDirectory, 'HEAD')) !== undefined ? gitDirectory : undefined;
}

function describeRepository(root: string, gitDirectory: string): Repository {
  const pointer = readText(path.join(gitDirectory, 'commondir'))?.trim();
  const common = pointer && path.resolve(gitDirectory, pointer);
  if (!common || !isWorktreeOf(common, gitDirectory, root)) {
    const isOwn = gitDirectory === path.join(root, '.git') || isSubmoduleIn(root, gitDirectory);
    return { root, gitDirectory, commonDirectory: gitDirectory, mainRoot: undefined, isOwn };
  }
  const isPlain = path.basename(common) === '.git';
  return {
    root,
    gitDirectory,
    commonDirectory: common,
    mainRoot: isPlain ? path.dirname(common) : undefined,
    isOwn: true,
  };
}

/**
 * A worktree is believed only when the repository knows of it too: its git directory lies inside
 * that repository, and points back here. Else a folder from anywhere could claim to be one of ours.
 */
function isWorktreeOf(common: string, gitDirectory: string, root: string): boolean {
  const back = readText(path.join(gitDirectory, 'gitdir'))?.trim();
  if (!back) {
    return false;
  }
  const known = realPath(path.resolve(gitDirectory, back));
  // Moved by hand, the place it points to is gone: git still works there, and so do we.
  const isMoved = !statOf(known);
  return (
    realPath(path.join(common, 'worktrees')) === path.dirname(realPath(gitDirectory)) &&
    (known === realPath(path.join(root, '.git')) || isMoved)
  );
}

/** Its git directory lies in that of the repository around it, and names its working tree. */
function isSubmoduleIn(root: string, gitDirectory: string): boolean {
  const config = readText(path.join(gitDirectory, 'config')) ?? '';
  const workTree = /^[ \t]*worktree[ \t]*=[ \t]*(\S.*)$/m.exec(config)?.[1]?.trim();
  return !!workTree && realPath(path.resolve(gitDirectory, workTree)) === realPath(root);
}

/** The path itself where there is nothing. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function statOf(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function readHead(repository: Repository): Head {
  const head = readText(path.join(repository.gitDirectory, 'HEAD'))?.trim() ?? '';
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (!ref) {
    return { branch: null, commit: isObjectId(head) ? head : null };
  }
  // With the reftable format HEAD is only a placeholder; then we know neither.
  const branch = ref === 'refs/heads/.invalid' ? null : ref.replace(/^refs\/heads\//, '');
  return { branch, commit: branch === null ? null : readRef(repository, ref) };
}

/** What a ref points at; null where it is not there, or refs are not kept in files. */
export function readRef({ commonDirectory }: Repository, ref: string): string | null {
  if (ref.split('/').includes('..')) {
    return null;
  }
  const loose = readText(path.join(commonDirectory, ref))?.trim();
  if (loose && isObjectId(loose)) {
    return loose;
  }
  const packed = readText(path.join(commonDirectory, 'packed-refs')) ?? '';
  const line = packed.split('\n').find((each) => each.slice(each.indexOf(' ') + 1) === ref);
  const id = line?.split(' ')[0] ?? '';
  return isObjectId(id) ? id : null;
}

function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Bounded, and never waiting for a pipe: these files too may come from anywhere. */
function readText(file: string): string | undefined {
  try {
    return readRegularFile(file, maxBytes).content?.toString('utf8');
  } catch {
    return undefined;
  }
}

/** packed-refs of a very large repository. */
const maxBytes = 64 * 1024 * 1024;
