// The words that lines with a sign have, for each sign of the table. The bundles hold what comes out of
// this module and not the module itself (`workedOut` in esbuild.mjs): to find these words takes longer than to look
// for them in most outputs.

import { patternsOf } from './ecosystem';
import { ecosystems } from './ecosystems';
import { requiredWords } from './requiredWords';

export interface NeededWords {
  /** One of these is in the line, */
  readonly words: readonly string[];
  /** and one of these as well; empty when there are none. */
  readonly alongside: readonly string[];
}

/** Words of this length are met so rarely that no other is needed beside them. */
const telling = 10;
/** Shorter ones are met so often that to look for them costs more than it saves. */
const shortestAlongside = 4;

/** By the number of the sign; one entry for each alternative of its pattern. */
export const signWords: readonly (readonly NeededWords[])[] = ecosystems
  .flatMap(patternsOf)
  .map((pattern) =>
    requiredWords(pattern).map(([words = [], others = []]) => ({
      words,
      alongside: isHelpful(words, others) ? others : [],
    })),
  );

function isHelpful(words: readonly string[], others: readonly string[]): boolean {
  return (
    words.some(({ length }) => length < telling) &&
    others.every(({ length }) => length >= shortestAlongside)
  );
}
