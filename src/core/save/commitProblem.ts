// Why git made no commit, in words that say what to do.

import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { redactSecrets } from '../detection/secrets/redact';
import type { Git } from '../git/git';
import type { GitFailure } from '../git/gitFailure';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { plainText } from '../support/plainText';

export async function commitProblem(git: Git, { output }: GitFailure): Promise<UserError> {
  const said = toDetail(`${output.stdout}\n${output.stderr}`);
  const cause = causes.find(({ words }) => words.test(output.stderr));
  if (cause) {
    return new UserError(cause.reason, cause.message, said);
  }
  // What git itself has to say begins so; else a hook ended it.
  const isGit = output.code > 1 || /^fatal: /m.test(output.stderr);
  const hook = isGit ? undefined : await refusingHook(git);
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

/** By git's own words, which hooks do not use. */
const causes: readonly {
  readonly reason: string;
  readonly words: RegExp;
  readonly message: Message;
}[] = [
  {
    reason: 'no-identity',
    words:
      /^(?:Author|Committer) identity unknown|^fatal: (?:unable to auto-detect email|empty ident|no (?:email|name) was given)/m,
    message: msg(
      'git does not know who you are, so nothing was committed. Run: git config --global user.name "Your Name" and git config --global user.email you@example.com',
    ),
  },
  {
    reason: 'signing-failed',
    words: /^error: (?:gpg|ssh-keygen|cannot run gpg|.*failed to sign)/m,
    message: msg(
      'git could not sign the commit, so nothing was committed. Your files and what you had staged are as before.',
    ),
  },
  {
    reason: 'disk-full',
    words: /^(?:fatal|error): [^\n]*no space left/im,
    message: msg('The disk is full, so nothing was committed. Make room and save again.'),
  },
];

/** What a program said, without secrets and without anything a terminal would obey. */
export function toDetail(output: string): string {
  return redactSecrets(plainText(output).trim());
}

/** git does not say which hook ended it; only one that is there and may be run can have. */
async function refusingHook(git: Git): Promise<string | undefined> {
  const names = ['pre-commit', 'prepare-commit-msg', 'commit-msg'];
  const { stdout } = await git.ask(['rev-parse', '--path-format=absolute', '--git-path', 'hooks']);
  return names.filter((name) => mayRun(path.join(stdout.trim(), name))).join(' / ') || undefined;
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
