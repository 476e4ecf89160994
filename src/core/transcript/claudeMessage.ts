// What the message of a line of Claude Code's transcript says, from as little of it as possible. It is
// as sure as parsing would be, or it leaves the line to that.

import { eventsOfBlock, isEdit, isPlanFile } from './claudeTools';
import {
  fieldStart,
  isWord,
  openBrace,
  openBracket,
  plainString,
  plainStringEnd,
  quote,
  skipBlank,
  skipValue,
  startsWith,
  textAt,
  valueStart,
} from './jsonHead';
import { parsedJson } from './parsedJson';
import type { TranscriptEvent } from './transcriptEvent';

/** Undefined: it has to be parsed. */
export type Glance = readonly TranscriptEvent[] | undefined;

/** What came before the message. */
export interface LineHead {
  type: 'user' | 'assistant' | 'attachment' | 'system' | undefined;
  /** Only lines of the conversation have a parent, not the echoes of requests. */
  isLinked: boolean;
  isSidechain: boolean | undefined;
}

const closeBracket = 0x5d;
const nothing: Glance = [];
/** How much there may be of a result behind its content. */
const afterContent = 256;

export function glanceAtMessage(
  chunk: Buffer,
  message: number,
  end: number,
  limit: number,
  head: LineHead,
): Glance {
  const key = chunk.indexOf('"content"', message);
  const content = key < 0 || key > limit ? -1 : valueStart(chunk, key + 8, limit);
  const block = content < 0 || chunk[content] !== openBracket ? -1 : content + 1;
  const isSure = head.isLinked && head.isSidechain !== undefined;
  if (!isSure || block < 0 || chunk[block] !== openBrace) {
    return undefined;
  }
  const fields = blockHead(chunk, block, limit);
  if (fields.tool_use_id !== undefined) {
    return atResult(chunk, end, fields.tool_use_id, fields.text, head);
  }
  switch (fields.type) {
    case 'tool_use':
      return atCall(chunk, block, end, limit, fields, head);
    case 'text':
      return head.type === 'user' ? undefined : atText(chunk, block, end, head);
    case 'thinking':
    case 'redacted_thinking':
      return isAlone(chunk, block, end) ? nothing : undefined;
    default:
      return undefined;
  }
}

const failedSign = /"is_error"\s*:\s*[^f]/;

/** Undefined unless it is sure that nothing failed. */
function atResult(
  chunk: Buffer,
  end: number,
  call: string,
  text: number,
  { isSidechain }: LineHead,
): Glance {
  if (text < 0) {
    return undefined;
  }
  // Within a string the quote is escaped, so this is where the message ends; what follows is a
  // second copy of the output. Where it is written with spaces, the whole line is looked at.
  const found = chunk[text] === quote ? chunk.indexOf(']},"', text) : -1;
  const messageEnd = found < 0 || found > end ? end : found;
  const from = messageEnd === end ? text : Math.max(text, messageEnd - afterContent);
  return failedSign.test(textAt(chunk, from, messageEnd))
    ? undefined
    : isSidechain
      ? nothing
      : [{ kind: 'result', call, result: { failed: false, text: '' } }];
}

/** The block alone is parsed: what surrounds it is three times as long. */
function parsedBlock(chunk: Buffer, block: number, end: number): Glance {
  const blockEnd = aloneEnd(chunk, block, end);
  const tail = blockEnd < 0 ? '' : tailOf(chunk, blockEnd, end);
  // Some answers are only an error of the program's.
  if (blockEnd < 0 || tail.includes('"isApiErrorMessage"')) {
    return undefined;
  }
  const json = parsedJson(chunk, block, blockEnd);
  return json && eventsOfBlock(json, timestampIn(tail));
}

/** A person writes in blocks, too: the end of the line says whose words these are. */
function atText(chunk: Buffer, block: number, end: number, { isSidechain }: LineHead): Glance {
  return !tailOf(chunk, block, end).includes('"type":"assistant"')
    ? undefined
    : isSidechain
      ? nothing
      : parsedBlock(chunk, block, end);
}

/** Where a block ends that is the only one of its line; -1 when there are more. */
function aloneEnd(chunk: Buffer, block: number, end: number): number {
  const blockEnd = skipValue(chunk, block, end);
  return blockEnd >= 0 && chunk[skipBlank(chunk, blockEnd, end)] === closeBracket ? blockEnd : -1;
}

/** What is enough to know of the input of the tools that are used most. */
const tellingFields: ReadonlyMap<string, string> = new Map([
  ['Bash', 'command'],
  ['Edit', 'file_path'],
  ['MultiEdit', 'file_path'],
  ['Read', 'file_path'],
  ['Write', 'file_path'],
]);

function atCall(
  chunk: Buffer,
  block: number,
  end: number,
  limit: number,
  { id, name }: BlockHead,
  { isSidechain }: LineHead,
): Glance {
  const field = tellingFields.get(name ?? '');
  if (id === undefined || field === undefined || (isSidechain && field !== 'file_path')) {
    const events = parsedBlock(chunk, block, end);
    return isSidechain ? events?.filter(isEdit) : events;
  }
  const input = fieldStart(chunk, block, limit, 'input');
  const value = input < 0 ? -1 : fieldStart(chunk, input, limit, field);
  const text = plainString(chunk, value, limit);
  if (!text || isPlanFile(text) || !isAlone(chunk, value + text.length, end)) {
    return parsedBlock(chunk, block, end);
  }
  const isTimed = field === 'file_path' && name !== 'Read';
  const at = isTimed ? timestampIn(tailOf(chunk, value, end)) : undefined;
  const events = eventsOfBlock({ type: 'tool_use', id, name, input: { [field]: text } }, at);
  return isSidechain ? events.filter(isEdit) : events;
}

/** Whether no other block follows; thoughts and these tools have no lists of their own. */
function isAlone(chunk: Buffer, from: number, end: number): boolean {
  const close = chunk.indexOf('}],"', from);
  return close >= 0 && close < end && !chunk.subarray(from, close).includes('},{"type"');
}

const tailSize = 640;

/** The end of a line, where it says when it was written and how it ended. */
function tailOf(chunk: Buffer, start: number, end: number): string {
  return textAt(chunk, Math.max(start, end - tailSize), end);
}

function timestampIn(tail: string): string | undefined {
  const key = tail.lastIndexOf('"timestamp"');
  const start = key < 0 ? -1 : tail.indexOf('"', key + 11);
  const stop = start < 0 ? -1 : tail.indexOf('"', start + 1);
  return stop < 0 ? undefined : tail.slice(start + 1, stop);
}

interface BlockHead {
  type?: string;
  tool_use_id?: string;
  id?: string;
  name?: string;
  /** Where the content of a result begins, if all before it is known; else -1. */
  text: number;
}
const fieldNames = ['type', 'tool_use_id', 'id', 'name'] as const;

/** What a block says of itself before anything long. */
function blockHead(chunk: Buffer, block: number, limit: number): BlockHead {
  const usual = usualResult(chunk, block, limit) ?? usualCall(chunk, block, limit);
  if (usual) {
    return usual;
  }
  const fields: BlockHead = { text: -1 };
  let position = block + 1;
  while (position < limit) {
    const key = skipBlank(chunk, position, limit);
    const keyEnd = chunk[key] === quote ? plainStringEnd(chunk, key + 1, limit) : -1;
    const value = keyEnd < 0 ? -1 : valueStart(chunk, keyEnd, limit);
    const name = fieldNames.find((known) => isWord(chunk, key + 1, keyEnd, known));
    const end = value < 0 || chunk[value] !== quote ? -1 : plainStringEnd(chunk, value + 1, limit);
    if (name === undefined || end < 0) {
      fields.text = isWord(chunk, key + 1, keyEnd, 'content') ? value : -1;
      break;
    }
    fields[name] = textAt(chunk, value + 1, end);
    position = end + 1;
  }
  return fields;
}

const resultStart = '{"tool_use_id":"';
const resultMiddle = '","type":"tool_result","content":';
const callStart = '{"type":"tool_use","id":"';
const callMiddle = '","name":"';

/** Letter by letter as it is written today, which is faster than to understand it. */
function usualResult(chunk: Buffer, block: number, limit: number): BlockHead | undefined {
  if (!startsWith(chunk, block, resultStart)) {
    return undefined;
  }
  const id = block + resultStart.length;
  const idEnd = plainStringEnd(chunk, id, limit);
  return idEnd >= 0 && startsWith(chunk, idEnd, resultMiddle)
    ? { tool_use_id: textAt(chunk, id, idEnd), text: idEnd + resultMiddle.length }
    : undefined;
}

function usualCall(chunk: Buffer, block: number, limit: number): BlockHead | undefined {
  if (!startsWith(chunk, block, callStart)) {
    return undefined;
  }
  const id = block + callStart.length;
  const idEnd = plainStringEnd(chunk, id, limit);
  const name = idEnd + callMiddle.length;
  const isUsual = idEnd >= 0 && startsWith(chunk, idEnd, callMiddle);
  const nameEnd = isUsual ? plainStringEnd(chunk, name, limit) : -1;
  return nameEnd < 0
    ? undefined
    : {
        type: 'tool_use',
        id: textAt(chunk, id, idEnd),
        name: textAt(chunk, name, nameEnd),
        text: -1,
      };
}
