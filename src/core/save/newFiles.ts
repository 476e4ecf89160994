// New files at a save: those of the handover folder always go in, others when asked for.

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
}

/** More than these are build output or packages that nobody meant to commit. */
const mostNewFiles = 2000;

export async function newFilesOf(
  { git, root, paths }: Workplace,
  { untracked }: GitStatus,
  all: boolean,
): Promise<NewFiles> {
  const handover = `${relativePath(root, paths.handover)}/`;
  const isHandover = (file: string) => file.startsWith(handover);
  // git names a folder of new files once, so the handover folder may hide in one of its parents.
  const expanded = untracked.filter(
    (entry) => all || isHandover(entry) || (entry.endsWith('/') && handover.startsWith(entry)),
  );
  const files =
    expanded.length === 0
      ? []
      : await listFiles(git, all ? [] : expanded).then((listed) => listed.filter(mayTravel));
  const included = all ? files : files.filter(isHandover);
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
  const left = [
    ...untracked.filter((entry) => !expanded.includes(entry)),
    ...files.filter((file) => !included.includes(file)),
  ];
  return { included, left: all ? [] : left.filter(mayTravel).sort() };
}

const mayTravel = (file: string) => !isLocalState(file);

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
