// Finds values in JSON text. What is not as expected is an error that names the file and the line.

import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { withoutComments } from './jsonComments';
import { type JsonContainer, type JsonNode, JsonSyntaxError, parseJsonTree } from './jsonTree';

/** Keys from the root. */
export type JsonPath = readonly string[];

/** The tree of a file that has an object as its root; the error says where it has none. */
export function readObject(text: string, file: string): JsonContainer {
  const root = readTree(withoutComments(text), file);
  if (root.kind !== 'object') {
    throw notA(text, root, file, '{…}');
  }
  return root;
}

/** For a file of an agent that takes no comments. */
export function refuseComments(text: string, file: string): void {
  readTree(text, file);
}

/** What stands at a place. */
export function parsedAt(text: string, { start, end }: Pick<JsonNode, 'start' | 'end'>): unknown {
  return JSON.parse(withoutComments(text.slice(start, end)));
}

function readTree(text: string, file: string): JsonNode {
  try {
    return parseJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      const { line, column } = placeIn(text, error.at);
      throw new UserError(
        'not-json',
        msg(
          '{0} is not valid JSON (line {1}, column {2}), so Baton leaves it alone. Mend that line, then try again.',
          file,
          line,
          column,
        ),
      );
    }
    throw error;
  }
}

/** The value of a key; fails where the key is there twice, since readers differ in which one counts. */
export function valueOf(
  text: string,
  file: string,
  parent: JsonContainer,
  key: string,
): JsonNode | undefined {
  const [first, second] = parent.items.filter((item) => item.key === key);
  if (second) {
    throw new UserError(
      'twice',
      msg(
        '{0} has "{1}" twice (line {2}), so Baton leaves it alone. Make one of them, then try again.',
        file,
        key,
        placeIn(text, second.start).line,
      ),
    );
  }
  return first?.value;
}

/** The container at a path; undefined where there is none. */
export function containerAt(
  text: string,
  file: string,
  path: JsonPath,
  kind: JsonContainer['kind'] = 'object',
): JsonContainer | undefined {
  let node = readObject(text, file);
  for (const [depth, key] of path.entries()) {
    const next = valueOf(text, file, node, key);
    if (next === undefined) {
      return undefined;
    }
    const wanted = depth === path.length - 1 ? kind : 'object';
    if (next.kind !== wanted) {
      throw notA(text, next, file, wanted === 'object' ? '{…}' : '[…]');
    }
    node = next;
  }
  return node;
}

export function anyContainerAt(text: string, file: string, path: JsonPath): JsonContainer {
  let node: JsonNode = readObject(text, file);
  for (const key of path) {
    const next: JsonNode | undefined =
      node.kind === 'object' ? valueOf(text, file, node, key) : undefined;
    if (next === undefined || next.kind === 'scalar') {
      throw new Error(`${file} has no ${path.join('/')}`);
    }
    node = next;
  }
  return node;
}

export function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function notA(text: string, node: JsonNode, file: string, wanted: string): UserError {
  return new UserError(
    'unexpected-shape',
    msg(
      'In {0}, line {1}, Baton expected {2}, so it leaves the file alone. Mend that line, then try again.',
      file,
      placeIn(text, node.start).line,
      wanted,
    ),
  );
}
