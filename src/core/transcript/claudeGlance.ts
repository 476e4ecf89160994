// What a line of Claude Code's transcript is, from its first bytes: most lines echo what was sent to
// the model, and long results and edits say all that matters in their beginning.

import { type Glance, glanceAtMessage, type LineHead } from './claudeMessage';
import {
  fieldStart,
  keyAt,
  openBrace,
  plainStringEnd,
  plainValueEnd,
  quote,
  skipBlank,
  skipValue,
} from './jsonHead';
import { lineHead, startsWith } from './lineHead';

/** Most lines say what they are within this much; older versions put more before it. */
const shortHead = 384;
/** What does not say it within this much is parsed. */
const longHead = 2048;
const letterT = 0x74;
const nothing: Glance = [];

/** Undefined: it has to be parsed. */
export function glanceAtClaude(chunk: Buffer, start: number, end: number): Glance {
  if (isEcho(chunk, start)) {
    return nothing;
  }
  const seen = lookAt(lineHead(chunk, start, end, shortHead), chunk, start, end);
  return seen || end - start <= shortHead
    ? seen
    : lookAt(lineHead(chunk, start, end, longHead), chunk, start, end);
}

function lookAt(text: string, chunk: Buffer, start: number, end: number): Glance {
  const head: LineHead = { text, type: undefined, isLinked: false, isSidechain: undefined };
  let position = afterUsualHead(text);
  if (position > 0) {
    head.isLinked = true;
    head.isSidechain = false;
  } else {
    position = skipBlank(text, 0);
    if (text.charCodeAt(position) !== openBrace) {
      return nothing;
    }
    position++;
  }
  for (;;) {
    const { name, value } = keyAt(text, position);
    if (value < 0) {
      return undefined;
    }
    switch (name) {
      case 'type':
        head.type = wordAt(text, value);
        if (head.type !== undefined && !types.has(head.type)) {
          return nothing;
        }
        break;
      case 'message':
        return glanceAtMessage(chunk, start, end, head, value);
      case 'attachment':
        return atAttachment(text, value);
      case 'subtype':
        if (head.type === 'system') {
          return wordAt(text, value) === 'compact_boundary' ? undefined : nothing;
        }
        break;
      case 'isSidechain':
        head.isSidechain = text.charCodeAt(value) === letterT;
        if (head.isSidechain && head.type === 'user') {
          return nothing;
        }
        break;
      case 'parentUuid':
        head.isLinked = true;
    }
    position = skipValue(text, value);
    if (position < 0) {
      return undefined;
    }
  }
}

/** All others say nothing about the work. */
const types = new Set(['user', 'assistant', 'attachment', 'system']);

/** Most lines begin with a type that is none of ours: two letters tell. */
function isEcho(chunk: Buffer, start: number): boolean {
  if (!startsWith(chunk, start, '{"type":"')) {
    return false;
  }
  const first = chunk[start + 9];
  // user, assistant and attachment but not api-request, system
  return first === 0x61 ? chunk[start + 10] === 0x70 : first !== 0x75 && first !== 0x73;
}

const usualParent = '{"parentUuid":"';
const usualSide = '","isSidechain":false,';
const idLength = 36;

/** Past what nearly all other lines begin with, letter by letter; 0 when this one does not. */
function afterUsualHead(text: string): number {
  const side = usualParent.length + idLength;
  return text.startsWith(usualParent) &&
    text.startsWith(usualSide, side) &&
    plainStringEnd(text, usualParent.length) === side
    ? side + usualSide.length
    : 0;
}

/** Undefined when it is no string, or one with something escaped. */
function wordAt(text: string, value: number): string | undefined {
  const end = plainValueEnd(text, value);
  return end < 0 ? undefined : text.slice(value + 1, end);
}

const tellingAttachments = new Set(['hook_success', 'hook_additional_context', 'queued_command']);

function atAttachment(text: string, value: number): Glance {
  const type = fieldStart(text, value, 'type');
  const first = type < 0 || text.charCodeAt(type) !== quote ? undefined : text.charCodeAt(type + 1);
  // hook_…, queued_command: nearly all others begin with another letter.
  if (first !== undefined && first !== 0x68 && first !== 0x71) {
    return nothing;
  }
  return type < 0 || tellingAttachments.has(wordAt(text, type) ?? '') ? undefined : nothing;
}
