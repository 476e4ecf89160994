// The checkpoint commit. git either makes all of it, or the index stays as it was.

import type { Git } from '../git/git';
import { GitFailure } from '../git/gitFailure';
import type { Change, GitStatus } from '../git/gitStatus';
import { gitBusy, type IndexCopy, mostAttempts, pauseMs, withIndexCopy } from '../git/indexFile';
import { isLocalState } from '../git/localExclude';
import { type Repository, readHead } from '../git/repository';
import { pause } from '../support/upTime';
import { UserError } from '../support/errors';
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
  const { git, repository, status, changes, added, subject } = request;
  if (changes.length === 0 && added.length === 0) {
    return undefined;
  }
  const before = await whenGitIsFree(() => indexBefore(git, status));
  // A repository may track Baton's local state, which is not to be committed even then.
  const tracksLocalState = status.changes.some((change) => isLocalState(change.path));
  const commit = added.length === 0 && !tracksLocalState ? commitAll : commitChosen;
  if (!(await commit(request))) {
    return undefined;
  }
  const id = readHead(repository).commit ?? (await git.run(['rev-parse', 'HEAD'])).trim();
  return { id, subject, before };
}

/** Stages and commits in one git process, which takes the staging back itself when it fails. */
async function commitAll({ git, subject, signal }: CommitRequest): Promise<boolean> {
  try {
    await whenGitIsFree(() => git.run(['commit', '--all', '-m', subject], { signal }));
    return true;
  } catch (error) {
    if (!(error instanceof GitFailure)) {
      throw error;
    }
    // A file that only looked changed, such as one with other line ends.
    const { code } = await git.ask(['diff', '--quiet', 'HEAD', '--']);
    if (code === 0) {
      return false;
    }
    throw await commitProblem(git, error);
  }
}

async function commitChosen(request: CommitRequest): Promise<boolean> {
  const { git, repository, subject, signal } = request;
  try {
    return await withIndexCopy(repository, async (copy) => {
      const { env } = copy;
      await copy.whenFree();
      await stage(request, copy);
      const same = await git.ask(['diff-index', '--cached', '--quiet', 'HEAD', '--'], { env });
      if (same.code === 0) {
        return false;
      }
      await git.run(['commit', '-m', subject], { signal, env });
      await takeOver(request, copy);
      return true;
    });
  } catch (error) {
    throw error instanceof GitFailure ? await commitProblem(git, error) : error;
  }
}

async function stage({ git, status, added }: CommitRequest, { env }: IndexCopy): Promise<void> {
  const local = status.changes.filter((change) => isLocalState(change.path));
  // That it is tracked no longer is no content of it.
  const staged = local.filter((change) => change.staged !== '.' && change.staged !== 'D');
  if (staged.length > 0) {
    const paths = staged.map((change) => change.path);
    await git.run(['--literal-pathspecs', 'reset', '--quiet', '--', ...paths], { env });
  }
  const except = local.map((change) => `:(exclude,top,literal)${change.path}`);
  await git.run(['add', '--update', '--', ':/', ...except], { env });
  if (added.length > 0) {
    const input = added.join('\0');
    const add = (...options: string[]) =>
      git.ask(
        ['--literal-pathspecs', 'add', ...options, '--pathspec-from-file=-', '--pathspec-file-nul'],
        { input, env },
      );
    const done = await add();
    // Outside of what is checked out git wants to be told, and older ones do not know the option.
    const again = done.stderr.includes('sparse-checkout') ? await add('--sparse') : done;
    if (again.code !== 0) {
      throw new GitFailure(['add'], again);
    }
  }
}

/** The commit is made, so the index follows it; what somebody staged meanwhile stays. */
async function takeOver({ git, changes, added }: CommitRequest, copy: IndexCopy): Promise<void> {
  try {
    await (copy.isOutdated() ? followCommit(git, changes, added) : copy.install());
  } catch (error) {
    throw UserError.is(error, 'git-busy')
      ? new UserError(
          'git-busy',
          msg(
            'The checkpoint is committed, but another git kept the index meanwhile. Run "git reset" once that has ended; your files are untouched.',
          ),
        )
      : error;
  }
}

async function followCommit(
  git: Git,
  changes: readonly Change[],
  added: readonly string[],
): Promise<void> {
  const input = [...changes.map((change) => change.path), ...added].join('\0');
  await whenGitIsFree(() =>
    git.run(
      ['--literal-pathspecs', 'reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'],
      { input },
    ),
  );
}

export async function whenGitIsFree<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      // In git's own words; a hook may speak of such a file as well.
      if (
        !(error instanceof GitFailure) ||
        !/^fatal: [^\n]{0,300}Unable to create '[^'\n]*\.lock': File exists/m.test(
          error.output.stderr,
        )
      ) {
        throw error;
      }
      if (attempt === mostAttempts) {
        throw gitBusy();
      }
      await pause(pauseMs);
    }
  }
}
