// New files at a save: those of the handover folder always go in, others when asked for.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { isLocalState } from '../git/localExclude';
import type { GitStatus } from '../git/gitStatus';
import { relativePath } from '../projectPaths';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { Workplace } from '../workplace';

export interface NewFiles {
  /** Go into the commit. */
  readonly included: readonly string[];
  /** Stay as they are; a folder is one entry with a slash at its end. */
  readonly left: readonly string[];
  /** Other repositories that lie inside this one. */
  readonly repositories: readonly string[];
}

/** More than these are build output or packages that nobody meant to commit. */
const mostNewFiles = 2000;

export async function newFilesOf(
  place: Workplace,
  status: GitStatus,
  all: boolean,
): Promise<NewFiles> {
  const { handover, others, repositories } = await sortNewFiles(place, status, all);
  const wanted = all ? [...handover, ...others] : handover;
  const included = wanted.filter(hasKnownName);
  if (included.length > mostNewFiles) {
    throw new UserError(
      'too-many-new-files',
      msg(
        '{0} new files would be committed, for example {1}. List what is not meant to be in .gitignore, or add the files yourself with git add.',
        included.length,
        included[0] ?? '',
      ),
    );
  }
  const left = all ? wanted.filter((file) => !hasKnownName(file)) : others;
  return { included, left, repositories };
}

/** What is not UTF-8 cannot be handed to git again. */
const hasKnownName = (file: string) => !file.includes('\uFFFD');

export interface SortedNewFiles {
  readonly handover: string[];
  /** Only where git does not know that it is to be ignored. */
  readonly localState: string[];
  readonly others: string[];
  readonly repositories: string[];
}

/** `oneByOne`: no folder stands for its files. */
export async function sortNewFiles(
  { git, root, paths }: Workplace,
  { untracked }: GitStatus,
  oneByOne = false,
): Promise<SortedNewFiles> {
  const folder = `${relativePath(root, paths.handover)}/`;
  const isHandover = (file: string) => file.startsWith(folder);
  // git names a folder of new files once, so what is ours may hide in it.
  const ours = [folder, `${relativePath(root, paths.claude)}/`];
  const mayHold = (entry: string) =>
    entry.endsWith('/') && ours.some((each) => each.startsWith(entry));
  const expanded = untracked.filter((entry) => oneByOne || isHandover(entry) || mayHold(entry));
  const listed = expanded.length === 0 ? [] : await listFiles(git, oneByOne ? [] : expanded);
  const isRepository = (entry: string) =>
    entry.endsWith('/') && existsSync(path.join(root, entry, '.git'));
  const repositories = untracked.filter(isRepository);
  const all = [
    ...untracked.filter((entry) => !expanded.includes(entry) && !repositories.includes(entry)),
    ...listed,
  ];
  return {
    repositories,
    handover: all.filter(isHandover),
    localState: all.filter(isLocalState),
    others: all.filter((file) => !isHandover(file) && !isLocalState(file)).sort(),
  };
}

async function listFiles(git: Workplace['git'], within: readonly string[]): Promise<string[]> {
  const output = await git.run([
    '--literal-pathspecs',
    'ls-files',
    '--others',
    '--exclude-standard',
    '-z',
    '--',
    ...within,
  ]);
  // What ends with a slash is another repository.
  return output.split('\0').filter((file) => file !== '' && !file.endsWith('/'));
}
