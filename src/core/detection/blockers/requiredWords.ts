// Which words a line must hold for a pattern to match. Most lines of an output do not, so that no
// pattern is tried on them.

export type WordChoice = readonly string[];

/**
 * For each alternative of the pattern the choices of which one word each is in every match; the choice
 * that is met least often comes first.
 */
export function requiredWords(pattern: RegExp): readonly (readonly WordChoice[])[] {
  if (pattern.flags !== '') {
    throw new Error(`A flag changes what ${pattern.source} needs`);
  }
  const alternatives = readAlternatives({ source: pattern.source, position: 0 }).map(
    ({ choices }) =>
      choices.map((words) => [...new Set(words)]).sort((a, b) => worth(b) - worth(a)),
  );
  if (alternatives.some((choices) => choices.length === 0)) {
    throw new Error(`No word is in every match of ${pattern.source}`);
  }
  return alternatives;
}

/** A choice whose shortest word is long is met in few lines. */
function worth(words: WordChoice): number {
  let shortestLength = longest;
  for (const { length } of words) {
    shortestLength = Math.min(shortestLength, length);
  }
  return shortestLength - words.length / 100;
}

interface Reader {
  readonly source: string;
  position: number;
}

const shortest = 2;
/** Longer words are met no less often, and the search for them takes more room. */
const longest = 20;

function readAlternatives(reader: Reader): readonly Sequence[] {
  const alternatives = [readSequence(reader)];
  while (reader.source[reader.position] === '|') {
    reader.position += 1;
    alternatives.push(readSequence(reader));
  }
  return alternatives;
}

/** Whichever alternative of a group it is, the best word of one of them is there. */
function choicesOfGroup(alternatives: readonly (readonly WordChoice[])[]): readonly WordChoice[] {
  const [only = [], ...others] = alternatives;
  if (others.length === 0) {
    return only;
  }
  const best = alternatives.map((choices) => [...choices].sort((a, b) => worth(b) - worth(a))[0]);
  return best.every((choice) => choice !== undefined) ? [best.flat()] : [];
}

function isEnd({ source, position }: Reader): boolean {
  const character = source[position];
  return character === '|' || character === ')';
}

/** More ways to read a run of characters than these would fill the search with words. */
const mostRuns = 12;

function readSequence(reader: Reader): Sequence {
  const choices: WordChoice[] = [];
  /** What may stand here without a gap. */
  let runs: readonly string[] = [''];
  let isWhole = true;
  const endRuns = () => {
    if (runs.every((run) => run.length >= shortest || run > '\u007F')) {
      // The end says more than the beginning: "error: " begins many.
      choices.push(runs.map((run) => run.slice(-longest)));
    }
    runs = [''];
  };
  while (reader.position < reader.source.length && !isEnd(reader)) {
    const atom = readAtom(reader);
    const { isOptional, isRepeated } = readQuantifier(reader);
    if (atom.isZeroWidth) {
      isWhole = false;
      continue;
    }
    const { texts = [] } = atom;
    isWhole &&= texts.length > 0 && !isOptional && !isRepeated;
    if (texts.length > 0 && texts.length * runs.length <= mostRuns && !isOptional) {
      runs = runs.flatMap((run) => texts.map((text) => run + text));
      if (isRepeated) {
        endRuns();
      }
      continue;
    }
    endRuns();
    if (!isOptional) {
      choices.push(...atom.choices);
    }
  }
  const texts = isWhole ? runs : undefined;
  endRuns();
  return { choices, texts };
}

interface Sequence {
  readonly choices: readonly WordChoice[];
  /** All that it matches, where these are few texts. */
  readonly texts?: readonly string[] | undefined;
}

interface Atom extends Sequence {
  readonly isZeroWidth?: boolean;
}

function readAtom(reader: Reader): Atom {
  const { source } = reader;
  const character = source.charAt(reader.position);
  reader.position += 1;
  switch (character) {
    case '(':
      return readGroup(reader);
    case '[':
      skipClass(reader);
      return { choices: [] };
    case '\\':
      return readEscape(reader);
    case '^':
    case '$':
      return { choices: [], isZeroWidth: true };
    default:
      return character === '.' ? { choices: [] } : literal(character);
  }
}

function literal(character: string): Atom {
  return { texts: [character], choices: [] };
}

const groupKind = /\?(?::|=|!|<=|<!|<\w+>)/y;
const quantifier = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y;

function readPattern(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.position;
  const found = pattern.exec(reader.source);
  reader.position += found?.[0].length ?? 0;
  return found;
}

function readGroup(reader: Reader): Atom {
  const kind = readPattern(reader, groupKind)?.[0] ?? '';
  const alternatives = readAlternatives(reader);
  reader.position += 1;
  const isLookaround = /^\?(?:=|!|<=|<!)/.test(kind);
  if (isLookaround) {
    return { choices: [], isZeroWidth: true };
  }
  const choices = choicesOfGroup(alternatives.map((each) => each.choices));
  const isWhole = alternatives.every(({ texts }) => texts);
  return { choices, texts: isWhole ? alternatives.flatMap(({ texts = [] }) => texts) : undefined };
}

const controls: Readonly<Record<string, string>> = { t: '\t' };

function readEscape(reader: Reader): Atom {
  const escaped = reader.source.charAt(reader.position);
  reader.position += 1;
  if (/[1-9ckpPux]/.test(escaped)) {
    // A reference means another group in one pattern with others, and of a code only the end would be read.
    throw new Error(`\\${escaped} in ${reader.source} is not understood`);
  }
  if (escaped === 'b') {
    return { choices: [], isZeroWidth: true };
  }
  const character = controls[escaped] ?? (/\W/.test(escaped) ? escaped : undefined);
  return character === undefined ? { choices: [] } : literal(character);
}

function skipClass(reader: Reader): void {
  while (reader.position < reader.source.length && reader.source[reader.position] !== ']') {
    reader.position += reader.source[reader.position] === '\\' ? 2 : 1;
  }
  reader.position += 1;
}

function readQuantifier(reader: Reader): { isOptional: boolean; isRepeated: boolean } {
  const found = readPattern(reader, quantifier);
  const text = found?.[0] ?? '';
  return { isOptional: /^[*?]/.test(text) || found?.[1] === '0', isRepeated: text !== '' };
}
