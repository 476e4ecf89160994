// Load: proves that the repository still matches what was saved. Nothing is switched, stashed,
// committed or discarded here; a finding offers actions, and applyAction.ts runs them when asked.

import type { RecoveryOptions } from '../blockers/runRecovery';
import { describeBlocker, isReported, stays, suggestions } from '../protocol/blockerMessages';
import { nextStepOf } from '../protocol/nextStep';
import type { SessionState } from '../schemas/sessionState';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { Workplace } from '../workplace';
import { findingsOf } from './findings';
import { recoverAll } from './recoverAll';
import { interruptedWork } from './interrupted';
import { type GatheredFacts, gatherFacts } from './loadFacts';
import type { LoadReport } from './loadReport';
import { readSaved, type Saved } from './savedSession';

export interface LoadOptions {
  /** Goes on without asking. */
  readonly resume?: boolean;
  /** At a resume, what is known to fail is recovered from first, in this process. */
  readonly recovers?: RecoveryOptions | undefined;
}

export async function loadSession(
  place: Workplace,
  { resume = false, recovers }: LoadOptions = {},
): Promise<LoadReport> {
  const found = await readSaved(place);
  if (!found.session && !found.broken) {
    return newSession(place, resume);
  }
  // A blocker of the main worktree is recovered from there.
  const mayRecover = resume && found.session?.from === 'own';
  const recovered = mayRecover && recovers ? await recoverAll(place, recovers) : [];
  const saved = recovered.length > 0 ? await readSaved(place) : found;
  const usesBackup = resume && saved.session?.from === 'backup';
  const chosen: Saved = saved.broken && !usesBackup ? { ...saved, session: undefined } : saved;
  const facts = await gatherFacts(place, chosen);
  const findings = findingsOf(facts);
  const isRestored = findings.every(({ severity }) => severity !== 'error');
  return {
    status: isRestored ? 'restored' : 'recovery_failed',
    findings,
    state: facts.state,
    change: facts.change,
    warnings: facts.warnings,
    isForeign: facts.isForeign,
    resumed: resume,
    did: [
      ...doneByItself(facts),
      ...recovered,
      ...(usesBackup ? [backupUsed] : []),
      ...(resume ? whatIsLeft(facts, mayRecover && recovers !== undefined) : []),
      ...(resume && isRestored && !facts.isForeign ? nextStep(facts.state) : []),
    ],
    interrupted: [],
  };
}

async function newSession(place: Workplace, resume: boolean): Promise<LoadReport> {
  return {
    status: 'new',
    findings: [],
    state: null,
    change: undefined,
    warnings: [],
    isForeign: false,
    resumed: resume,
    did: [],
    interrupted: await interruptedWork(place),
  };
}

function doneByItself({ closed }: GatheredFacts): Message[] {
  return closed.map((blocker) =>
    msg('Closed the blocker "{0}": no unmerged files are left.', describeBlocker(blocker)),
  );
}

const backupUsed = msg(
  'The session state is broken, so its backup is used. The file itself was left as it is.',
);

/** Nothing here can solve them, so at least it says what may; of some it was said why. */
function whatIsLeft({ blockers, isForeign }: GatheredFacts, isTried: boolean): Message[] {
  return blockers.flatMap((blocker) => [
    ...(blocker.auto_detected && !isReported(blocker)
      ? isTried && blocker.id !== undefined
        ? []
        : [msg('Baton cannot solve this blocker by itself: {0}', describeBlocker(blocker))]
      : [stays(blocker)]),
    ...(isForeign ? [] : suggestions(blocker)),
  ]);
}

function nextStep(state: SessionState | null): Message[] {
  const step = shortLine(nextStepOf(state) ?? state?.working_on ?? '');
  return step === '' ? [] : [msg('Go on with: {0}', step)];
}
