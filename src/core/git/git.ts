// Runs git, over simple-git. Only for repositories that a person trusts: a repository's own
// configuration and hooks can make git run programs. What is shown before that comes from files.

import { describeError, UserError } from '../support/errors';
import { msg } from '../support/message';
import { allowedVariables, gitEnvironment } from './gitEnvironment';
import { GitFailure, type GitOutput } from './gitFailure';

export interface Git {
  /** The output; a GitFailure when git ends with another code than 0. */
  run(args: readonly string[], options?: RunOptions): Promise<string>;
  /** The output, also of a git that says no by its exit code. */
  ask(args: readonly string[], options?: RunOptions): Promise<GitOutput>;
}

export interface RunOptions {
  /** Given to git on its standard input. */
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Ends git after so long without a word from it. */
  readonly silentMs?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface GitOptions {
  readonly root: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

export function createGit({ root, env }: GitOptions): Git {
  const environment = gitEnvironment(env);

  async function ask(args: readonly string[], options: RunOptions = {}): Promise<GitOutput> {
    const { input, signal, silentMs } = options;
    // Not before git is asked something: most of what a hook does needs no git.
    const { GitPluginError, simpleGit } = await import('simple-git');
    let output: GitOutput | undefined;
    const git = simpleGit({
      baseDir: root,
      allowEnvironment: allowedVariables,
      // These come from the user's own environment, which git on its own would obey as well.
      unsafe: {
        allowUnsafeAskPass: true,
        allowUnsafeSshCommand: true,
        allowUnsafeConfigPaths: true,
        // Off would reach the git commands of the user's hooks too.
        allowAbbreviatedOptions: true,
      },
      // Not by the end of its output alone: what a hook left in the background may keep that open.
      completion: { onClose: true, onExit: 10 },
      ...(signal && { abort: signal }),
      ...(silentMs !== undefined && { timeout: { block: silentMs } }),
      ...(input !== undefined && { input: () => input }),
      // By exit code: simple-git takes a failure without words on stderr for success.
      errors: (error, { exitCode, stdOut, stdErr }) => {
        // It was cancelled, or took too long.
        if (error instanceof GitPluginError) {
          return error;
        }
        output = { code: exitCode, stdout: toText(stdOut), stderr: toText(stdErr) };
        return undefined;
      },
    }).env({ ...environment, ...options.env });
    try {
      await git.raw([...args]);
    } catch (error) {
      throw interrupted(error, signal);
    }
    if (!output) {
      throw new Error(`git ${args[0] ?? ''} gave no result`);
    }
    if (output.code < 0) {
      throw output.stderr.includes('ENOENT') ? gitMissing() : new GitFailure(args, output);
    }
    return output;
  }

  return {
    ask,
    run: async (args, options) => {
      const output = await ask(args, options);
      if (output.code !== 0) {
        throw new GitFailure(args, output);
      }
      return output.stdout;
    },
  };
}

function toText(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}

function interrupted(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) {
    return new UserError('cancelled', msg('Cancelled.'));
  }
  return describeError(error).includes('timeout')
    ? new UserError('git-timeout', msg('git did not answer in time, so Baton ended it.'))
    : error;
}

function gitMissing(): UserError {
  return new UserError(
    'git-missing',
    msg('git was not found. Install it, or add its folder to PATH.'),
  );
}
