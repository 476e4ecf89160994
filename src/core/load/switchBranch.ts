// Switches to the branch on which the state was saved. The name comes from a file, so it is checked
// to be a branch that is here, or on exactly one remote, before git is told to go there.

import type { Git } from '../git/git';
import { GitFailure } from '../git/gitFailure';
import { toDetail } from '../save/commitProblem';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { mayBeBranch } from './gitFindings';

export async function switchBranch(git: Git, branch: string): Promise<void> {
  const isName =
    mayBeBranch(branch) && (await git.ask(['check-ref-format', '--branch', branch])).code === 0;
  if (!isName) {
    throw new UserError(
      'bad-branch',
      msg('"{0}" cannot be the name of a branch. Continue here instead.', shortLine(branch)),
    );
  }
  const target = await targetOf(git, branch);
  try {
    // What is ignored may be precious: Baton's own state is, and another branch may track it.
    await git.run(['switch', '--no-overwrite-ignore', ...target]);
  } catch (error) {
    throw error instanceof GitFailure ? switchProblem(branch, error.output.stderr) : error;
  }
}

async function targetOf(git: Git, branch: string): Promise<string[]> {
  const local = `refs/heads/${branch}`;
  const listed = await git.run([
    'for-each-ref',
    '--format=%(refname)',
    local,
    `refs/remotes/*/${branch}`,
  ]);
  const refs = listed.split('\n').filter((ref) => ref !== '');
  if (refs.includes(local)) {
    return ['--no-guess', branch];
  }
  const remote = refs.filter((ref) => /^refs\/remotes\/[^/]+\/(.*)$/.exec(ref)?.[1] === branch);
  const [only, second] = remote.map((ref) => ref.slice('refs/remotes/'.length));
  if (only === undefined) {
    throw new UserError(
      'branch-not-found',
      msg(
        'There is no branch {0}, neither here nor on a remote that was fetched. Run "git fetch" and try again, or continue here.',
        shortLine(branch),
      ),
    );
  }
  if (second !== undefined) {
    throw new UserError(
      'branch-ambiguous',
      msg(
        'Several remotes have the branch: {0}. Switch to one with "git switch --track".',
        [only, second].join(', '),
      ),
    );
  }
  return ['--create', branch, '--track', only];
}

function switchProblem(branch: string, stderr: string): UserError {
  const name = shortLine(branch);
  const detail = toDetail(stderr);
  if (/would be (?:overwritten|removed) by/.test(stderr)) {
    return new UserError(
      'local-changes',
      msg('Local changes stand in the way of {0}: commit or stash them first.', name),
      detail,
    );
  }
  if (/already (?:used by worktree|checked out) at/.test(stderr)) {
    return new UserError(
      'other-worktree',
      msg('{0} is checked out in another worktree: go on there, or continue here.', name),
      detail,
    );
  }
  return new UserError('switch-failed', msg('git did not switch to {0}.', name), detail);
}
