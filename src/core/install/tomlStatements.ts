// TOML as a list of statements with their places, for edits that leave every other byte as it is. It
// reads what settings are made of; what it does not know, it refuses and says where.

export type TomlPath = readonly string[];

export interface TomlStatement {
  readonly kind: 'table' | 'tables' | 'pair';
  /** From the root, with the table that it stands in. */
  readonly path: TomlPath;
  /** Of its line, and after the end of its last line. */
  readonly start: number;
  readonly end: number;
  /** Of a pair: strings, numbers and dates as text, booleans, lists and inline tables as such. */
  readonly value?: unknown;
  /** Where that stands. */
  readonly at?: { readonly start: number; readonly end: number };
}

/** `at`: the place of the first character that does not fit. */
export class TomlSyntaxError extends Error {
  readonly at: number;

  constructor(at: number) {
    super(`not TOML at ${at}`);
    this.at = at;
  }
}

/** `text` may begin with a byte order mark. */
export function parseToml(text: string): TomlStatement[] {
  const begin = text.startsWith('\uFEFF') ? 1 : 0;
  const scanner: Scanner = { text, at: begin };
  const statements: TomlStatement[] = [];
  let table: TomlPath = [];
  for (;;) {
    skip(scanner, blankLines);
    if (scanner.at >= text.length) {
      return statements;
    }
    const start = Math.max(begin, text.lastIndexOf('\n', scanner.at - 1) + 1);
    const header = skip(scanner, /\[\[?/y);
    if (header) {
      table = readKey(scanner);
      expect(scanner, header === '[[' ? /[ \t]*\]\]/y : /[ \t]*\]/y);
    }
    const statement = header
      ? { kind: header === '[[' ? ('tables' as const) : ('table' as const), path: table }
      : readPair(scanner, table);
    expect(scanner, endOfLine);
    statements.push({ ...statement, start, end: scanner.at });
  }
}

interface Scanner {
  readonly text: string;
  at: number;
}

const blankLines = /(?:[ \t]*(?:#[^\n]*)?(?:\r?\n|$))*[ \t]*/y;
const endOfLine = /[ \t]*(?:#[^\n]*)?(?:\n|$)|[ \t]*\r\n/y;
/** Between the items of a list. */
const space = /(?:[ \t\r\n]|#[^\n]*)*/y;

function skip(scanner: Scanner, pattern: RegExp): string {
  pattern.lastIndex = scanner.at;
  const found = pattern.exec(scanner.text)?.[0] ?? '';
  scanner.at += found.length;
  return found;
}

function expect(scanner: Scanner, pattern: RegExp): string {
  pattern.lastIndex = scanner.at;
  const found = pattern.exec(scanner.text);
  if (!found) {
    throw new TomlSyntaxError(scanner.at);
  }
  scanner.at += found[0].length;
  return found[0];
}

function readPair(scanner: Scanner, table: TomlPath) {
  const path = [...table, ...readKey(scanner)];
  expect(scanner, /[ \t]*=[ \t]*/y);
  const start = scanner.at;
  const value = readValue(scanner, 0);
  return { kind: 'pair' as const, path, value, at: { start, end: scanner.at } };
}

function readKey(scanner: Scanner): TomlPath {
  const parts: string[] = [];
  do {
    skip(scanner, /[ \t]*/y);
    const part = expect(scanner, /[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y);
    parts.push(/^["']/.test(part) ? stringOf(part, scanner.at - part.length) : part);
  } while (skip(scanner, /[ \t]*\./y));
  return parts;
}

/** Deeper than any settings. */
const deepest = 100;

function readValue(scanner: Scanner, depth: number): unknown {
  if (depth > deepest) {
    throw new TomlSyntaxError(scanner.at);
  }
  const { at } = scanner;
  const long = skip(scanner, /"""(?:[^\\]|\\[^])*?"{3,5}(?!")|'''[^]*?'{3,5}(?!')/y);
  if (long) {
    return longStringOf(long, at);
  }
  const text = skip(scanner, /"(?:[^"\\\n]|\\.)*"(?!")|'[^'\n]*'(?!')/y);
  if (text) {
    return stringOf(text, at);
  }
  if (skip(scanner, /\[/y)) {
    return readList(scanner, depth);
  }
  if (skip(scanner, /\{/y)) {
    return readInlineTable(scanner, depth);
  }
  const word = expect(scanner, /[A-Za-z0-9+\-_.:]+(?: \d\d:[\d:.+\-Zz]+)?/y);
  return word === 'true' ? true : word === 'false' ? false : word;
}

function readList(scanner: Scanner, depth: number): unknown[] {
  const items: unknown[] = [];
  skip(scanner, space);
  while (!skip(scanner, /\]/y)) {
    items.push(readValue(scanner, depth + 1));
    skip(scanner, space);
    if (!skip(scanner, /,/y)) {
      expect(scanner, /\]/y);
      return items;
    }
    skip(scanner, space);
  }
  return items;
}

function readInlineTable(scanner: Scanner, depth: number): Record<string, unknown> {
  const table: Record<string, unknown> = {};
  skip(scanner, space);
  while (!skip(scanner, /\}/y)) {
    const key = readKey(scanner);
    expect(scanner, /[ \t]*=[ \t]*/y);
    put(table, key, readValue(scanner, depth + 1));
    skip(scanner, space);
    if (!skip(scanner, /,/y)) {
      expect(scanner, /\}/y);
      return table;
    }
    skip(scanner, space);
  }
  return table;
}

function put(table: Record<string, unknown>, [name = '', ...rest]: TomlPath, value: unknown): void {
  const inner = Object.hasOwn(table, name) ? table[name] : undefined;
  const below = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  if (rest.length > 0) {
    put(below, rest, value);
  }
  Object.defineProperty(table, name, {
    value: rest.length > 0 ? below : value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

function longStringOf(text: string, at: number): string {
  const body = text.slice(3, -3).replace(/^\r?\n/, '');
  return text.startsWith("'") ? body : unescaped(body.replace(/\\[ \t]*\r?\n\s*/g, ''), at);
}

function stringOf(text: string, at: number): string {
  const body = text.slice(1, -1);
  return text.startsWith("'") ? body : unescaped(body, at);
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001B',
  '"': '"',
  '\\': '\\',
};

function unescaped(text: string, at: number): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([^]))/g,
    (_, short?: string, long?: string, byte?: string, sign?: string) => {
      const code = short ?? long ?? byte;
      const character =
        code === undefined ? escapes[sign ?? ''] : fromCode(Number.parseInt(code, 16));
      if (character === undefined) {
        throw new TomlSyntaxError(at);
      }
      return character;
    },
  );
}

function fromCode(code: number): string | undefined {
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}
