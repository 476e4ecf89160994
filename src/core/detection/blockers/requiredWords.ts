// Which words a line must contain for a pattern to match: one of them is in every match. Most lines
// of an output have none, so that no pattern is tried on them.

/** The words are in small letters: they are looked for whatever their case. */
export function requiredWords(pattern: RegExp): readonly string[] {
  const reader = { source: pattern.source, position: 0 };
  const words = readAlternatives(reader);
  if (words.length === 0) {
    throw new Error(`No word is in every match of ${pattern.source}`);
  }
  return [...new Set(words.map((word) => word.toLowerCase()))];
}

interface Reader {
  readonly source: string;
  position: number;
}

/** Colour codes may stand between a word and other marks, so those are no part of it. */
const wordCharacter = /[A-Za-z0-9_>\u0080-\uFFFF-]/;
const shortest = 2;

/** Empty when a match may have none of them. */
function readAlternatives(reader: Reader): readonly string[] {
  const alternatives = [readSequence(reader)];
  while (reader.source[reader.position] === '|') {
    reader.position += 1;
    alternatives.push(readSequence(reader));
  }
  return alternatives.every((words) => words.length > 0) ? alternatives.flat() : [];
}

function readSequence(reader: Reader): readonly string[] {
  let best: readonly string[] = [];
  let run = '';
  const endRun = () => {
    best = better(best, Buffer.byteLength(run) >= shortest ? [run] : []);
    run = '';
  };
  while (
    reader.position < reader.source.length &&
    !/[|)]/.test(reader.source.charAt(reader.position))
  ) {
    const atom = readAtom(reader);
    const { isOptional, isRepeated } = readQuantifier(reader);
    if (atom.character !== undefined && !isOptional) {
      run += atom.character;
      if (isRepeated) {
        endRun();
      }
      continue;
    }
    if (atom.isZeroWidth) {
      continue;
    }
    endRun();
    if (!isOptional) {
      best = better(best, atom.words);
    }
  }
  endRun();
  return best;
}

/** The one whose shortest word is longest: it is found in the fewest lines. */
function better(a: readonly string[], b: readonly string[]): readonly string[] {
  const worth = (words: readonly string[]) =>
    words.length === 0 ? 0 : Math.min(...words.map((word) => word.length)) - words.length / 100;
  return worth(b) > worth(a) ? b : a;
}

interface Atom {
  /** A letter or digit that stands for itself. */
  readonly character?: string;
  readonly words: readonly string[];
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
      return { words: [] };
    case '\\':
      return readEscape(reader);
    case '^':
    case '$':
      return { words: [], isZeroWidth: true };
    default:
      return wordCharacter.test(character) ? { character, words: [] } : { words: [] };
  }
}

function readGroup(reader: Reader): Atom {
  const kind = /^\?(?::|=|!|<=|<!|<\w+>)/.exec(reader.source.slice(reader.position))?.[0] ?? '';
  reader.position += kind.length;
  const words = readAlternatives(reader);
  reader.position += 1;
  const isLookaround = /^\?(?:=|!|<=|<!)/.test(kind);
  return isLookaround ? { words: [], isZeroWidth: true } : { words };
}

function readEscape(reader: Reader): Atom {
  const escaped = reader.source.charAt(reader.position);
  reader.position += 1;
  if (escaped === 'u') {
    reader.position += 4;
  }
  return { words: [], isZeroWidth: escaped === 'b' };
}

function skipClass(reader: Reader): void {
  while (reader.position < reader.source.length && reader.source[reader.position] !== ']') {
    reader.position += reader.source[reader.position] === '\\' ? 2 : 1;
  }
  reader.position += 1;
}

function readQuantifier(reader: Reader): { isOptional: boolean; isRepeated: boolean } {
  const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.position));
  reader.position += found?.[0].length ?? 0;
  const text = found?.[0] ?? '';
  return { isOptional: /^[*?]/.test(text) || found?.[1] === '0', isRepeated: text !== '' };
}
