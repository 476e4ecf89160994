// Where a repository is and what HEAD points at, read from its files. Runs no git: a repository's
// configuration can make git run programs, and this is also used before a workspace is trusted.

import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

export interface Repository {
  /** The top level of this working tree. */
  readonly root: string;
  readonly gitDirectory: string;
  /** Shared by all worktrees of the repository; the same as gitDirectory in the main one. */
  readonly commonDirectory: string;
  /** The main working tree, when this is a linked worktree of it. */
  readonly mainRoot: string | undefined;
}

export interface Head {
  /** null when detached. */
  readonly branch: string | null;
  /** null before the first commit, or where the refs are not kept in files. */
  readonly commit: string | null;
}

/** The repository whose working tree holds this directory. */
export async function findRepository(directory: string): Promise<Repository | undefined> {
  for (let root = path.resolve(directory); ; root = path.dirname(root)) {
    const gitDirectory = await gitDirectoryOf(root);
    if (gitDirectory) {
      return describeRepository(root, gitDirectory);
    }
    if (path.dirname(root) === root) {
      return undefined;
    }
  }
}

async function gitDirectoryOf(root: string): Promise<string | undefined> {
  const dotGit = path.join(root, '.git');
  const isDirectory = await stat(dotGit).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  if (isDirectory === undefined) {
    return undefined;
  }
  const pointer = isDirectory
    ? '.git'
    : /^gitdir: (.+?)\r?\n?$/.exec((await readText(dotGit)) ?? '')?.[1];
  const gitDirectory = pointer && path.resolve(root, pointer);
  // An empty .git folder is no repository to git either.
  return gitDirectory && (await readText(path.join(gitDirectory, 'HEAD'))) !== undefined
    ? gitDirectory
    : undefined;
}

async function describeRepository(root: string, gitDirectory: string): Promise<Repository> {
  const pointer = (await readText(path.join(gitDirectory, 'commondir')))?.trim();
  if (!pointer) {
    return { root, gitDirectory, commonDirectory: gitDirectory, mainRoot: undefined };
  }
  const commonDirectory = path.resolve(gitDirectory, pointer);
  const isPlain = path.basename(commonDirectory) === '.git';
  return {
    root,
    gitDirectory,
    commonDirectory,
    mainRoot:
      isPlain && (await pointsBack(gitDirectory, root)) ? path.dirname(commonDirectory) : undefined,
  };
}

/** A worktree is believed only when the repository knows of it too. */
async function pointsBack(gitDirectory: string, root: string): Promise<boolean> {
  const back = (await readText(path.join(gitDirectory, 'gitdir')))?.trim();
  if (!back) {
    return false;
  }
  const [known, here] = await Promise.all(
    [path.resolve(gitDirectory, back), path.join(root, '.git')].map((file) =>
      realpath(file).catch(() => file),
    ),
  );
  return known === here;
}

export async function readHead(repository: Repository): Promise<Head> {
  const head = (await readText(path.join(repository.gitDirectory, 'HEAD')))?.trim() ?? '';
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (!ref) {
    return { branch: null, commit: isObjectId(head) ? head : null };
  }
  // With the reftable format HEAD is only a placeholder; then we know neither.
  const branch = ref === 'refs/heads/.invalid' ? null : ref.replace(/^refs\/heads\//, '');
  return { branch, commit: branch === null ? null : await resolveRef(repository, ref) };
}

async function resolveRef({ commonDirectory }: Repository, ref: string): Promise<string | null> {
  if (ref.split('/').includes('..')) {
    return null;
  }
  const loose = (await readText(path.join(commonDirectory, ref)))?.trim();
  if (loose && isObjectId(loose)) {
    return loose;
  }
  const packed = (await readText(path.join(commonDirectory, 'packed-refs'))) ?? '';
  const line = packed.split('\n').find((each) => each.slice(each.indexOf(' ') + 1) === ref);
  const id = line?.split(' ')[0] ?? '';
  return isObjectId(id) ? id : null;
}

function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
