// What the message of a line of Claude Code's transcript says, from as little of it as possible. It is
// as sure as parsing would be, or it leaves the line to that.

import { type BlockHead, blockHead } from './claudeBlockHead';
import { eventsOfBlock, isEdit, isPlanFile } from './claudeTools';
import {
  fieldStart,
  openBrace,
  openBracket,
  plainStringEnd,
  plainValueEnd,
  quote,
  valueStart,
} from './jsonHead';
import { plainId } from './keptText';
import { textAt } from './lineHead';
import { parsedJson } from './parsedJson';
import type { TranscriptEvent } from './transcriptEvent';

/** Undefined: it has to be parsed. */
export type Glance = readonly TranscriptEvent[] | undefined;

/** As a glance, or that the head of the line is too short to tell. */
export type Look = Glance | 'unsure';

/** What came before the message. */
export interface LineStart {
  /** The first bytes of the line, a character each. */
  readonly head: string;
  type: 'user' | 'assistant' | 'attachment' | 'system' | undefined;
  /** Only lines of the conversation have a parent, not the echoes of requests. */
  isLinked: boolean;
  isSidechain: boolean | undefined;
}

const nothing: Glance = [];
/** How much there may be of a result behind its content. */
const afterContent = 256;

/** `message` is where it begins in the head; the line is from `start` to `end` of the chunk. */
export function glanceAtMessage(
  chunk: Buffer,
  start: number,
  end: number,
  line: LineStart,
  message: number,
): Look {
  if (!line.isLinked || line.isSidechain === undefined) {
    return undefined;
  }
  const { head } = line;
  const key = head.indexOf('"content"', message);
  const content = key < 0 ? -1 : valueStart(head, key + 8);
  const block = content + 1;
  if (content < 0 || block === head.length) {
    return 'unsure';
  }
  if (head.charCodeAt(content) !== openBracket || head.charCodeAt(block) !== openBrace) {
    return undefined;
  }
  const fields = blockHead(head, block);
  const id = fields.tool_use_id ?? fields.id;
  // One in other letters would have to be decoded.
  if (id !== undefined && plainId(id) !== id) {
    return undefined;
  }
  if (fields.tool_use_id !== undefined) {
    if (fields.contentStart < 0) {
      return 'unsure';
    }
    const isUsual =
      head.charCodeAt(fields.contentStart) === quote && head.startsWith(usualMessage, message);
    return isUsual
      ? atResult(chunk, start + fields.contentStart, end, fields.tool_use_id, line)
      : undefined;
  }
  switch (fields.type) {
    case 'tool_use':
      return atCall(chunk, start, end, block, fields, line);
    case 'text':
      return parsedBlock(chunk, start + block, end, line);
    case 'thinking':
    case 'redacted_thinking':
      return isAlone(chunk, start + block, end) ? nothing : undefined;
    case undefined:
      return 'unsure';
    default:
      return undefined;
  }
}

const failedSign = /"is_error"\s*:\s*[^f]/;
const usualMessage = '{"role":"user","content":[';

/** Undefined unless it is sure that nothing failed, and that nobody said a word beside it. */
function atResult(
  chunk: Buffer,
  content: number,
  end: number,
  call: string,
  { isSidechain }: LineStart,
): Glance {
  // What follows the message is a second copy of the output, so its end has to be certain.
  const close = beforeKey(chunk, '}]},"', content, end);
  if (
    close < 0 ||
    failedSign.test(textAt(chunk, Math.max(content, close - afterContent), close)) ||
    chunk.subarray(content, close).includes('},{"')
  ) {
    return undefined;
  }
  return isSidechain ? nothing : [{ kind: 'result', call, result: { failed: false, text: '' } }];
}

/** The block alone is parsed: what surrounds it is three times as long. */
function parsedBlock(
  chunk: Buffer,
  block: number,
  end: number,
  { isSidechain }: LineStart,
): Glance {
  const close = beforeKey(chunk, '}],"', block, end);
  const tail = close < 0 ? '' : tailOf(chunk, close, end);
  const at = timestampIn(tail);
  // A person writes in blocks, too, and some answers are only an error of the program's.
  if (!at || !tail.includes('"type":"assistant"') || tail.includes('"isApiErrorMessage"')) {
    return undefined;
  }
  // Several blocks, or one with lists of its own, do not parse.
  const json = parsedJson(chunk, block, close + 1);
  const events = json && eventsOfBlock(json, at);
  return isSidechain ? events?.filter(isEdit) : events && inPlace(events, tail);
}

/** What is enough to know of the input of the tools that are used most. */
const tellingFields: ReadonlyMap<string, string> = new Map([
  ['Bash', 'command'],
  ['Edit', 'file_path'],
  ['Read', 'file_path'],
  ['Write', 'file_path'],
]);

function atCall(
  chunk: Buffer,
  start: number,
  end: number,
  block: number,
  { id, name }: BlockHead,
  line: LineStart,
): Glance {
  const { head } = line;
  const field = tellingFields.get(name ?? '');
  const input = field === undefined ? -1 : fieldStart(head, block, 'input');
  const value = field === undefined || input < 0 ? -1 : fieldStart(head, input, field);
  const valueEnd = value < 0 ? -1 : plainValueEnd(head, value);
  const text = valueEnd < 0 ? '' : textAt(chunk, start + value + 1, start + valueEnd);
  if (!id || !field || !text || isPlanFile(text) || !isAlone(chunk, start + valueEnd, end)) {
    return parsedBlock(chunk, start + block, end, line);
  }
  const isTimed = field === 'file_path' && name !== 'Read';
  const at = isTimed ? timestampIn(tailOf(chunk, start + value, end)) : undefined;
  if (isTimed && at === undefined) {
    return undefined;
  }
  const events = eventsOfBlock({ type: 'tool_use', id, name, input: { [field]: text } }, at);
  if (line.isSidechain) {
    return events.filter(isEdit);
  }
  return field === 'command'
    ? inPlace(events, tailOf(chunk, beforeKey(chunk, '}],"', start + valueEnd, end), end))
    : events;
}

/** What a command does depends on where the agent is, which changes from one to the next. */
function inPlace(events: readonly TranscriptEvent[], tail: string): Glance {
  if (!events.some((event) => event.kind === 'call' && event.action.do === 'run')) {
    return events;
  }
  const id = plainWordIn(tail, 'sessionId');
  const cwd = plainWordIn(tail, 'cwd');
  return id && cwd ? [{ kind: 'session', id, cwd }, ...events] : undefined;
}

/** Whether no other block follows; thoughts and these tools have no lists of their own. */
function isAlone(chunk: Buffer, from: number, end: number): boolean {
  const close = beforeKey(chunk, '}],"', from, end);
  return close >= 0 && !chunk.subarray(from, close).includes('},{"');
}

/**
 * Where these signs come before a key: within a string the quote would be escaped, and behind one that
 * ends with them comes no letter.
 */
function beforeKey(chunk: Buffer, signs: string, from: number, end: number): number {
  let at = chunk.indexOf(signs, from);
  while (at >= 0 && at < end && !isLetter(chunk[at + signs.length] ?? 0)) {
    at = chunk.indexOf(signs, at + 1);
  }
  return at < end ? at : -1;
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
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

/** Within a string, the quotes of these would be escaped. */
function plainWordIn(tail: string, field: string): string | undefined {
  const key = `"${field}":"`;
  const found = tail.lastIndexOf(key);
  const start = found + key.length;
  const end = found < 0 ? -1 : plainStringEnd(tail, start);
  return end < 0 ? undefined : tail.slice(start, end);
}
