// What a line of Claude Code's transcript is, from its first bytes: most lines echo what was sent to
// the model, and long results and edits say all that matters in their beginning.

import { type Glance, glanceAtMessage, type LineHead } from './claudeMessage';
import {
  fieldStart,
  isWord,
  openBrace,
  plainStringEnd,
  quote,
  skipBlank,
  skipValue,
  startsWith,
  valueStart,
} from './jsonHead';

/** A line says what it is within this much, or it is parsed. */
const headSize = 2048;
const letterT = 0x74;
const nothing: Glance = [];
const types = ['user', 'assistant', 'attachment', 'system'] as const;

/** Undefined: it has to be parsed. */
export function glanceAtClaude(chunk: Buffer, start: number, end: number): Glance {
  if (isEcho(chunk, start)) {
    return nothing;
  }
  const limit = Math.min(end, start + headSize);
  const head: LineHead = { type: undefined, isLinked: false, isSidechain: undefined };
  let position = afterUsualHead(chunk, start);
  if (position > 0) {
    head.isLinked = true;
    head.isSidechain = false;
  } else {
    position = skipBlank(chunk, start, limit);
    if (chunk[position] !== openBrace) {
      return nothing;
    }
    position++;
  }
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
      return glanceAtMessage(chunk, value, end, limit, head);
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
function afterUsualHead(chunk: Buffer, start: number): number {
  const side = start + usualParent.length + idLength;
  return startsWith(chunk, start, usualParent) &&
    startsWith(chunk, side, usualSide) &&
    plainStringEnd(chunk, start + usualParent.length, side + 1) === side
    ? side + usualSide.length
    : 0;
}

/** Null for a type that says nothing about the work; undefined when it is no plain word. */
function typeAt(chunk: Buffer, value: number, limit: number): LineHead['type'] | null {
  const end = chunk[value] === quote ? plainStringEnd(chunk, value + 1, limit) : -1;
  if (end < 0) {
    return undefined;
  }
  for (const type of types) {
    if (isWord(chunk, value + 1, end, type)) {
      return type;
    }
  }
  return null;
}

function isString(chunk: Buffer, value: number, limit: number, word: string): boolean {
  const end = chunk[value] === quote ? plainStringEnd(chunk, value + 1, limit) : -1;
  return end >= 0 && isWord(chunk, value + 1, end, word);
}

const tellingAttachments = ['hook_success', 'hook_additional_context', 'queued_command'];

function atAttachment(chunk: Buffer, value: number, limit: number): Glance {
  const type = fieldStart(chunk, value, limit, 'type');
  const first = type < 0 || chunk[type] !== quote ? undefined : chunk[type + 1];
  // hook_…, queued_command: nearly all others begin with another letter.
  if (first !== undefined && first !== 0x68 && first !== 0x71) {
    return nothing;
  }
  return tellingAttachments.some((word) => isString(chunk, type, limit, word)) || type < 0
    ? undefined
    : nothing;
}
