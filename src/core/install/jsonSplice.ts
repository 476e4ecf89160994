// Puts a value into JSON text and takes it out again. What is not part of it keeps every byte: order,
// indentation, line ends, spaces, comments. Taking out what was put in gives the text of before.

import { commentBehind, commentsIn, withoutComments } from './jsonComments';
import { anyContainerAt, containerAt, type JsonPath } from './jsonLookup';
import type { JsonContainer, JsonItem, JsonNode } from './jsonTree';

/** What has to be known to take a value out as if it had never been there. */
export interface SpliceMemory {
  /** Containers that were not there before. */
  readonly made: readonly JsonPath[];
  /** What was between the brackets of containers that were empty before. */
  readonly inside: readonly { readonly path: JsonPath; readonly text: string }[];
}

export const emptyMemory: SpliceMemory = { made: [], inside: [] };

export interface Spliced {
  readonly text: string;
  readonly memory: SpliceMemory;
}

/** Appends to the array at `path`, or sets `key` of the object at `path`; makes what is missing. */
export function putInto(
  { text, memory }: Spliced,
  file: string,
  { path, key, value }: { readonly path: JsonPath; readonly key?: string; readonly value: unknown },
): Spliced {
  const kind = key === undefined ? 'array' : 'object';
  for (let depth = path.length; ; depth--) {
    const above = path.slice(0, depth);
    const found = containerAt(text, file, above, depth === path.length ? kind : 'object');
    if (!found) {
      continue;
    }
    const missing = path.slice(depth);
    const [name = key, ...below] = missing;
    let whole = missing.length === 0 || key === undefined ? value : { [key]: value };
    whole = missing.length > 0 && key === undefined ? [value] : whole;
    for (const each of below.toReversed()) {
      whole = { [each]: whole };
    }
    const made = missing.map((_, index) => path.slice(0, depth + index + 1));
    const inside =
      found.items.length > 0
        ? []
        : [{ path: above, text: text.slice(found.start + 1, found.end - 1) }];
    return {
      text: append(text, found, name, whole),
      memory: { made: [...memory.made, ...made], inside: [...memory.inside, ...inside] },
    };
  }
}

/** Takes one item of a container out, and the containers that were made for it and are empty now. */
export function takeOut(
  { text, memory }: Spliced,
  file: string,
  path: JsonPath,
  index: number,
): Spliced {
  const container = anyContainerAt(text, file, path);
  const { items } = container;
  const item = items[index];
  if (!item) {
    throw new Error(`${file} has no item ${index} in ${path.join('/')}`);
  }
  const parent = path.slice(0, -1);
  const name = path.at(-1);
  if (items.length > 1) {
    return { text: cutItem(text, items, index), memory };
  }
  const { start, end } = container;
  const inside = memory.inside.find((each) => isSame(each.path, path))?.text ?? '';
  const around = [text.slice(start + 1, item.start), text.slice(item.value.end, end - 1)];
  // What the user wrote beside ours meanwhile stays, and with it what it stands in.
  if (commentsIn(around.join('')).join() !== commentsIn(inside).join()) {
    return {
      text:
        text.slice(0, start + 1) + without(around[0] ?? '', around[1] ?? '') + text.slice(end - 1),
      memory: forget(memory, path),
    };
  }
  if (name !== undefined && memory.made.some((each) => isSame(each, path))) {
    const above = anyContainerAt(text, file, parent);
    return takeOut(
      { text, memory: forget(memory, path) },
      file,
      parent,
      above.items.findIndex(({ key }) => key === name),
    );
  }
  return {
    text: text.slice(0, start + 1) + inside + text.slice(end - 1),
    memory: forget(memory, path),
  };
}

/** Another value in the same place. */
export function replaceValue(text: string, { start, end }: JsonNode, value: unknown): string {
  const style = styleOf(text);
  const isOneLine = !text.slice(start, end).includes('\n');
  return (
    text.slice(0, start) +
    format(value, style, isOneLine, lineIndent(text, start)) +
    text.slice(end)
  );
}

function append(
  text: string,
  container: JsonContainer,
  key: string | undefined,
  value: unknown,
): string {
  const style = styleOf(text);
  const { items, start, end } = container;
  const last = items.at(-1);
  if (last) {
    // As the last one follows what is before it.
    const space = /[ \t\r\n]*$/.exec(text.slice(0, last.start))?.[0] ?? '';
    const isOneLine = !space.includes('\n');
    const indent = isOneLine ? '' : space.slice(space.lastIndexOf('\n') + 1);
    const piece = property(key, style) + format(value, style, isOneLine, indent);
    // A comment on its line is about the last one, not about ours.
    const behind = isOneLine ? '' : commentBehind(text, last.value.end);
    const at = last.value.end + behind.length;
    return `${text.slice(0, last.value.end)},${behind}${space}${piece}${text.slice(at)}`;
  }
  const outer = lineIndent(text, start);
  const inside = text.slice(start + 1, end - 1);
  const comments = commentsIn(inside).length > 0 ? inside.trimEnd() : '';
  const isOneLine = style.isOneLine && comments === '';
  const indent = outer + style.unit;
  const piece = property(key, style) + format(value, style, isOneLine, indent);
  const filled = isOneLine ? piece : `${comments}${style.eol}${indent}${piece}${style.eol}${outer}`;
  return text.slice(0, start + 1) + filled + text.slice(end - 1);
}

/** Takes out one of several. */
export function cutItem(text: string, items: readonly JsonItem[], index: number): string {
  const item = items[index];
  const next = items[index + 1];
  const before = items[index - 1];
  if (!item) {
    throw new Error(`There is no item ${index}.`);
  }
  if (next) {
    const between = withoutComma(text.slice(item.value.end, next.start));
    const left = commentsIn(between).length > 0 ? between.trimStart() : '';
    return text.slice(0, item.start) + left + text.slice(next.start);
  }
  const from = before?.value.end ?? item.start;
  const between = withoutComma(text.slice(from, item.start));
  return text.slice(0, from) + without(between, text.slice(item.value.end));
}

/** What stood before and after something that is gone: its space is gone, too, comments are not. */
function without(before: string, after: string): string {
  if (commentsIn(before).length === 0) {
    return after;
  }
  const left = before.trimEnd();
  // Else a comment to the end of its line would take in what follows.
  const isOpen = commentsIn(left).at(-1)?.startsWith('//') && !/^[ \t]*\r?\n/.test(after);
  return (isOpen ? before : left) + after;
}

/** The one between two items: what looks like it in a comment is none. */
function withoutComma(between: string): string {
  const at = withoutComments(between).indexOf(',');
  return between.slice(0, at) + between.slice(at + 1);
}

interface Style {
  readonly unit: string;
  readonly eol: string;
  /** The whole file is one line that has something in it. */
  readonly isOneLine: boolean;
}

function styleOf(text: string): Style {
  const body = text.trim();
  return {
    unit: /\n([ \t]+)\S/.exec(body)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    isOneLine: !body.includes('\n') && !/^\uFEFF?\{\s*\}$/.test(body),
  };
}

function property(key: string | undefined, { isOneLine }: Style): string {
  return key === undefined ? '' : `${JSON.stringify(key)}:${isOneLine ? '' : ' '}`;
}

function format(value: unknown, style: Style, isOneLine: boolean, indent: string): string {
  return isOneLine
    ? JSON.stringify(value)
    : JSON.stringify(value, undefined, style.unit).replaceAll('\n', `${style.eol}${indent}`);
}

function lineIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function isSame(one: JsonPath, other: JsonPath): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

function forget({ made, inside }: SpliceMemory, path: JsonPath): SpliceMemory {
  return {
    made: made.filter((each) => !isSame(each, path)),
    inside: inside.filter((each) => !isSame(each.path, path)),
  };
}
