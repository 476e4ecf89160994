// Which decisions a text names, and which of them a later one takes the place of. Pure.

import type { Decision } from '../schemas/handover';
import { headingOf, markdownLines } from './markdownLines';

export interface DecisionMention {
  /** `D12` */
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  /** 0-based, in its line. */
  readonly start: number;
  readonly end: number;
  /** The heading above it; undefined before the first one. */
  readonly section: string | undefined;
}

/** A handover names a few dozen; a hostile one must not fill the memory. */
const mostMentions = 2000;

/** Also in code blocks: what they quote is still about that decision. */
export function decisionMentions(text: string, most = mostMentions): DecisionMention[] {
  const mentions: DecisionMention[] = [];
  let section: string | undefined;
  for (const { text: line, number, fenced } of markdownLines(text)) {
    section = (fenced ? undefined : headingOf(line)?.text) ?? section;
    // The cheap look first keeps a long log quick to read.
    for (const match of line.includes('D') ? line.matchAll(mention) : []) {
      const id = `D${Number(match[1])}`;
      const end = match.index + match[0].length;
      mentions.push({ id, line: number, start: match.index, end, section });
      if (mentions.length === most) {
        return mentions;
      }
    }
  }
  return mentions;
}

/** Neither `ID1` nor `D1.md` is one; in Korean and Japanese a particle may follow at once. */
const mention = /(?<![A-Za-z0-9_.])D-?(\d{1,9})(?![A-Za-z0-9_]|\.[A-Za-z0-9])/g;

/** `D12` however a person types it: `d12`, `D-012`, `12`. */
export function decisionId(text: string): string | undefined {
  const digits = /^D?-?(\d{1,15})$/i.exec(text.trim())?.[1];
  return digits && `D${Number(digits)}`;
}

/** Each once, in the order of the text. */
export function decisionIds(text: string | undefined): string[] {
  return text ? [...new Set(decisionMentions(text).map(({ id }) => id))] : [];
}

export interface DecisionLinks {
  /** The first of that number: after a merge there may be two. */
  named(id: string): Decision | undefined;
  /** Those that say they take its place. */
  superseding(id: string): readonly Decision[];
}

/** Looks at the log when it is asked for the first time: a long one is drawn often. */
export function decisionLinks(decisions: readonly Decision[]): DecisionLinks {
  let byId: Map<string, Decision> | undefined;
  let bySuperseded: Map<string, Decision[]> | undefined;
  return {
    named: (id) =>
      (byId ??= new Map(decisions.toReversed().map((each) => [each.id, each]))).get(id),
    superseding: (id) => (bySuperseded ??= supersededBy(decisions)).get(id) ?? [],
  };
}

/** In that field `d12` means it, too. */
export function supersededIds(supersedes: string): string[] {
  return decisionIds(supersedes.toUpperCase());
}

function supersededBy(decisions: readonly Decision[]): Map<string, Decision[]> {
  const by = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const ids = decision.supersedes ? supersededIds(decision.supersedes) : [];
    // Nothing takes its own place.
    for (const id of ids.filter((each) => each !== decision.id)) {
      const known = by.get(id);
      if (known) {
        known.push(decision);
      } else {
        by.set(id, [decision]);
      }
    }
  }
  return by;
}

export interface LinkedDecision extends Decision {
  /** The last decision that says it takes its place. */
  readonly supersededBy?: string;
}

export function withSuperseded(decisions: readonly Decision[]): readonly LinkedDecision[] {
  if (!decisions.some(({ supersedes }) => supersedes)) {
    return decisions;
  }
  const links = decisionLinks(decisions);
  return decisions.map((each) => {
    const by = links.superseding(each.id).at(-1)?.id;
    return by ? { ...each, supersededBy: by } : each;
  });
}
