// Folds the checkpoints at the tip of a branch into one commit with a message of the user's. The
// tree stays the same, so neither index nor working tree is touched; the old tip is kept in a ref.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from '../git/git';
import type { Repository } from '../git/repository';
import type { SessionState } from '../schemas/sessionState';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { Workplace } from '../workplace';
import { toDetail } from './commitProblem';
import { withSaveLock } from './saveLock';
import { forgetCommit, headOf, moveHead, plainLog } from './undo';
import { undoCommits } from './undoRef';

export interface CheckpointCommit {
  readonly id: string;
  readonly parent: string | null;
  readonly subject: string;
}

export interface SquashReport {
  readonly commit: string;
  readonly squashed: readonly CheckpointCommit[];
  /** Points at the old tip. */
  readonly backup: string;
  readonly state: SessionState | null;
}

/** With the words of the checkpoint. */
export const checkpointSubject = /^WIP: (.*) - checkpoint$/;

/** A run longer than this is somebody's habit, not a pause. */
const longestRun = 500;

export async function checkpointsAtHead(place: Workplace): Promise<CheckpointCommit[]> {
  const { head } = await headOf(place);
  return checkpointRun(place.git, head);
}

/** The checkpoints at HEAD that no remote has, newest first: by Baton's ref, or by their words. */
async function checkpointRun(git: Git, head: string): Promise<CheckpointCommit[]> {
  const known = new Set(await undoCommits(git));
  const log = await git.run([
    'log',
    ...plainLog,
    '--first-parent',
    `--max-count=${longestRun}`,
    '--format=%H%x00%P%x00%s%x1e',
    head,
    '--not',
    '--remotes',
  ]);
  const run: CheckpointCommit[] = [];
  for (const entry of log.split('\x1e')) {
    const [id = '', parents = '', subject = ''] = entry.trim().split('\0');
    const isCheckpoint = known.has(id) || checkpointSubject.test(subject);
    // A merge brings in what is not a checkpoint.
    if (!isCheckpoint || parents.includes(' ')) {
      break;
    }
    run.push({ id, parent: parents || null, subject });
  }
  return run;
}

export async function squashCheckpoints(place: Workplace, message: string): Promise<SquashReport> {
  const { git } = place;
  if (message.trim() === '') {
    throw new UserError('no-message', msg('Say in a few words what the one commit holds.'));
  }
  return withSaveLock(place, async () => {
    const { head, branch, repository } = await headOf(place);
    const squashed = await checkpointRun(git, head);
    const last = squashed.at(-1);
    if (!last) {
      throw new UserError(
        'no-checkpoints',
        msg(
          'The last commit is not a checkpoint, or it is pushed already, so there is nothing to fold.',
        ),
      );
    }
    const text = await approvedMessage(git, repository, message);
    const commit = await commitTree(git, head, last.parent, text);
    const time = place.now().toISOString().replace(/[-:.]/g, '');
    const backup = `refs/baton/backup/${time}-${head.slice(0, 12)}`;
    await git.run(['update-ref', backup, head]);
    await moveHead(git, 'baton: squash checkpoints', commit, head);
    return { commit, squashed, backup, state: await forgetCommit(place, branch, commit) };
  });
}

/** The message by its standard input, because it may begin like an option. */
async function commitTree(
  git: Git,
  tip: string,
  parent: string | null,
  text: string,
): Promise<string> {
  const sign = await git.ask(['config', '--type=bool', '--get', 'commit.gpgSign']);
  const args = [
    'commit-tree',
    `${tip}^{tree}`,
    ...(parent === null ? [] : ['-p', parent]),
    ...(sign.stdout.trim() === 'true' ? ['--gpg-sign'] : []),
    '-F',
    '-',
  ];
  return (await git.run(args, { input: `${text}\n` })).trim();
}

/** As a commit by hand would have it: the commit-msg hook may refuse it or change it. */
async function approvedMessage(
  git: Git,
  { gitDirectory }: Repository,
  message: string,
): Promise<string> {
  const folder = await mkdtemp(path.join(gitDirectory, 'baton-message-'));
  const file = path.join(folder, 'COMMIT_EDITMSG');
  try {
    await writeFile(file, `${message.trim()}\n`);
    const hook = await git.ask(['hook', 'run', '--ignore-missing', 'commit-msg', '--', file]);
    const isUnknown = hook.stderr.includes('is not a git command');
    if (hook.code !== 0 && !isUnknown) {
      throw new UserError(
        'hook-failed',
        msg('The commit-msg hook refused the message, so nothing was changed.'),
        toDetail(`${hook.stdout}\n${hook.stderr}`),
      );
    }
    return (await readFile(file, 'utf8')).trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
