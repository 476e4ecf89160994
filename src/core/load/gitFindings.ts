// What a load finds about branch, commit and changes. Pure.

import type { SessionState } from '../schemas/sessionState';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { LoadFacts } from './findings';
import type { CommitRelation, GitFacts } from './gitFacts';
import type { Action, Finding } from './loadReport';
import { named } from '../support/named';
import { continueHere, startNew } from './offers';

export function gitFindings(
  state: SessionState,
  { git, isForeign, isShared }: Pick<LoadFacts, 'git' | 'isForeign' | 'isShared'>,
): Finding[] {
  return git
    ? [
        ...branchFinding(state.git_branch, git.branch, !isForeign && !isShared),
        ...commitFinding(state.git_commit, git.relation),
        ...uncommittedFinding(git),
      ]
    : [];
}

function branchFinding(
  saved: string | null | undefined,
  current: string | null,
  maySwitch: boolean,
): Finding[] {
  // Saved while detached: then only the commit tells where the work was.
  if (typeof saved !== 'string' || saved === current) {
    return [];
  }
  const name = shortLine(saved);
  const here = current === null ? undefined : shortLine(current);
  const switchTo: Action = { id: 'switch-branch', title: msg('Switch to {0}', name) };
  return [
    {
      code: 'BRANCH_MISMATCH',
      severity: 'error',
      detail:
        here === undefined
          ? msg('The branch does not match: saved on {0}, but HEAD is detached.', name)
          : msg('The branch does not match: saved on {0}, but this is {1}.', name, here),
      points: [
        msg('Saved branch: {0}', name),
        msg('Current branch: {0}', here ?? msg('none, HEAD is detached')),
      ],
      actions: [
        ...(maySwitch && mayBeBranch(saved) ? [switchTo] : []),
        here === undefined
          ? continueHere()
          : continueHere(msg('Continue on {0} and update the saved state', here)),
        startNew,
      ],
    },
  ];
}

/**
 * What git takes as the name of a branch and as nothing else: no option, no `@{-1}`. git itself
 * checks the rest of its rules when it comes to that.
 */
export function mayBeBranch(name: string): boolean {
  // eslint-disable-next-line no-control-regex
  const hasForbidden = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\//.test(name);
  return !hasForbidden && /^[^-/]/.test(name) && name !== '@';
}

function commitFinding(saved: string | null | undefined, relation: CommitRelation): Finding[] {
  if (relation.kind === 'same') {
    return [];
  }
  return [
    {
      code: 'COMMIT_MISMATCH',
      severity: relation.kind === 'unknown' ? 'error' : 'warning',
      detail: relationText(shortLine(saved ?? '', 64), relation),
      actions: [continueHere(), startNew],
    },
  ];
}

function relationText(saved: string, relation: Exclude<CommitRelation, { kind: 'same' }>): Message {
  switch (relation.kind) {
    case 'ahead':
      return saved === ''
        ? msg('Nothing was committed at the save, and there are {0} commits now.', relation.by)
        : relation.by === 1
          ? msg('HEAD is 1 commit ahead of the saved commit {0}.', saved)
          : msg('HEAD is {0} commits ahead of the saved commit {1}.', relation.by, saved);
    case 'behind':
      return relation.by === 1
        ? msg('HEAD is 1 commit behind the saved commit {0}.', saved)
        : msg('HEAD is {0} commits behind the saved commit {1}.', relation.by, saved);
    case 'diverged':
      return msg(
        'HEAD and the saved commit {0} have diverged: {1} ahead, {2} behind.',
        saved,
        relation.ahead,
        relation.behind,
      );
    case 'unknown':
      return msg(
        'The saved commit "{0}" is unknown here: it was rewritten, or never fetched.',
        saved,
      );
  }
}

function uncommittedFinding({ uncommitted, operation }: GitFacts): Finding[] {
  if (uncommitted.length === 0) {
    return [];
  }
  return [
    {
      code: 'UNCOMMITTED_CHANGES',
      severity: 'warning',
      detail: msg('Not committed: {0}.', named(uncommitted)),
      // In a merge or rebase git would refuse both.
      actions: operation
        ? []
        : [
            { id: 'commit', title: msg('Commit them as a checkpoint') },
            { id: 'stash', title: msg('Stash them') },
          ],
    },
  ];
}
