// What `baton save --undo` needs to bring the index back: a ref under refs/baton/undo/, named by the
// checkpoint and pointing at the index as it was. That ref is also the proof that Baton made it.

import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../git/git';
import type { GitStatus } from '../git/gitStatus';
import type { Repository } from '../git/repository';
import { readRegularFile } from '../stores/regularFile';

/** The index before a commit. */
export interface IndexBefore {
  /** Where nothing was staged it is the last commit itself, which costs no git process. */
  readonly tree: string;
  /** Paths of `git add --intent-to-add`, which no tree can hold. */
  readonly intended: readonly string[];
}

const folder = 'refs/baton/undo';
export const undoRef = (commit: string) => `${folder}/${commit}`;

export async function indexBefore(git: Git, { commit, changes }: GitStatus): Promise<IndexBefore> {
  const intended = changes
    .filter(({ staged, working }) => staged === '.' && working === 'A')
    .map((change) => change.path);
  const isLastCommit = commit !== null && changes.every(({ staged }) => staged === '.');
  return {
    tree: isLastCommit ? commit : (await git.run(['write-tree'])).trim(),
    intended,
  };
}

/** Beyond so many, the oldest go: only the checkpoints at a branch's tip can be taken back. */
const kept = 50;

export async function recordUndo(
  git: Git,
  { commonDirectory }: Repository,
  commit: string,
  { tree, intended }: IndexBefore,
): Promise<void> {
  const target = intended.length === 0 ? tree : await withIntended(git, tree, intended);
  const old = oldest(commonDirectory);
  if (old.length === 0 && keepsRefsInFiles(commonDirectory)) {
    writeRef(path.join(commonDirectory, folder), commit, target);
    return;
  }
  const input = [
    'start',
    `create ${undoRef(commit)} ${target}`,
    ...old.map((name) => `delete ${undoRef(name)}`),
    'prepare',
    'commit',
    '',
  ].join('\n');
  await git.run(['update-ref', '--stdin'], { input });
}

/** In newer repositories they may be in tables instead. */
function keepsRefsInFiles(commonDirectory: string): boolean {
  return !existsSync(path.join(commonDirectory, 'reftable'));
}

/** As git itself would, but without starting it: nobody else writes a ref of this name. */
function writeRef(directory: string, commit: string, target: string): void {
  mkdirSync(directory, { recursive: true });
  const spare = path.join(directory, `.${commit}.tmp`);
  writeFileSync(spare, `${target}\n`);
  renameSync(spare, path.join(directory, commit));
}

const intentSubject = 'Baton: paths of git add --intent-to-add';

/** A commit can hold the tree and, as its message, the paths. */
async function withIntended(git: Git, tree: string, intended: readonly string[]): Promise<string> {
  const id = (await git.run(['rev-parse', `${tree}^{tree}`])).trim();
  return (
    await git.run(['commit-tree', id, '-m', intentSubject, '-m', JSON.stringify(intended)])
  ).trim();
}

export async function readUndo(git: Git, commit: string): Promise<IndexBefore | undefined> {
  const { code, stdout } = await git.ask(['cat-file', '--batch-check'], {
    input: `${undoRef(commit)}\n`,
  });
  const [id = '', type = ''] = stdout.trim().split(' ');
  if (code !== 0 || !['tree', 'commit'].includes(type)) {
    return undefined;
  }
  const tree = (await git.run(['rev-parse', `${id}^{tree}`])).trim();
  return { tree, intended: type === 'commit' ? await intendedIn(git, id) : [] };
}

async function intendedIn(git: Git, commit: string): Promise<string[]> {
  const message = await git.run(['log', '--no-show-signature', '-1', '--format=%B', commit]);
  // Else it is the commit before the checkpoint, with a message of somebody else's.
  return message.startsWith(intentSubject)
    ? (JSON.parse(message.slice(intentSubject.length)) as string[])
    : [];
}

/** Every commit that a ref is kept for. */
export async function undoCommits(git: Git): Promise<string[]> {
  const refs = await git.run(['for-each-ref', '--format=%(refname)', folder]);
  return refs
    .split('\n')
    .filter(Boolean)
    .map((ref) => ref.slice(folder.length + 1));
}

/** Without a git process: those in files by their age, and all that were packed, which are older. */
function oldest(commonDirectory: string): string[] {
  const directory = path.join(commonDirectory, folder);
  const isCommit = (name: string) => /^[0-9a-f]{40,64}$/.test(name);
  try {
    const loose = readdirSync(directory)
      .filter(isCommit)
      .map((name) => ({ name, at: statSync(path.join(directory, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)
      .map(({ name }) => name);
    if (loose.length <= kept) {
      return [];
    }
    return [...new Set([...loose.slice(kept / 2), ...packed(commonDirectory).filter(isCommit)])];
  } catch {
    return [];
  }
}

function packed(commonDirectory: string): string[] {
  const file = path.join(commonDirectory, 'packed-refs');
  const content = existsSync(file) ? readRegularFile(file, 64 * 1024 * 1024).content : undefined;
  const lines = content?.toString('utf8').split('\n') ?? [];
  return lines.flatMap((line) => line.split(` ${folder}/`)[1] ?? []);
}
