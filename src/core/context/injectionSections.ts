// Saved context, state, handover and decisions as sections of an injection. Pure.

import type { LinkedDecision } from '../documents/decisionLinks';
import type { SessionDocument } from '../schemas/handover';
import type { SessionContext } from '../schemas/sessionContext';
import type { SessionState } from '../schemas/sessionState';
import type { Translate } from '../support/message';
import { decisionWords } from './decisionWords';
import { discoveryWords } from './discoveryWords';
import type { Section } from './injection';
import { latestLine } from './latestLine';
import { progressCounts } from './progressCounts';
import { bothEnds } from './quotedText';
import { toldLine } from './toldLine';

/** What a compaction takes from an agent: its own goal, progress and what it found out. */
export function contextParts(context: SessionContext, file: string, t: Translate) {
  const { progress, decisions = [], discoveries = [], state } = context;
  const counts = progressCounts(progress);
  return {
    goal: goalSection(context, file, t),
    progress: {
      title: t('Progress'),
      lines: [
        ...(counts.leftOut > 0 ? [t('Tasks: {0} of {1}', counts.done, counts.total)] : []),
        ...(progress?.current ?? []).map((each) => `- [>] ${each}`),
        ...(progress?.pending ?? []).map((each) => `- [ ] ${each}`),
        ...(progress?.done ?? []).toReversed().map((each) => `- [x] ${each}`),
      ],
      more: counts.leftOut,
      share: 2_200,
      file,
    },
    blockers: { title: t('Blockers'), lines: listed(state?.blockers), share: 600, file },
    decisions: {
      title: t('Decisions'),
      lines: decisions.toReversed().map((each) => `- ${decisionWords(each, t)}`),
      share: 1_500,
      file,
    },
    discoveries: {
      title: t('Discoveries'),
      lines: discoveries.toReversed().map((each) => `- ${discoveryWords(each)}`),
      share: 1_200,
      file,
    },
    files: { title: t('Recent files'), lines: listed(state?.recent_files), share: 700, file },
    errors: { title: t('Errors'), lines: listed(state?.errors), share: 800, file },
  } satisfies Record<string, Section>;
}

function listed(items: readonly string[] = []): string[] {
  return items.map((each) => `- ${each}`);
}

function goalSection({ goal }: SessionContext, file: string, t: Translate): Section {
  const { original_request: request, current_objective: objective } = goal ?? {};
  return {
    title: t('Goal'),
    lines: [
      ...(request ? [t('Request: {0}', inBrief(request, longest.request))] : []),
      ...(objective && objective !== request
        ? [t('Objective: {0}', inBrief(objective, longest.objective))]
        : []),
    ],
    share: 2_600,
    file,
  };
}

/** Both fit into their section; Baton saves fewer words than may be looked at to their end. */
const longest = { request: 1_480, objective: 1_080, saved: 5_000 };

/** What a person wants may stand at the end of what they said. */
function inBrief(words: string, most: number): string {
  return words.length > longest.saved
    ? toldLine(words, most)
    : bothEnds(toldLine(words, Infinity), most);
}

export function stateSection(state: SessionState, file: string, t: Translate): Section {
  const {
    working_on: work,
    next_steps: steps = [],
    task_progress: progress,
    git_branch: branch,
  } = state;
  return {
    title: t('Saved session'),
    lines: [
      ...(work ? [t('Working on: {0}', work)] : []),
      ...(branch ? [t('Branch: {0}', branch)] : []),
      ...(progress && progress.total > 0
        ? [t('Tasks: {0} of {1}', progress.completed, progress.total)]
        : []),
      ...steps.map((step, index) => `${index + 1}. ${step}`),
    ],
    share: 1_400,
    file,
  };
}

/** What an agent needs first, of what a person may have written; the rest follows. */
const telling =
  /direction|warning|resume|key decision|exception|next|주의|방향|결정|재개|注意|方針|決定|再開/i;

/** Below the title of the document stand its fields, which are told by themselves. */
function wordsOf({ level, text }: SessionDocument['sections'][number]): string {
  return (level === 1 ? text.replace(/^\*\*[^*\n]+\*\*:.*$/gm, '') : text).trim();
}

/** What to do next stands first, whatever else a person wrote. */
export function handoverSection(document: SessionDocument, file: string, t: Translate): Section {
  const { goal, nextAction, sections } = document;
  return {
    title: t('Handover'),
    lines: [
      ...(goal ? [t('Goal: {0}', goal)] : []),
      ...(nextAction ? [t('Next action: {0}', nextAction)] : []),
      ...sections
        .map((section) => ({ heading: section.heading, text: wordsOf(section) }))
        .filter(({ text }) => text !== '' && text !== nextAction?.trim())
        .sort((a, b) => Number(telling.test(b.heading)) - Number(telling.test(a.heading)))
        .map(({ heading, text }) => `${heading}: ${text}`),
    ],
    share: 2_200,
    file,
  };
}

export function decisionsSection(
  decisions: readonly LinkedDecision[],
  file: string,
  t: Translate,
): Section {
  return {
    title: t('Latest decisions'),
    lines: decisions.toReversed().map((each) => {
      const { summary, decision } = each;
      return [
        latestLine(each, summary, t),
        ...(decision && decision !== summary ? [decision] : []),
      ].join(' - ');
    }),
    share: 1_600,
    file,
  };
}
