// Lines on which a careless pattern takes quadratic or exponential time.

import { ecosystems } from '../../src/core/detection/blockers/ecosystems';

const million = 1_000_000;

/** A thousand, each different: repeats, almost-matches of every pattern, lines of a megabyte. */
export function hostileOutputs(): string[] {
  const pieces = ecosystems.flatMap(({ failures }) => failures.map(({ sign }) => baitOf(sign)));
  const made = Array.from({ length: 1_000 }, (_, index) => {
    const piece = pieces[index % pieces.length] ?? '';
    const round = Math.floor(index / pieces.length);
    return lines[(index + round) % lines.length]?.(piece) ?? piece;
  });
  return made;
}

const lines: readonly ((piece: string) => string)[] = [
  (piece) => piece.repeat(Math.ceil(million / piece.length)),
  (piece) => `${piece} ${'a'.repeat(million)}!`,
  (piece) => `${piece}${' '.repeat(3_000)}x`,
  (piece) => `${'('.repeat(500)}${piece}${')'.repeat(500)}`,
  (piece) => `${piece} ${'1'.repeat(2_000)} ${piece}`,
  (piece) => `${`${piece} `.repeat(100)}\u0000`,
  (piece) => `${'\u001B['.repeat(5_000)}${piece}`,
  (piece) => `${'\u001B]0;'.repeat(2_000)}${piece}\u001B[31`,
  (piece) => `${piece}${':1:1'.repeat(1_000)}`,
  (piece) => `${`${piece}/`.repeat(200)}: error`,
  (piece) => `${'a\b'.repeat(2_000)}${piece}`,
];

/** What the pattern begins with, without what would complete it. */
function baitOf(sign: RegExp): string {
  const words = sign.source.match(/[A-Za-z]{3,}/g) ?? ['error'];
  return words.slice(0, 3).join(' ');
}
