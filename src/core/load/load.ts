// Load: proves that the repository still matches what was saved. Nothing is switched, stashed,
// committed or discarded here; a finding offers actions, and applyAction.ts runs them when asked.

import { nextStepOf } from '../protocol/nextStep';
import type { SessionState } from '../schemas/sessionState';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { Workplace } from '../workplace';
import { describeBlocker, findingsOf, suggestions } from './findings';
import { interruptedWork } from './interrupted';
import { type GatheredFacts, gatherFacts } from './loadFacts';
import type { LoadReport } from './loadReport';
import { readSaved, type Saved } from './savedSession';

export async function loadSession(
  place: Workplace,
  { resume = false }: { readonly resume?: boolean } = {},
): Promise<LoadReport> {
  const saved = await readSaved(place);
  if (!saved.session && !saved.broken) {
    return newSession(place, resume);
  }
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
    resumed: resume,
    did: [
      ...doneByItself(facts),
      ...(usesBackup ? [backupUsed] : []),
      ...(resume ? whatIsLeft(facts) : []),
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

/** Nothing here can solve them, so at least it says what may. */
function whatIsLeft({ blockers, isForeign }: GatheredFacts): Message[] {
  return blockers.flatMap((blocker) => [
    blocker.auto_detected
      ? msg('Baton cannot solve this blocker by itself: {0}', describeBlocker(blocker))
      : msg('You wrote this blocker down, so it stays: {0}', describeBlocker(blocker)),
    ...(isForeign ? [] : suggestions(blocker)),
  ]);
}

function nextStep(state: SessionState | null): Message[] {
  const step = shortLine(nextStepOf(state) ?? state?.working_on ?? '');
  return step === '' ? [] : [msg('Go on with: {0}', step)];
}
