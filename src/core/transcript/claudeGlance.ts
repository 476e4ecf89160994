// What a line of Claude Code's transcript is, from its first bytes: most lines echo what was sent to
// the model, and long results and edits say all that matters in their beginning.

import { isWord, plainStringEnd, skipBlank, skipValue, valueStart } from './jsonHead';
import type { TranscriptEvent } from './transcriptEvent';

/** A line says what it is within this much, or it is parsed. */
const headSize = 2048;
/** Below this, parsing costs less than looking. */
const longLine = 4096;
const editTools = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];
const quote = 0x22;
const openBrace = 0x7b;
const openBracket = 0x5b;
const letterT = 0x74;

type Glance = readonly TranscriptEvent[] | undefined;
const nothing: Glance = [];

interface Head {
  type: 'user' | 'assistant' | 'attachment' | 'system' | undefined;
  /** Only lines of the conversation have a parent, not the echoes of requests. */
  isLinked: boolean;
  isSidechain: boolean;
}

/** Undefined: it has to be parsed. */
export function glanceAtClaude(chunk: Buffer, start: number, end: number): Glance {
  const limit = Math.min(end, start + headSize);
  const head: Head = { type: undefined, isLinked: false, isSidechain: false };
  let position = skipBlank(chunk, start, limit);
  if (chunk[position] !== openBrace) {
    return nothing;
  }
  position++;
  for (;;) {
    const key = skipBlank(chunk, position, limit);
    const keyEnd = chunk[key] === quote ? plainStringEnd(chunk, key + 1, limit) : -1;
    const value = keyEnd < 0 ? -1 : valueStart(chunk, keyEnd, limit);
    if (value < 0) {
      return undefined;
    }
    if (isWord(chunk, key + 1, keyEnd, 'type')) {
      const type = typeAt(chunk, value, limit);
      if (type === null) {
        return nothing;
      }
      head.type = type;
    } else if (isWord(chunk, key + 1, keyEnd, 'message')) {
      return atMessage(chunk, value, end, limit, head);
    } else if (isWord(chunk, key + 1, keyEnd, 'attachment')) {
      return atAttachment(chunk, value, limit);
    } else if (isWord(chunk, key + 1, keyEnd, 'subtype') && head.type === 'system') {
      return isString(chunk, value, limit, 'compact_boundary') ? undefined : nothing;
    } else if (isWord(chunk, key + 1, keyEnd, 'isSidechain')) {
      head.isSidechain = chunk[value] === letterT;
      if (head.isSidechain && head.type === 'user') {
        return nothing;
      }
    } else if (isWord(chunk, key + 1, keyEnd, 'parentUuid')) {
      head.isLinked = true;
    }
    position = skipValue(chunk, value, limit);
    if (position < 0) {
      return undefined;
    }
  }
}

/** Null for a type that says nothing about the work; undefined when it is no plain word. */
function typeAt(chunk: Buffer, value: number, limit: number): Head['type'] | null {
  const end = chunk[value] === quote ? plainStringEnd(chunk, value + 1, limit) : -1;
  if (end < 0) {
    return undefined;
  }
  const known = (['user', 'assistant', 'attachment', 'system'] as const).find((type) =>
    isWord(chunk, value + 1, end, type),
  );
  return known ?? null;
}

function isString(chunk: Buffer, value: number, limit: number, word: string): boolean {
  const end = chunk[value] === quote ? plainStringEnd(chunk, value + 1, limit) : -1;
  return end >= 0 && isWord(chunk, value + 1, end, word);
}

function atAttachment(chunk: Buffer, value: number, limit: number): Glance {
  const fields = fieldsOf(chunk, value, limit, ['type']);
  const type = fields?.type;
  if (type === undefined) {
    return undefined;
  }
  const matters = ['hook_success', 'hook_additional_context', 'queued_command'].includes(type);
  return matters ? undefined : nothing;
}

function atMessage(chunk: Buffer, value: number, end: number, limit: number, head: Head): Glance {
  const content = fieldStart(chunk, value, limit, 'content');
  if (content < 0 || chunk[content] !== openBracket) {
    return undefined;
  }
  const block = skipBlank(chunk, content + 1, limit);
  const fields = fieldsOf(chunk, block, limit, ['type', 'tool_use_id', 'id', 'name']);
  if (fields === undefined || (head.type === undefined && !head.isLinked)) {
    return undefined;
  }
  if (fields.tool_use_id !== undefined) {
    return head.isSidechain ? nothing : atResult(chunk, block, end, fields.tool_use_id);
  }
  if (fields.type === 'tool_use') {
    return atCall(chunk, block, end, limit, fields, head);
  }
  const isThought = fields.type === 'thinking' || fields.type === 'redacted_thinking';
  return isThought && !has(chunk, '"tool_use"', block, end) && !has(chunk, '"text"', block, end)
    ? nothing
    : undefined;
}

function atResult(chunk: Buffer, block: number, end: number, call: string): Glance {
  for (let key = find(chunk, '"is_error"', block, end); key >= 0;) {
    const value = valueStart(chunk, key + 9, end);
    if (value < 0 || chunk[value] === letterT) {
      return undefined;
    }
    const close = skipBlank(chunk, skipValue(chunk, value, end), end);
    // The one block of this line has ended: what follows is a second copy of it.
    if (chunk[close] === 0x5d || chunk[close] === 0x7d) {
      break;
    }
    key = find(chunk, '"is_error"', value, end);
  }
  return end - block < longLine ? undefined : [passed(call)];
}

function passed(call: string): TranscriptEvent {
  return { kind: 'result', call, result: { failed: false, text: '' } };
}

function atCall(
  chunk: Buffer,
  block: number,
  end: number,
  limit: number,
  { id, name }: Fields,
  { isSidechain }: Head,
): Glance {
  if (id === undefined || name === undefined) {
    return undefined;
  }
  if (!editTools.includes(name)) {
    return isSidechain && !has(chunk, '"tool_use"', afterType(block), end) ? nothing : undefined;
  }
  const input = end - block < longLine ? -1 : fieldStart(chunk, block, limit, 'input');
  const fields = input < 0 ? undefined : fieldsOf(chunk, input, limit, ['file_path']);
  const file = fields?.file_path;
  if (file === undefined || isPlanFile(file) || has(chunk, '"tool_use"', afterType(block), end)) {
    return undefined;
  }
  const at = timestampBefore(chunk, end);
  return [{ kind: 'call', call: id, at, action: { do: 'edit', paths: [file] } }];
}

/** Past the `"type":"tool_use"` of this block, so that only another one is found. */
function afterType(block: number): number {
  return block + 24;
}

/** Where Claude Code keeps plans, which are words and not work. */
export function isPlanFile(file: string): boolean {
  return /[\\/]\.claude[\\/]plans[\\/]/.test(file);
}

const tailSize = 1024;

function timestampBefore(chunk: Buffer, end: number): string | undefined {
  const tail = chunk.toString('latin1', Math.max(0, end - tailSize), end);
  return /"timestamp"\s*:\s*"([\d:.TZ+-]{1,40})"(?!.*"timestamp")/.exec(tail)?.[1];
}

function find(chunk: Buffer, needle: string, from: number, end: number): number {
  return chunk.subarray(0, end).indexOf(needle, from, 'latin1');
}

function has(chunk: Buffer, needle: string, from: number, end: number): boolean {
  return find(chunk, needle, from, end) >= 0;
}

interface Fields {
  type?: string;
  tool_use_id?: string;
  id?: string;
  name?: string;
  file_path?: string;
}

/** Where the value of a field of the object at `object` begins. */
function fieldStart(chunk: Buffer, object: number, limit: number, field: string): number {
  let position = chunk[object] === openBrace ? object + 1 : limit;
  while (position >= 0 && position < limit) {
    const key = skipBlank(chunk, position, limit);
    const keyEnd = chunk[key] === quote ? plainStringEnd(chunk, key + 1, limit) : -1;
    const value = keyEnd < 0 ? -1 : valueStart(chunk, keyEnd, limit);
    if (value < 0 || isWord(chunk, key + 1, keyEnd, field)) {
      return value;
    }
    position = skipValue(chunk, value, limit);
  }
  return -1;
}

/** The fields with plain strings, as far as they come before anything long; undefined: it is no object. */
function fieldsOf(
  chunk: Buffer,
  object: number,
  limit: number,
  names: readonly (keyof Fields)[],
): Fields | undefined {
  if (chunk[object] !== openBrace) {
    return undefined;
  }
  const fields: Fields = {};
  let position = object + 1;
  while (position >= 0 && position < limit) {
    const key = skipBlank(chunk, position, limit);
    const keyEnd = chunk[key] === quote ? plainStringEnd(chunk, key + 1, limit) : -1;
    const value = keyEnd < 0 ? -1 : valueStart(chunk, keyEnd, limit);
    if (value < 0) {
      break;
    }
    const name = names.find((known) => isWord(chunk, key + 1, keyEnd, known));
    const end = name && chunk[value] === quote ? plainStringEnd(chunk, value + 1, limit) : -1;
    if (name && end >= 0) {
      fields[name] = chunk.toString('utf8', value + 1, end);
    }
    position = skipValue(chunk, value, limit);
  }
  return fields;
}
