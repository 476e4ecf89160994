// A resume as lines for people, the same in a terminal and in a report. Pure; hosts translate.

import { latestLine } from '../context/latestLine';
import type { Translate } from '../support/message';
import { render } from '../support/message';
import { shortLine } from '../support/plainText';
import type { Pipeline, ResumeReport } from './handoverReports';

export interface ResumePart {
  readonly title: string;
  readonly lines: readonly string[];
}

const mostTracked = 5;
const mostKnowledge = 10;

/** Those that have something to say. */
export function resumeParts(report: ResumeReport, t: Translate): ResumePart[] {
  const { session, decisions, knowledge, skillCandidates, pipeline, problems, warnings } = report;
  const parts = [
    { title: t('Session goal'), lines: linesOf(session?.goal) },
    { title: t('Active goals'), lines: linesOf(session?.activeGoals) },
    { title: t('Key decisions'), lines: linesOf(session?.keyDecisions) },
    { title: t('Warnings'), lines: linesOf(session?.warnings) },
    { title: t('Tone and nuance'), lines: linesOf(session?.tone) },
    { title: t('Steering exceptions'), lines: linesOf(session?.steeringExceptions) },
    { title: t('Active reviews'), lines: report.reviews.flatMap((each) => reviewLines(each, t)) },
    {
      title: t('Latest decisions'),
      lines: decisions.map((each) => latestLine(each, shortLine(each.summary), t)),
    },
    {
      title: t('Knowledge buffer'),
      lines: [
        ...some(knowledge, mostKnowledge, t),
        ...skillCandidates.map((each) => `- ${t('Skill candidate: {0}', each)}`),
      ],
    },
    { title: t('Pipeline'), lines: pipeline ? pipelineLines(pipeline, t) : [] },
    {
      title: t('Problems'),
      lines: [
        ...problems.map(
          ({ file, line, message }) =>
            `- ${file}${line === undefined ? '' : `:${line}`}: ${render(message, t)}`,
        ),
        ...warnings.map((each) => `- ${render(each, t)}`),
      ],
    },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

/** Where it comes from, and that the session has begun. */
export function resumeHead({ session, sessionStart }: ResumeReport, t: Translate): string[] {
  const about = [
    session?.path,
    session?.generated,
    session?.mode === 'auto-draft' && 'auto-draft',
  ].filter(Boolean);
  return [
    session
      ? t('Handover: {0}', about.join(', '))
      : t('There is no handover yet: this is the first session. Say what to do.'),
    ...(sessionStart.isNew
      ? [`SESSION_START: ${sessionStart.decision ?? t('waits for the lock of decisions.md')}`]
      : []),
  ];
}

/** undefined where the user says. */
export function resumeNext({ nextAction }: ResumeReport, t: Translate): string | undefined {
  return nextAction === undefined ? undefined : t('Immediate next action: {0}', nextAction);
}

function reviewLines(
  { spec, batch = '', isBlocked, tracked }: ResumeReport['reviews'][number],
  t: Translate,
): string[] {
  const verdict = isBlocked ? t('asks for changes') : t('passed, with items to track');
  return [
    `- ${spec}: ${batch} ${verdict}`,
    ...some(tracked, mostTracked, t).map((line) => `  ${line}`),
  ];
}

function pipelineLines({ waves, specs, next }: Pipeline, t: Translate): string[] {
  const open = specs.filter(({ isComplete }) => !isComplete);
  return [
    ...waves.map(
      ({ wave, complete, total }) => `- ${t('Wave {0}: {1}/{2} specs', wave, complete, total)}`,
    ),
    ...some(
      open.map(({ name, phase, blocked }) =>
        [`${name}: ${phase ?? '?'}`, blocked].filter(Boolean).join(', '),
      ),
      mostKnowledge,
      t,
    ),
    ...(next === undefined ? [] : [`- ${t('Next: {0}', next)}`]),
  ];
}

function some(items: readonly string[], most: number, t: Translate): string[] {
  return [
    ...items.slice(0, most).map((item) => `- ${item}`),
    ...(items.length > most ? [t('… and {0} more', items.length - most)] : []),
  ];
}

function linesOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split('\n');
}
