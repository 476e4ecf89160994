// Runs an action that a finding offers. Each is asked for by a person, and refused when the project
// has changed so that nothing offers it any more.

import { currentBlockers } from '../blockers/blockersFile';
import { solveBlocker } from '../blockers/solveBlocker';
import { relativePath } from '../projectPaths';
import { newSessionState } from '../protocol/newSessionState';
import { saveSession } from '../save/save';
import type { SessionState } from '../schemas/sessionState';
import type { Updated } from '../stores/jsonFile';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { describeBlocker } from '../protocol/blockerMessages';
import type { Workplace } from '../workplace';
import { continueHere, mended } from './continueHere';
import { gitFacts } from './gitFacts';
import { loadSession } from './load';
import type { Action, ActionId, ActionReport } from './loadReport';
import { offeredActions, startNew } from './offers';
import { stashChanges } from './stash';
import { switchBranch } from './switchBranch';

export interface ActionOptions {
  /** What a new session is about. */
  readonly workingOn?: string;
  /** New files go into the commit, too. */
  readonly untracked?: boolean;
  readonly allowSecrets?: boolean;
  /** Where people press buttons, a refusal names what can be done by its title. */
  readonly speaksOf?: 'ids' | 'titles';
}

type Done = Omit<ActionReport, 'action'>;

export async function applyAction(
  place: Workplace,
  id: ActionId,
  options: ActionOptions = {},
): Promise<ActionReport> {
  const load = await loadSession(place);
  // A new session needs no finding where there is none at all.
  const offered = load.status === 'new' ? [startNew] : offeredActions(load.findings);
  if (!offered.some((each) => each.id === id)) {
    throw notOffered(id, offered, options);
  }
  const done = await actions[id]({ ...place, state: load.state }, options);
  return { action: id, ...done };
}

function notOffered(
  id: ActionId,
  offered: readonly Action[],
  { speaksOf = 'ids' }: ActionOptions,
): UserError {
  return new UserError(
    'no-such-action',
    speaksOf === 'titles'
      ? notOfferedAnyMore(offered)
      : offered.length === 0
        ? msg('Nothing asks for "{0}": everything is as it was saved.', id)
        : msg(
            'Nothing asks for "{0}" now. What can be done: {1}.',
            id,
            offered.map((each) => each.id).join(', '),
          ),
  );
}

function notOfferedAnyMore(offered: readonly Action[]): Message {
  const [first, ...others] = offered.map(({ title }) => title);
  return first
    ? msg(
        'That is no longer needed. What can be done now: {0}.',
        others.reduce((all, title) => msg('{0}, {1}', all, title), first),
      )
    : msg('That is no longer needed: everything is as it was saved.');
}

const actions: Readonly<
  Record<ActionId, (place: Workplace, options: ActionOptions) => Promise<Done>>
> = {
  'switch-branch': async ({ git, state }) => {
    const branch = state?.git_branch ?? '';
    await switchBranch(git, branch);
    return done(msg('This is {0} now.', shortLine(branch)));
  },

  'continue-here': async (place) => {
    const updated = await continueHere(place);
    const { git_branch: branch, git_commit: commit } = updated.value;
    const where = [branch, commit].filter(Boolean).map((each) => shortLine(each ?? ''));
    return done(
      where.length > 0
        ? msg('The saved state now matches this branch and commit: {0}.', where.join(' · '))
        : msg('The saved state now matches this branch and commit.'),
      keptAside(place, updated),
    );
  },

  'start-new': async (place, { workingOn }) => {
    const words = shortLine(workingOn ?? '', 500);
    if (words === '') {
      throw new UserError('working-on-missing', msg('Describe the work in a few words.'));
    }
    const head = await gitFacts(place, null);
    const updated = await place.sessionState.update((before) =>
      newSessionState({ workingOn: words, head, now: place.now() }, before && mended(before)),
    );
    return done(msg('A new session has begun: {0}', words), keptAside(place, updated));
  },

  commit: async (place, { untracked, allowSecrets }) => {
    const report = await saveSession(place, { mode: 'quick', untracked, allowSecrets });
    const { commit, subject, warnings } = report;
    if (commit === null) {
      // The second says which files were left out.
      const why = (report.done ? warnings[1] : undefined) ?? warnings[0];
      throw new UserError(
        'nothing-committed',
        why?.message ?? msg('Nothing has changed since the last commit, so nothing was committed.'),
        report.detail,
      );
    }
    return done(
      msg('Committed as {0}: {1}', commit.slice(0, 7), subject ?? ''),
      warnings.map(({ message }) => message),
    );
  },

  stash: async (place) => {
    const name = await stashChanges(place);
    return done(msg('Stashed as "{0}". "git stash pop --index" brings the changes back.', name));
  },

  'solve-blocker': solveFirst,

  'restore-backup': async (place) => {
    const updated = await place.sessionState.restoreBackup();
    return done(
      msg('The backup of the session state is in its place again.'),
      keptAside(place, updated),
    );
  },
};

/** The one that is shown, which is the most severe. */
async function solveFirst(place: Workplace, options: ActionOptions): Promise<Done> {
  const [first, ...others] = await currentBlockers(place);
  if (!first) {
    throw notOffered('solve-blocker', [], options);
  }
  await solveBlocker(place, first.id ?? first.description ?? '');
  return done(
    others.length === 0
      ? msg('Closed the blocker: {0}', describeBlocker(first))
      : msg('Closed the blocker: {0} (still open: {1})', describeBlocker(first), others.length),
  );
}

function done(message: Message, warnings: readonly Message[] = []): Done {
  return { message, warnings };
}

function keptAside({ root }: Workplace, { quarantined }: Updated<SessionState>): Message[] {
  return quarantined
    ? [msg('The file was broken; a copy of it is {0}.', relativePath(root, quarantined))]
    : [];
}
