// The checkpoint of a save: what goes in, what stays out and is named, and what stops it.

import { existsSync } from 'node:fs';
import { redactSecrets } from '../detection/secrets/redact';
import { type Change, type GitStatus, isCommittable } from '../git/gitStatus';
import { indexMentions } from '../git/indexMentions';
import { isLocalState } from '../git/localExclude';
import { relativePath } from '../projectPaths';
import { type Message, msg } from '../support/message';
import { named } from '../support/named';
import { oneLine } from '../support/plainText';
import type { Workplace } from '../workplace';
import { defaultWords, shortWords, toSubject } from './checkpointWords';
import { type NewFiles, newFilesOf } from './newFiles';
import type { SaveRequest, SaveWarning } from './save';
import { SecretsFound, secretsInFiles } from './secretsInFiles';
import { commitWip, type WipCommit } from './wipCommit';

export interface Checkpoint {
  readonly commit: WipCommit | undefined;
  readonly files: readonly string[];
  readonly warnings: readonly SaveWarning[];
}

export type InRepository = Workplace & {
  readonly repository: NonNullable<Workplace['repository']>;
};

export async function checkpoint(
  place: InRepository,
  request: SaveRequest,
  status: GitStatus,
): Promise<Checkpoint> {
  const { git, repository, root } = place;
  const changes = changesToCommit(status);
  const newFiles = await newFilesOf(place, status, request.untracked ?? false);
  request.tell?.(msg('Looking for secrets'));
  const { found, unscanned } = await secretsInFiles(git, {
    root,
    added: newFiles.included,
    changes: changes.filter((change) => !isGone(change) && !change.submodule),
  });
  if (found.length > 0 && !request.allowSecrets) {
    throw new SecretsFound(found);
  }
  request.tell?.(msg('Committing'));
  const commit = await commitWip({
    git,
    repository,
    status,
    changes,
    added: newFiles.included,
    subject: toSubject(wordsOf(place, request, status.branch)),
    signal: request.signal,
  });
  return {
    commit,
    files: [...changes.map((change) => change.path), ...newFiles.included],
    warnings: [
      ...(commit ? stagingWarnings(changes) : [nothingToCommit(status, newFiles)]),
      ...leftOut(status, changes, newFiles),
      ...about(
        unscanned.map((file) => ({ path: file })),
        (names) => ({ message: msg('Could not be searched for secrets: {0}.', names) }),
      ),
      ...(await ignoredHandover(place, newFiles)),
    ],
  };
}

/** Of tracked files. */
export function changesToCommit({ changes }: GitStatus): Change[] {
  return changes.filter((change) => isCommittable(change) && !isLocalState(change.path));
}

const isGone = ({ staged, working }: Change) =>
  working === 'D' || (staged === 'D' && working === '.');

/** What the checkpoint is called: what was said, else what is worked on, else the branch. */
export function wordsOf(
  { state }: Workplace,
  { context, given }: SaveRequest,
  branch: string | null,
): string {
  const words = [context, given?.workingOn, defaultWords(state, branch)]
    .map((text) => redactSecrets(oneLine(text ?? '')))
    .find((text) => text !== '');
  return shortWords(words ?? '');
}

function stagingWarnings(changes: readonly Change[]): SaveWarning[] {
  const partly = changes.filter(({ staged, working }) => staged !== '.' && working !== '.');
  const whole = changes.filter(({ staged, working }) => staged !== '.' && working === '.');
  return [
    ...about(partly, (names) => ({
      message: msg(
        'You had staged a part of {0}: the checkpoint holds all of it. Undoing the save brings your staging back.',
        names,
      ),
      option: '--undo',
    })),
    ...about(whole, (names) => ({
      message: msg('What you had staged is part of the checkpoint: {0}.', names),
    })),
  ];
}

function nothingToCommit({ commit }: GitStatus, { left }: NewFiles): SaveWarning {
  if (commit === null) {
    return {
      message: msg(
        'There is no commit yet and nothing is staged, so nothing was committed. Add files with "git add", or include the new ones.',
      ),
    };
  }
  return {
    message:
      left.length > 0
        ? msg('No tracked file has changed, so nothing was committed.')
        : msg('Nothing has changed since the last commit, so nothing was committed.'),
  };
}

function leftOut(
  { changes }: GitStatus,
  committed: readonly Change[],
  { left, repositories }: NewFiles,
): SaveWarning[] {
  const dirty = changes.filter(({ submodule }) => submodule?.dirty);
  return [
    ...about(
      left.map((file) => ({ path: file })),
      (names) => ({
        message: committed.some(isGone)
          ? msg(
              'Files were deleted, and new ones are not part of the checkpoint. If you renamed them, include the new ones: {0}.',
              names,
            )
          : msg('New files are not part of the checkpoint: {0}.', names),
        option: '--untracked',
      }),
    ),
    ...about(
      repositories.map((file) => ({ path: file })),
      (names) => ({
        message: msg('Other repositories inside this one are not part of it: {0}.', names),
      }),
    ),
    ...about(dirty, (names) => ({
      message: msg(
        'Changes inside these submodules are not part of the checkpoint; save in them as well: {0}.',
        names,
      ),
    })),
  ];
}

/** It is to travel with the code, which what .gitignore keeps out does not. */
async function ignoredHandover(
  { git, repository, root, paths }: InRepository,
  { included }: NewFiles,
): Promise<SaveWarning[]> {
  const folder = `${relativePath(root, paths.handover)}/`;
  const isSeen =
    included.some((file) => file.startsWith(folder)) ||
    indexMentions(repository, folder) !== false ||
    !existsSync(paths.handover);
  if (isSeen || (await git.ask(['check-ignore', '--quiet', `${folder}session.md`])).code !== 0) {
    return [];
  }
  return [
    {
      message: msg(
        '{0} is ignored by git, so the handover does not travel with the code. Take it out of .gitignore.',
        folder,
      ),
    },
  ];
}

/** One warning about all of these files, none where there are none. */
function about(
  files: readonly { readonly path: string }[],
  toWarning: (names: string | Message) => SaveWarning,
): SaveWarning[] {
  return files.length === 0 ? [] : [toWarning(named(files.map((file) => file.path)))];
}
