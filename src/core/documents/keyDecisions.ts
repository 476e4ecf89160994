// The body of "Key Decisions": what goes on from before, what was added this session, and whatever
// else a person wrote there. Lines are moved, never reworded; only their numbers are counted anew.

import { saysNothing } from './listItem';

export interface DecisionLine {
  /** `D12`; undefined while it has no number. */
  readonly id: string | undefined;
  readonly text: string;
  /** It may be there already, in other words; a new one is not, whatever names its number. */
  readonly isReference?: boolean | undefined;
}

const continuingLabel = '**Continuing from previous sessions:**';
const addedLabel = '**Added this session:**';

interface Block {
  /** Its label as written; undefined for what is before the first. */
  readonly label: string | undefined;
  readonly lines: readonly string[];
}

/** A draft only adds, at the end of what was added this session. */
export function withAddedDecisions(body: string, added: readonly DecisionLine[]): string {
  if (added.length === 0) {
    return body;
  }
  const blocks = blocksOf(body);
  const index = blocks.findIndex(({ label }) => isLabel(label, addedLabel));
  const block = blocks[index];
  if (!block) {
    const lines = numbered([], added);
    return [...(saysNothing(body) ? [] : [body, '']), addedLabel, ...lines].join('\n');
  }
  const { kept: written, blank } = withoutBlankEnd(block.lines);
  const kept = withoutNothing(written);
  const grown = { ...block, lines: [...kept, ...numbered(kept, added), ...blank] };
  return joined(blocks.with(index, grown));
}

/**
 * What was added in the session before goes on from now; what is of this session stays, in the words
 * in which it is there.
 */
export function withSessionDecisions(body: string, ofSession: readonly DecisionLine[]): string {
  const blocks = blocksOf(body);
  const hasLabels = blocks.some(
    ({ label }) => isLabel(label, continuingLabel) || isLabel(label, addedLabel),
  );
  const linesOf = (wanted: string) =>
    withoutNothing(
      blocks.filter(({ label }) => isLabel(label, wanted)).flatMap(({ lines }) => lines),
    );
  // A list without labels is what goes on.
  const before = hasLabels ? linesOf(continuingLabel) : withoutNothing(blocks[0]?.lines ?? []);
  const added = itemsOf(linesOf(addedLabel));
  const ids = new Set(ofSession.filter((each) => each.isReference).map(({ id }) => id));
  const staying = new Map(
    added.flatMap((item) =>
      idsIn(item).flatMap((id) => (ids.has(id) ? [[id, item] as const] : [])),
    ),
  );
  // Word for word as it would be written: a draft did that before, or a run that was cut off.
  const asWritten = new Map(added.map((item) => [wordsOf(item), item]));
  const fresh = ofSession.map(
    ({ id = '', text, isReference }) =>
      (isReference ? staying.get(id) : undefined) ?? asWritten.get(text) ?? [`1. ${text}`],
  );
  const stayed = new Set(fresh);
  const moved = added.filter((item) => !stayed.has(item)).flat();
  const continuing = [
    ...withoutBlankEnd(before).kept,
    ...renumbered(withoutBlankEnd(moved).kept, lastNumber(before)),
  ];
  // One line may name several of them.
  const session = renumbered(
    [...new Set(fresh)].flatMap((item) => withoutBlankEnd(item).kept),
    0,
  );
  const others = blocks.filter(
    ({ label }, index) =>
      !isLabel(label, continuingLabel) && !isLabel(label, addedLabel) && (hasLabels || index > 0),
  );
  const [first, ...rest] = others;
  const isIntro = first !== undefined && first.label === undefined;
  return joined([
    ...(isIntro ? [spaced(first)] : []),
    ...(continuing.length > 0 ? [spaced({ label: continuingLabel, lines: continuing })] : []),
    ...(session.length > 0 ? [spaced({ label: addedLabel, lines: session })] : []),
    ...(isIntro ? rest : others).map(spaced),
  ]).trim();
}

export function idsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => [...line.matchAll(/\bD\d{1,9}\b/g)].map(([id]) => id));
}

/** A label is a line that is all bold. */
function blocksOf(body: string): Block[] {
  const blocks: { label: string | undefined; lines: string[] }[] = [
    { label: undefined, lines: [] },
  ];
  for (const line of body.split('\n')) {
    if (/^\s*\*\*[^*]+\*\*\s*:?\s*$/.test(line)) {
      blocks.push({ label: line, lines: [] });
    } else {
      blocks.at(-1)?.lines.push(line);
    }
  }
  return blocks;
}

function isLabel(label: string | undefined, wanted: string): boolean {
  const folded = (text: string) =>
    text.replace(/[*:]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
  return label !== undefined && folded(label) === folded(wanted);
}

/** Each with the lines that belong to it. */
function itemsOf(lines: readonly string[]): string[][] {
  const items: string[][] = [];
  for (const line of lines) {
    const last = items.at(-1);
    if (last && !/^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line)) {
      last.push(line);
    } else {
      items.push([line]);
    }
  }
  return items;
}

/** Without its mark. */
function wordsOf(item: readonly string[]): string {
  return withoutBlankEnd(item)
    .kept.join('\n')
    .replace(/^ {0,3}(?:[-*+]|\d{1,9}[.)])\s+/, '');
}

function numbered(before: readonly string[], added: readonly DecisionLine[]): string[] {
  const isBullets = lastNumber(before) === 0 && before.some((line) => /^ {0,3}[-*+]\s/.test(line));
  return isBullets
    ? added.map(({ text }) => `- ${text}`)
    : renumbered(
        added.map(({ text }) => `1. ${text}`),
        lastNumber(before),
      );
}

function lastNumber(lines: readonly string[]): number {
  return lines.reduce((last, line) => Number(/^ {0,3}(\d{1,9})[.)]\s/.exec(line)?.[1] ?? last), 0);
}

function renumbered(lines: readonly string[], after: number): string[] {
  let number = after;
  return lines.map((line) =>
    line.replace(/^( {0,3})\d{1,9}([.)]\s)/, (_, indent: string, dot: string) => {
      number++;
      return `${indent}${number}${dot}`;
    }),
  );
}

/** `None`, before there is something. */
function withoutNothing(lines: readonly string[]): readonly string[] {
  return saysNothing(lines.join('')) ? [] : lines;
}

function withoutBlankEnd(lines: readonly string[]) {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return { kept: lines.slice(0, end), blank: lines.slice(end) };
}

function spaced({ label, lines }: Block): Block {
  return { label, lines: [...withoutBlankEnd(lines).kept, ''] };
}

function joined(blocks: readonly Block[]): string {
  return blocks
    .flatMap(({ label, lines }) => (label === undefined ? lines : [label, ...lines]))
    .join('\n');
}
