// A small project in the middle of its work, to look at Baton with: history, an open change,
// a handover, local state and one open blocker.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import { excludeLocalState } from '../../src/core/git/localExclude';
import { findRepository } from '../../src/core/git/repository';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { type SampleCommit, feature, foundation } from './committedFiles';
import { handoverFiles } from './handoverFiles';
import { localState } from './localState';

const branch = 'feature/user-auth';

export async function createSampleProject(directory: string, now = new Date()): Promise<void> {
  mkdirSync(directory, { recursive: true });
  if (readdirSync(directory).length > 0) {
    throw new UserError(
      'sample-not-empty',
      msg('{0} is not empty. Name a new or an empty folder for the sample project.', directory),
    );
  }
  const git = simpleGit({
    baseDir: directory,
    timeout: { block: 60_000 },
    // Works without an identity of the user, and never asks for a key to sign with.
    config: [
      'user.name=Harbor Sample',
      'user.email=sample@harbor.invalid',
      'commit.gpgsign=false',
      'core.autocrlf=false',
    ],
  }).env(gitEnvironment());
  await git.init(['--initial-branch=main']);
  await commitAll(git, directory, foundation);
  await git.checkoutLocalBranch(branch);
  await commitAll(git, directory, feature(handoverFiles(now, branch)));

  const repository = findRepository(directory);
  if (repository) {
    excludeLocalState(repository);
  }
  const commit = await git.revparse(['--short', 'HEAD']);
  writeFiles(directory, localState({ now, directory, branch, commit }));
}

/** What git needs to run. simple-git refuses variables that name programs, and npm sets EDITOR. */
function gitEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'XDG_CONFIG_HOME'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function commitAll(
  git: SimpleGit,
  directory: string,
  commits: readonly SampleCommit[],
): Promise<void> {
  for (const { message, files } of commits) {
    writeFiles(directory, files);
    await git.add(Object.keys(files));
    await git.commit(message);
  }
}

function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
