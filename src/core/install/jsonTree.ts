// JSON with the places of its values, for edits that leave every other byte as it is. Strict: what
// JSON.parse refuses, this refuses too, and says where.

export type JsonNode = JsonContainer | JsonScalar;

export interface JsonContainer {
  readonly kind: 'object' | 'array';
  readonly start: number;
  /** After the closing bracket. */
  readonly end: number;
  readonly items: readonly JsonItem[];
}

interface JsonScalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
}

export interface JsonItem {
  /** undefined in an array. */
  readonly key: string | undefined;
  /** Of the key where there is one. */
  readonly start: number;
  readonly value: JsonNode;
}

/** `at`: the place of the first character that does not fit. */
export class JsonSyntaxError extends Error {
  readonly at: number;

  constructor(at: number) {
    super(`not JSON at ${at}`);
    this.at = at;
  }
}

/** Deeper than any settings; whoever walks such a tree runs out of stack. */
const deepest = 200;

/** `text` may begin with a byte order mark. */
export function parseJsonTree(text: string): JsonNode {
  const scanner = { text, at: text.startsWith('\uFEFF') ? 1 : 0 };
  skipSpace(scanner);
  const root = readValue(scanner, 0);
  skipSpace(scanner);
  if (scanner.at < text.length) {
    throw new JsonSyntaxError(scanner.at);
  }
  return root;
}

interface Scanner {
  readonly text: string;
  at: number;
}

function readValue(scanner: Scanner, depth: number): JsonNode {
  const { text, at: start } = scanner;
  const first = text[start];
  if (first === '{' || first === '[') {
    if (depth === deepest) {
      throw new JsonSyntaxError(start);
    }
    return readContainer(scanner, first === '{' ? 'object' : 'array', depth);
  }
  const scalar = first === '"' ? stringPattern : otherPattern;
  scalar.lastIndex = start;
  if (!scalar.test(text)) {
    throw new JsonSyntaxError(start + (first === '"' ? brokenString(text.slice(start)) : 0));
  }
  scanner.at = scalar.lastIndex;
  return { kind: 'scalar', start, end: scanner.at };
}

// eslint-disable-next-line no-control-regex
const stringPattern = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const otherPattern = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

/** How far it is a string. */
function brokenString(text: string): number {
  // eslint-disable-next-line no-control-regex
  const good = /^"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/.exec(text);
  return good?.[0].length ?? 0;
}

function readContainer(
  scanner: Scanner,
  kind: JsonContainer['kind'],
  depth: number,
): JsonContainer {
  const { text, at: start } = scanner;
  const close = kind === 'object' ? '}' : ']';
  const items: JsonItem[] = [];
  scanner.at++;
  skipSpace(scanner);
  if (text[scanner.at] !== close) {
    for (;;) {
      items.push(readItem(scanner, kind, depth));
      skipSpace(scanner);
      if (text[scanner.at] !== ',') {
        break;
      }
      scanner.at++;
      skipSpace(scanner);
    }
  }
  expect(scanner, close);
  return { kind, start, end: scanner.at, items };
}

function readItem(scanner: Scanner, kind: JsonContainer['kind'], depth: number): JsonItem {
  const start = scanner.at;
  if (kind === 'array') {
    return { key: undefined, start, value: readValue(scanner, depth + 1) };
  }
  if (scanner.text[start] !== '"') {
    throw new JsonSyntaxError(start);
  }
  const name = readValue(scanner, depth + 1);
  const key = JSON.parse(scanner.text.slice(name.start, name.end)) as string;
  skipSpace(scanner);
  expect(scanner, ':');
  skipSpace(scanner);
  return { key, start, value: readValue(scanner, depth + 1) };
}

function expect(scanner: Scanner, character: string): void {
  if (scanner.text[scanner.at] !== character) {
    throw new JsonSyntaxError(scanner.at);
  }
  scanner.at++;
}

function skipSpace(scanner: Scanner): void {
  spacePattern.lastIndex = scanner.at;
  spacePattern.test(scanner.text);
  scanner.at = spacePattern.lastIndex;
}

const spacePattern = /[ \t\r\n]*/y;
