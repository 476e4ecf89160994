// The handover that a person answers for. Order: decisions, archive, session.md, SESSION_END. Cut off
// anywhere, nothing is lost, and the same answers once more do only what is left.

import { notStated } from '../documents/decisionProblems';
import { withSessionDecisions } from '../documents/keyDecisions';
import { type SectionPath, sessionParts } from '../documents/sessionParts';
import {
  headerValue,
  newSession,
  sectionBody,
  withHeader,
  withSection,
} from '../documents/sessionSplice';
import { sectionWords } from '../documents/sessionWords';
import { findSecrets } from '../detection/secrets/secretScan';
import { relativePath } from '../projectPaths';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { plainText, shortLine } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { withProgress } from './activeGoals';
import { appendAnswered, appendOnce, loggedDecisions } from './answeredDecisions';
import { answerProblems } from './answers';
import { archiveBytes } from './archive';
import { capturedLines } from './capturedLines';
import { closeJournal, digestOf, openJournal, writeJournal } from './handoverJournal';
import {
  answeredEntries,
  decisionLine,
  renewedFiles,
  renewedSteps,
  withExceptions,
} from './handoverLines';
import type { HandoverAnswers, HandoverPlan, HandoverReport } from './handoverReports';
import { rememberWritten, writtenVersions } from './lastWritten';
import { quotedLine } from './quotedWords';
import { changeSession, type OpenSession, refuseConflicts } from './sessionFile';

/** Of each answer, in their order; one that has no number yet is undefined or left out. */
export interface HandoverIds {
  readonly decisions: readonly (string | undefined)[];
  readonly exceptions: readonly (string | undefined)[];
}

/** The session.md that will be written. Pure, and quick enough for every key stroke of a preview. */
export function renderHandover(
  plan: HandoverPlan,
  answers: HandoverAnswers,
  ids: HandoverIds,
): string {
  const { current, date, branch, facts } = plan;
  const known = [...plan.decisions, ...plan.steeringExceptions];
  const decisions = answeredEntries(answers.decisions, ids.decisions, known);
  const exceptions = answeredEntries(answers.steeringExceptions, ids.exceptions, known);

  let text = current?.trim() ? current : newSession({ header: {}, sections: {} });
  const change = (path: SectionPath, body: (before: string) => string) => {
    text = withSection(text, path, body(sectionBody(text, path) ?? ''));
  };
  const goal = plainText(answers.goal).replace(/\s+/g, ' ').trim();
  text = withoutMarker(text);
  text = withHeader(text, 'Generated', date);
  text = branch === undefined ? text : withHeader(text, 'Branch', quotedLine(branch));
  text = withHeader(text, 'Session Goal', goal || headerValue(text, 'Session Goal') || notStated);

  const was = sectionBody(text, sessionParts.nextAction) ?? '';
  const next = sectionWords(answers.nextAction);
  change(sessionParts.nextAction, () => next);
  change(sessionParts.activeGoals, (before) => withProgress(before, facts.pipeline));
  const lines = decisions.map(({ entry, id, isReference }) => ({
    ...decisionLine(entry, id),
    isReference,
  }));
  change(sessionParts.keyDecisions, (before) => withSessionDecisions(before, lines));
  change(sessionParts.warnings, () => sectionWords(answers.warnings));
  change(sessionParts.tone, () => sectionWords(answers.tone));
  change(sessionParts.steeringExceptions, (before) => withExceptions(before, exceptions));
  change(sessionParts.accomplished, () => sectionWords(answers.accomplished));
  // Without git nobody knows which files were modified.
  if (facts.git || facts.modifiedFiles.length > 0) {
    change(sessionParts.modifiedFiles, (before) => renewedFiles(before, facts.modifiedFiles));
  }
  change(sessionParts.resume, (before) => renewedSteps(before, branch, { was, next }));
  return text;
}

/** Also one that a person or a merge repeated: with it the next draft would not archive this. */
function withoutMarker(text: string): string {
  const without = withHeader(text, 'Mode', undefined);
  return without === text ? text : withoutMarker(without);
}

export async function writeHandover(
  place: QuietPlace,
  plan: HandoverPlan,
  answers: HandoverAnswers,
): Promise<HandoverReport> {
  const logged = new Set(loggedDecisions(place).map(({ id }) => id));
  const [problem] = answerProblems(answers, (id) => logged.has(id));
  if (problem) {
    throw new UserError('bad-answers', msg('{0}: {1}', problem.field, problem.message));
  }
  return changeSession(place, async (session) => {
    refuseConflicts(place.paths, session.current?.text ?? '');
    const { at } = await openJournal(place, answers);
    const ids = {
      decisions: await appendAnswered(place, answers.decisions, 'USER_DECISION', at),
      exceptions: await appendAnswered(place, answers.steeringExceptions, 'STEERING_EXCEPTION', at),
    };
    const { text, archive } = await writeSession(place, session, { plan, answers, ids });
    const path = relativePath(place.root, place.paths.sessionMarkdown);
    const decision = await appendOnce(place, sessionEnd(answers, at, path));
    closeJournal(place);
    return {
      path,
      archive,
      captured: capturedLines(plan, answers, ids),
      decision,
      warnings: findSecrets(text).map(({ line, kind }) =>
        msg(
          '{0} looks like it holds a secret ({1}). Take it out before you commit.',
          `${path}:${line}`,
          kind,
        ),
      ),
      reminder: msg('The next session gets it by itself.'),
    };
  });
}

interface Asked {
  readonly plan: HandoverPlan;
  readonly answers: HandoverAnswers;
  readonly ids: HandoverIds;
}

/** Archives what is there and writes the new one, unless a run before did. */
async function writeSession(
  place: QuietPlace,
  { current, write }: OpenSession,
  { plan, answers, ids }: Asked,
): Promise<{ readonly text: string; readonly archive: string | undefined }> {
  const { root, paths } = place;
  const journal = await openJournal(place, answers);
  if (current && journal.written === digestOf(current.bytes)) {
    return { text: current.text, archive: journal.archive };
  }
  // As it is now: a form may have been open for hours.
  const known = [...plan.decisions, ...loggedDecisions(place)];
  const text = renderHandover({ ...plan, current: current?.text, decisions: known }, answers, ids);
  const archive = current?.text.trim()
    ? relativePath(
        root,
        await archiveBytes(
          { folder: paths.archive, root, date: plan.date },
          current.bytes,
          current,
        ),
      )
    : undefined;
  await writeJournal(place, { ...journal, archive, written: digestOf(text) });
  await rememberWritten(place, await writtenVersions(place), text);
  await write(text);
  return { text, archive };
}

function sessionEnd({ goal, nextAction }: HandoverAnswers, at: string, path: string) {
  const next = shortLine(nextAction, 300);
  return {
    at,
    type: 'SESSION_END',
    summary: shortLine(goal) || next,
    context: `Handed over in ${path}`,
    decision: `Next: ${next}`,
    source: 'user',
  };
}
