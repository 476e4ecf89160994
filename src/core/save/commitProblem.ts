// Why git made no commit, in words that say what to do.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { redactSecrets } from '../detection/secrets/redact';
import type { Git, GitFailure } from '../git/git';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { plainText } from '../support/plainText';

export async function commitProblem(git: Git, { output }: GitFailure): Promise<UserError> {
  const said = toDetail(`${output.stdout}\n${output.stderr}`);
  if (
    /tell me who you are|auto-detect email|empty ident|no email was given|user\.email/i.test(said)
  ) {
    return new UserError(
      'no-identity',
      msg(
        'git does not know who you are, so nothing was committed. Run: git config --global user.name "Your Name" and git config --global user.email you@example.com',
      ),
    );
  }
  if (/gpg failed to sign|failed to write commit object.*sign|signing failed/is.test(said)) {
    return new UserError(
      'signing-failed',
      msg(
        'git could not sign the commit, so nothing was committed. Your files and what you had staged are as before.',
      ),
      said,
    );
  }
  if (/no space left/i.test(said)) {
    return new UserError(
      'disk-full',
      msg('The disk is full, so nothing was committed. Make room and save again.'),
      said,
    );
  }
  const hook = await refusingHook(git);
  return hook
    ? new UserError(
        'hook-failed',
        msg(
          'The {0} hook refused the commit, so nothing was saved. Your files and what you had staged are as before: mend what it says and save again.',
          hook,
        ),
        said,
      )
    : new UserError(
        'commit-failed',
        msg('git made no commit. Your files and what you had staged are as before.'),
        said,
      );
}

/** What a program said, without secrets and without anything a terminal would obey. */
export function toDetail(output: string): string {
  return redactSecrets(plainText(output).trim());
}

/** git does not say which hook ended it; only one that is there can have. */
async function refusingHook(git: Git): Promise<string | undefined> {
  const names = ['pre-commit', 'prepare-commit-msg', 'commit-msg'];
  const { stdout } = await git.ask(['rev-parse', '--path-format=absolute', '--git-path', 'hooks']);
  return (
    names.filter((name) => existsSync(path.join(stdout.trim(), name))).join(' / ') || undefined
  );
}
