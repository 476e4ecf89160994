// git ran and refused. In a file of its own, because whoever only looks need not load what runs git.

import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { plainText } from '../support/plainText';

export interface GitOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Whoever knows what was tried says what it means. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  readonly output: GitOutput;

  constructor(args: readonly string[], output: GitOutput) {
    super(`git ${args[0] ?? ''} ended with ${output.code}: ${output.stderr.trim()}`);
    this.output = output;
  }
}

/** Where nobody knew: still no bug, because git says in its own words what is wrong. */
export function toGitError(error: unknown): unknown {
  return error instanceof GitFailure
    ? new UserError(
        'git-failed',
        msg('git refused to go on. Mend what it says, and try again.'),
        plainText(error.output.stderr || error.output.stdout).trim(),
      )
    : error;
}
