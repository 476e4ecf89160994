// Gathers what a load compares: the saved state on one side, blockers, git, OpenSpec and files on
// the other. The one thing it changes: blockers of conflicts that are over are closed.

import { followConflicts } from '../blockers/followConflicts';
import { isTracked } from '../git/trackedFiles';
import { findChange } from '../openSpec';
import { relativePath } from '../projectPaths';
import { integrityViolations, missingToSave } from '../protocol/integrity';
import { blockersHere } from '../protocol/openBlockers';
import type { Blocker } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import { usable } from '../stateFiles';
import { type Message, msg } from '../support/message';
import type { Workplace } from '../workplace';
import type { LoadFacts } from './findings';
import { type GitFacts, gitFacts } from './gitFacts';
import { seenFiles } from '../seenFiles';
import { named } from '../support/named';
import type { Saved, SavedSession } from './savedSession';

export interface GatheredFacts extends LoadFacts {
  readonly warnings: readonly Message[];
  /** Blockers that turned out to be over. */
  readonly closed: readonly Blocker[];
}

export async function gatherFacts(
  place: Workplace,
  { session, broken }: Saved,
): Promise<GatheredFacts> {
  const [git, tracked] = await Promise.all([
    gitFacts(place, session?.state ?? null),
    session?.from === 'shared' ? [] : trackedFiles(place),
  ]);
  const isForeign = tracked.length > 0;
  const followed = await currentBlockers(place, session, git, isForeign);
  const state = session ? followed.state : null;
  const files = seenFiles(place.root, state?.modified_files ?? []);
  return {
    state,
    broken,
    violations: session ? integrityViolations(session.raw) : [],
    blockers: followed.open,
    git,
    change: state?.openspec ? findChange(place.root, state.openspec) : undefined,
    missingFiles: files.missing,
    isForeign,
    isShared: session?.from === 'shared',
    closed: followed.closed,
    warnings: [
      ...tracked.map(trackedWarning),
      ...(session ? stateWarnings(place, session) : []),
      ...followed.warnings,
      ...gitWarnings(git),
      ...(files.outside.length > 0
        ? [msg('These lead out of the project and were not looked at: {0}.', named(files.outside))]
        : []),
    ],
  };
}

interface CurrentBlockers {
  readonly state: SessionState | null;
  readonly open: readonly Blocker[];
  readonly closed: readonly Blocker[];
  readonly warnings: readonly Message[];
}

async function currentBlockers(
  place: Workplace,
  session: SavedSession | undefined,
  git: GitFacts | undefined,
  isForeign: boolean,
): Promise<CurrentBlockers> {
  const seen = await place.blockers.read();
  const state = session?.state ?? null;
  const isReadable = seen.kind === 'ok' || seen.kind === 'missing';
  const file = seen.kind === 'ok' ? seen.value : null;
  const before = session ? blockersHere(state, file, session.from === 'shared') : [];
  const warnings = isReadable
    ? []
    : [msg('.claude/state/blockers.json was not read. {0}', seen.reason)];
  // Only what is ours and whole is written: a conflict of the main worktree is not seen from here,
  // and a state that is broken in places is for a person to mend.
  if (!git || !state || !isReadable || session?.from !== 'own' || !session.isWhole || isForeign) {
    return { state, open: before, closed: [], warnings };
  }
  const { open, opened, closed } = await followConflicts({ ...place, state }, git.unmerged);
  const isChanged = opened.length > 0 || closed.length > 0;
  const current = isChanged ? await usable(place.sessionState) : state;
  return { state: current ?? state, open, closed, warnings };
}

/** What came with the repository, so that somebody else may have written it. */
async function trackedFiles({ git, repository, root, paths }: Workplace): Promise<string[]> {
  const files = [paths.sessionState, paths.blockers].map((file) => relativePath(root, file));
  const are = await Promise.all(files.map((file) => isTracked(git, repository, file)));
  return files.filter((_, index) => are[index]);
}

function trackedWarning(file: string): Message {
  return msg(
    '{0} is committed in this repository, so it is shown but nothing is done from it: run "git rm --cached {0}" and commit that.',
    file,
  );
}

function stateWarnings({ repository }: Workplace, { raw, from }: SavedSession): Message[] {
  const missing = missingToSave(raw);
  return [
    ...(from === 'shared'
      ? [
          msg(
            'This worktree has no state of its own yet, so that of {0} is shown.',
            repository?.mainRoot ?? '',
          ),
        ]
      : []),
    ...(missing.length > 0
      ? [msg('The saved state lacks {0}; the next save adds that.', missing.join(', '))]
      : []),
  ];
}

function gitWarnings(git: GitFacts | undefined): Message[] {
  if (!git) {
    return [
      msg(
        'This folder is not a git repository, so branch, commit and changes were not checked. Run "git init" so that Baton can prove where the work stands.',
      ),
    ];
  }
  return git.operation ? [msg('A {0} is in progress: finish or abort it.', git.operation)] : [];
}
