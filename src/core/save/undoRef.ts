// What `baton save --undo` needs to bring the index back: a ref under refs/baton/undo/, named by the
// checkpoint and pointing at the index as it was. That ref is also the proof that Baton made it.

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../git/git';
import type { GitStatus } from '../git/gitStatus';
import type { Repository } from '../git/repository';

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
  const input = [
    'start',
    `create ${undoRef(commit)} ${target}`,
    ...oldest(path.join(commonDirectory, folder)).map((name) => `delete ${undoRef(name)}`),
    'prepare',
    'commit',
    '',
  ].join('\n');
  // By its standard input, because then it answers: simple-git waits a while for the words of a
  // silent git.
  await git.run(['update-ref', '--stdin'], { input });
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
  const message = await git.run(['log', '-1', '--format=%B', commit]);
  // Else it is the commit before the checkpoint, with a message of somebody else's.
  return message.startsWith(intentSubject)
    ? (JSON.parse(message.slice(intentSubject.length)) as string[])
    : [];
}

function oldest(directory: string): string[] {
  try {
    const names = readdirSync(directory).filter((name) => /^[0-9a-f]{40,64}$/.test(name));
    if (names.length <= kept) {
      return [];
    }
    const age = (name: string) => statSync(path.join(directory, name)).mtimeMs;
    return names
      .map((name) => ({ name, at: age(name) }))
      .sort((a, b) => b.at - a.at)
      .slice(kept / 2)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
