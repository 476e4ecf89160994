// Puts a value into JSON text and takes it out again. What is not part of it keeps every byte: order,
// indentation, line ends, spaces. Taking out what was put in gives the text of before.

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
  if (name !== undefined && memory.made.some((each) => isSame(each, path))) {
    const around = anyContainerAt(text, file, parent);
    return takeOut(
      { text, memory: forget(memory, path) },
      file,
      parent,
      around.items.findIndex(({ key }) => key === name),
    );
  }
  const inside = memory.inside.find((each) => isSame(each.path, path))?.text ?? '';
  const { start, end } = container;
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
    return `${text.slice(0, last.value.end)},${space}${piece}${text.slice(last.value.end)}`;
  }
  const outer = lineIndent(text, start);
  const isOneLine = style.isOneLine;
  const indent = outer + style.unit;
  const piece = property(key, style) + format(value, style, isOneLine, indent);
  const filled = isOneLine ? piece : `${style.eol}${indent}${piece}${style.eol}${outer}`;
  return text.slice(0, start + 1) + filled + text.slice(end - 1);
}

/** Takes out one of several. */
export function cutItem(text: string, items: readonly JsonItem[], index: number): string {
  const next = items[index + 1];
  const before = items[index - 1];
  const from = next ? items[index]?.start : before?.value.end;
  const to = next ? next.start : items[index]?.value.end;
  return text.slice(0, from) + text.slice(to);
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
