// What each question is answered with before a person is asked, and where that comes from. Pure. In
// the words that were found: nothing of ours is added that would be in another language than they.

import { saysNothing } from '../documents/listItem';
import type { Blocker } from '../schemas/blocker';
import type { Decision, SessionDocument } from '../schemas/handover';
import type { SessionContext } from '../schemas/sessionContext';
import type { SessionState } from '../schemas/sessionState';
import { nextStepOf } from '../protocol/nextStep';
import { plainText } from '../support/plainText';
import type {
  AnsweredDecision,
  CollectedFacts,
  CollectedFrom,
  HandoverPlan,
  Suggestion,
} from './handoverReports';
import { quotedLine } from './quotedWords';

export interface Known {
  /** Only what may be told: none that came with the repository. */
  readonly state: SessionState | null;
  /** Of a session that was not handed over yet. */
  readonly context: SessionContext | undefined;
  /** It is about that session, and not about the project as a whole. */
  readonly isOfSession: boolean;
  readonly handover: SessionDocument | undefined;
  /** Sections of session.md, as they stand there. */
  readonly written: {
    readonly warnings: string;
    readonly tone: string;
    readonly accomplished: string;
  };
  readonly blockers: readonly Blocker[];
  readonly facts: Pick<CollectedFacts, 'git' | 'pipeline' | 'modifiedFiles'>;
}

const most = { accomplished: 20, discoveries: 5, errors: 3, decisions: 20 };

export function suggestionsOf(known: Known): HandoverPlan['suggested'] {
  return {
    goal: goalOf(known),
    accomplished: listed(accomplishedOf(known), most.accomplished),
    nextAction: nextActionOf(known),
    warnings: warningsOf(known),
    tone: of('handover', carriedWords(known.written.tone)),
  };
}

type Found = readonly [from: CollectedFrom, text: string | null | undefined];

function goalOf(known: Known): Suggestion {
  const { state, context, handover, isOfSession } = known;
  const told: Found[] = [
    ['transcript', context?.goal?.current_objective],
    ['transcript', context?.goal?.original_request],
  ];
  return firstOf([
    ...(isOfSession ? told : []),
    ...(isStillTrue(known) ? [['handover', handover?.goal] as const] : []),
    ['state', state?.working_on],
    ...told,
    ['handover', handover?.goal],
  ]);
}

/** Nothing has happened since a person said so. */
function isStillTrue({ handover, context, facts: { git } }: Known): boolean {
  return handover?.mode === 'polished' && !context && git?.commits.length === 0;
}

/** A draft is of this session; what a person polished was the one before. */
function accomplishedOf({ context, handover, written, facts }: Known): Found[] {
  const isDraft = handover?.mode === 'auto-draft';
  const changed = facts.pipeline.specs.filter(({ file }) => facts.modifiedFiles.includes(file));
  return [
    ...itemsIn(isDraft ? written.accomplished : '').map(found('handover')),
    ...(context?.progress?.done ?? []).map(found('transcript')),
    ...(facts.git?.commits ?? [])
      .toReversed()
      .filter(({ subject }) => !subject.startsWith('WIP: '))
      .map(({ subject, hash }) => `${subject} (${hash})`)
      .map(found('git')),
    ...changed.map(({ name, phase }) => `${name}: ${phase ?? '?'}`).map(found('specs')),
  ];
}

function nextActionOf(known: Known): Suggestion {
  const { state, context, handover, facts, isOfSession } = known;
  const { pipeline } = facts;
  const { current = [], pending = [] } = context?.progress ?? {};
  const isDraft = handover?.mode === 'auto-draft';
  const inHandover: Found = ['handover', handover?.nextAction];
  const told: Found = ['transcript', current[0] ?? pending[0]];
  return firstOf([
    ...(isOfSession ? [told] : []),
    ...(isStillTrue(known) ? [inHandover] : []),
    ...(pipeline.isActive ? [['specs', pipeline.next] as const] : []),
    ...(isDraft ? [inHandover] : []),
    told,
    ['state', nextStepOf(state)],
    ['specs', pipeline.next],
    inHandover,
  ]);
}

/** A person's own stay word for word, before what was found. */
function warningsOf({ context, written, blockers, facts: { pipeline } }: Known): Suggestion {
  const carried = carriedWords(written.warnings);
  const isNew = (text: string) => !carried.includes(text);
  const more = listed(
    [
      ...blockers.map(({ description }) => description).map(found('tests')),
      ...pipeline.specs
        .flatMap(({ name, blocked }) => (blocked === undefined ? [] : [`${name}: ${blocked}`]))
        .map(found('specs')),
      ...pipeline.specs
        .flatMap(({ name, tracked }) => tracked.map((item) => `${name}: ${item}`))
        .map(found('specs')),
      ...(context?.discoveries ?? [])
        .slice(-most.discoveries)
        .map(({ file, insight }) => (file ? `${file}: ${insight}` : insight))
        .map(found('transcript')),
      ...(context?.state?.errors ?? []).slice(0, most.errors).map(found('transcript')),
    ].filter(([, text]) => text !== undefined && isNew(quotedLine(text))),
    most.accomplished,
  );
  if (more.text !== '' && saysNothing(carried)) {
    return more;
  }
  return {
    text: [carried, more.text].filter(Boolean).join('\n'),
    from: [...(carried === '' ? [] : (['handover'] as const)), ...more.from],
  };
}

/** What the transcript shows and the log does not have. */
export function suggestedDecisions(
  context: SessionContext | undefined,
  log: readonly Decision[],
): AnsweredDecision[] {
  const known = new Set(
    log.flatMap(({ summary, decision }) => [summary, decision ?? '']).map(comparable),
  );
  return (context?.decisions ?? [])
    .filter(({ what }) => comparable(what) !== '' && !known.has(comparable(what)))
    .slice(-most.decisions)
    .map(({ what, why }) => ({
      summary: quotedLine(what),
      ...(why !== undefined && why.trim() !== '' && { reason: quotedLine(why, 500) }),
    }));
}

/** What was kept of a decision may be cut, and has its spaces folded. */
function comparable(text: string): string {
  return quotedLine(text).toLowerCase().slice(0, 120);
}

/** All of them: what a person wrote is neither cut nor changed. */
function carriedWords(text: string): string {
  return plainText(text).trim();
}

/** The items of a list, or its lines. */
function itemsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,4}[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

function found(
  from: CollectedFrom,
): (text: string | undefined) => readonly [CollectedFrom, string | undefined] {
  return (text) => [from, text];
}

function firstOf(candidates: readonly Found[]): Suggestion {
  for (const [from, text] of candidates) {
    // What a person wrote there may be several steps.
    const words = from === 'handover' ? carriedWords(text ?? '') : quotedLine(text ?? '', 500);
    if (words !== '') {
      return { text: words, from: [from] };
    }
  }
  return { text: '', from: [] };
}

/** As a Markdown list, each thing once. */
function listed(all: readonly Found[], longest: number): Suggestion {
  const lines = new Map<string, { line: string; from: CollectedFrom }>();
  for (const [from, text] of all) {
    const line = quotedLine(text ?? '');
    const key = line.toLowerCase();
    if (line !== '' && !lines.has(key)) {
      lines.set(key, { line, from });
    }
  }
  const kept = [...lines.values()].slice(0, longest);
  return {
    text: kept.map(({ line }) => `- ${line}`).join('\n'),
    from: [...new Set(kept.map(({ from }) => from))],
  };
}

function of(from: CollectedFrom, text: string): Suggestion {
  return { text, from: text === '' ? [] : [from] };
}
