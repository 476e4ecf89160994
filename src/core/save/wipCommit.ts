// The checkpoint commit. git either makes all of it or the index stays as it was.

import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Git, GitFailure } from '../git/git';
import { type Change, type GitStatus } from '../git/gitStatus';
import { isLocalState } from '../git/localExclude';
import { type Repository, readHead } from '../git/repository';
import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import { commitProblem } from './commitProblem';
import { type IndexBefore, indexBefore } from './undoRef';

export interface WipCommit {
  readonly id: string;
  readonly subject: string;
  readonly before: IndexBefore;
}

export interface CommitRequest {
  readonly git: Git;
  readonly repository: Repository;
  readonly status: GitStatus;
  /** Tracked files that the commit takes in. */
  readonly changes: readonly Change[];
  /** New files to add. */
  readonly added: readonly string[];
  readonly subject: string;
  readonly signal?: AbortSignal | undefined;
}

/** undefined when it turned out that nothing differs from the last commit. */
export async function commitWip(request: CommitRequest): Promise<WipCommit | undefined> {
  const { git, repository, status, changes, added, subject, signal } = request;
  if (changes.length === 0 && added.length === 0) {
    return undefined;
  }
  const before = await indexBefore(git, status);
  const commit = (...options: string[]) =>
    whenGitIsFree(() => git.run(['commit', ...options, '-m', subject], { signal }));
  // A repository may track Baton's local state, which is not to be committed even then.
  const tracksLocalState = status.changes.some((change) => isLocalState(change.path));
  try {
    if (added.length === 0 && !tracksLocalState) {
      // Stages and commits in one, and takes the staging back when a hook refuses.
      await commit('--all');
    } else {
      await keepingIndex(repository, async () => {
        await stage(request);
        await commit();
      });
    }
  } catch (error) {
    if (error instanceof GitFailure && (await isClean(git))) {
      return undefined;
    }
    throw error instanceof GitFailure ? await commitProblem(git, error) : error;
  }
  const id = readHead(repository).commit ?? (await git.run(['rev-parse', 'HEAD'])).trim();
  return { id, subject, before };
}

async function stage({ git, status, added }: CommitRequest): Promise<void> {
  const local = status.changes.map((change) => change.path).filter(isLocalState);
  if (local.some((file) => isStaged(status, file))) {
    await git.run(['--literal-pathspecs', 'reset', '--quiet', '--', ...local]);
  }
  await whenGitIsFree(() =>
    git.run([
      'add',
      '--update',
      '--',
      ':/',
      ...local.map((file) => `:(exclude,top,literal)${file}`),
    ]),
  );
  if (added.length > 0) {
    await git.run(['--literal-pathspecs', 'add', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      input: added.join('\0'),
    });
  }
}

function isStaged({ changes }: GitStatus, file: string): boolean {
  return changes.some((change) => change.path === file && change.staged !== '.');
}

/** Puts a copy of the index back when the body fails, by git's own way: index.lock, then rename. */
async function keepingIndex(
  { gitDirectory }: Repository,
  body: () => Promise<void>,
): Promise<void> {
  const index = path.join(gitDirectory, 'index');
  const folder = await mkdtemp(path.join(gitDirectory, 'baton-index-'));
  const copy = path.join(folder, 'index');
  const hadIndex = existsSync(index);
  try {
    if (hadIndex) {
      await copyFile(index, copy);
    }
    try {
      await body();
    } catch (error) {
      await (hadIndex ? putBack(copy, index) : rm(index, { force: true }));
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function putBack(copy: string, index: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await copyFile(copy, `${index}.lock`, constants.COPYFILE_EXCL);
      break;
    } catch (error) {
      if (!hasCode(error, 'EEXIST') || attempt === mostAttempts) {
        throw error;
      }
      await sleep(pauseMs);
    }
  }
  await rename(`${index}.lock`, index);
}

async function isClean(git: Git): Promise<boolean> {
  const { code } = await git.ask(['diff', '--quiet', 'HEAD', '--']);
  return code === 0;
}

/** The editor's own git looks at the index now and then, and holds its lock for a moment. */
const mostAttempts = 10;
const pauseMs = 150;

async function whenGitIsFree<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof GitFailure) || !error.output.stderr.includes('index.lock')) {
        throw error;
      }
      if (attempt === mostAttempts) {
        throw new UserError(
          'git-busy',
          msg(
            'Another git is at work in this repository, so nothing was committed. Wait for it and save again; if there is none, delete .git/index.lock.',
          ),
        );
      }
      await sleep(pauseMs);
    }
  }
}
