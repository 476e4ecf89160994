// What a load finds: facts in, findings with their actions out, in the order in which they are to be
// dealt with. Pure. Text from files is made safe here, because a finding is printed as it is.

import type { OpenSpecChange } from '../openSpec';
import { describeBlocker, suggestions } from '../protocol/blockerMessages';
import type { Violation } from '../protocol/integrity';
import type { Blocker } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import { msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { GitFacts } from './gitFacts';
import { gitFindings } from './gitFindings';
import type { Action, Finding } from './loadReport';
import { named } from '../support/named';
import { continueHere, startNew } from './offers';
import type { BrokenFile } from './savedSession';

export interface LoadFacts {
  /** null when there is none that can be used; then nothing else is compared. */
  readonly state: SessionState | null;
  readonly broken: BrokenFile | undefined;
  readonly violations: readonly Violation[];
  /** Most severe first. */
  readonly blockers: readonly Blocker[];
  /** undefined where there is no repository. */
  readonly git: GitFacts | undefined;
  /** The change that the state names, when it is there. */
  readonly change: OpenSpecChange | undefined;
  readonly missingFiles: readonly string[];
  /** It came with the repository, so nothing is done or advised from it. */
  readonly isForeign: boolean;
  /** It is that of the main worktree, whose branch cannot be checked out twice. */
  readonly isShared: boolean;
}

export function findingsOf(facts: LoadFacts): Finding[] {
  const { state } = facts;
  const found = [
    ...brokenFinding(facts),
    ...facts.violations.map(violationFinding),
    ...blockerFinding(facts),
    ...(state ? [...gitFindings(state, facts), ...openSpecFinding(state, facts.change)] : []),
    ...missingFilesFinding(facts.missingFiles),
  ];
  return found.length > 0 ? found : [allValid];
}

const allValid: Finding = {
  code: 'ALL_VALID',
  severity: 'info',
  detail: msg('Everything is as it was saved.'),
  actions: [],
};

/** At a resume the backup is in its place, so that the session is restored all the same. */
function brokenFinding({ broken, state }: LoadFacts): Finding[] {
  if (!broken) {
    return [];
  }
  const restore: Action = { id: 'restore-backup', title: msg('Restore the backup') };
  return [
    {
      code: 'INTEGRITY_ERROR',
      severity: state ? 'warning' : 'error',
      detail: msg('The session state cannot be used: {0}', broken.reason),
      actions: [...(broken.hasBackup ? [restore] : []), startNew],
    },
  ];
}

function violationFinding({ message }: Violation): Finding {
  return {
    code: 'INTEGRITY_ERROR',
    severity: 'error',
    detail: message,
    actions: [
      continueHere(msg('Repair the saved state from the current branch and files')),
      startNew,
    ],
  };
}

function blockerFinding({ blockers, isForeign }: LoadFacts): Finding[] {
  const [first, ...others] = blockers;
  if (!first) {
    return [];
  }
  return [
    {
      code: 'BLOCKER_EXISTS',
      severity: 'warning',
      detail: msg(
        'Blocked by {0} ({1}): {2}',
        first.type ?? 'other',
        first.severity ?? 'medium',
        describeBlocker(first),
      ),
      points: [
        ...(isForeign ? [] : suggestions(first)),
        ...(others.length === 1 ? [msg('1 more blocker is open.')] : []),
        ...(others.length > 1 ? [msg('{0} more blockers are open.', others.length)] : []),
      ],
      actions: [{ id: 'solve-blocker', title: msg('It is solved: close the blocker') }],
    },
  ];
}

function openSpecFinding(
  { openspec }: SessionState,
  change: OpenSpecChange | undefined,
): Finding[] {
  if (!openspec) {
    return [];
  }
  const id = shortLine(openspec, 100);
  const unlink = continueHere(msg('Continue without it and update the saved state'));
  if (!change || change.archived) {
    return [
      {
        code: 'OPENSPEC_NOT_FOUND',
        severity: 'warning',
        detail: change
          ? msg('The OpenSpec change {0} is archived: see {1}.', id, shortLine(change.directory))
          : msg('The OpenSpec change {0} is not in openspec/changes.', id),
        actions: [startNew, unlink],
      },
    ];
  }
  return change.hasProposal
    ? []
    : [
        {
          code: 'PROPOSAL_MISSING',
          severity: 'warning',
          detail: msg('{0} has no proposal.md.', shortLine(change.directory)),
          actions: [startNew],
        },
      ];
}

function missingFilesFinding(files: readonly string[]): Finding[] {
  if (files.length === 0) {
    return [];
  }
  const forget = continueHere(msg('Continue without them and update the saved state'));
  return [
    {
      code: 'FILE_MISSING',
      severity: 'warning',
      detail: msg('No longer there: {0}.', named(files)),
      actions: [forget, startNew],
    },
  ];
}
