// What a line of Claude Code's transcript is, from its first bytes: most lines echo what was sent to
// the model, and long results and edits say all that matters in their beginning.

import { failedHooks } from './claudeHooks';
import { type Glance, glanceAtMessage, type LineStart, type Look } from './claudeMessage';
import {
  fieldStart,
  keyAt,
  openBrace,
  plainStringEnd,
  plainValueEnd,
  skipBlank,
  skipValue,
} from './jsonHead';
import { lineHead, startsWith } from './lineHead';

/** Most lines say what they are within this much; older versions put more before it. */
const shortHead = 384;
/** What does not say it within this much is parsed. */
const longHead = 2048;
const types = ['user', 'assistant', 'attachment', 'system'] as const;
const letterT = 0x74;
const nothing: Glance = [];

/** Undefined: it has to be parsed. */
export function glanceAtClaude(chunk: Buffer, start: number, end: number): Glance {
  if (isEcho(chunk, start)) {
    return nothing;
  }
  let seen = lookAt(lineHead(chunk, start, end, shortHead), chunk, start, end);
  if (seen === 'unsure' && end - start > shortHead) {
    seen = lookAt(lineHead(chunk, start, end, longHead), chunk, start, end);
  }
  return seen === 'unsure' ? undefined : seen;
}

function lookAt(head: string, chunk: Buffer, start: number, end: number): Look {
  const seen: LineStart = { head, type: undefined, isLinked: false, isSidechain: undefined };
  let position = afterUsualHead(head);
  if (position > 0) {
    seen.isLinked = true;
    seen.isSidechain = false;
  } else {
    position = skipBlank(head, 0);
    if (head.charCodeAt(position) !== openBrace) {
      return position === head.length ? 'unsure' : nothing;
    }
    position++;
  }
  for (;;) {
    const { name, value } = keyAt(head, position);
    if (value < 0) {
      return 'unsure';
    }
    switch (name) {
      case 'type': {
        const word = wordAt(head, value);
        seen.type = types.find((type) => type === word);
        if (word !== undefined && seen.type === undefined) {
          // All others say nothing about the work.
          return nothing;
        }
        break;
      }
      case 'message':
        return glanceAtMessage(chunk, start, end, seen, value);
      case 'attachment':
        return toldBy(wordOf(head, value, 'type'), tellingAttachments);
      case 'subtype':
        if (seen.type === 'system') {
          return toldBy(wordAt(head, value), tellingSubtypes);
        }
        break;
      case 'isSidechain':
        seen.isSidechain = head.charCodeAt(value) === letterT;
        if (seen.isSidechain && seen.type === 'user') {
          return nothing;
        }
        break;
      case 'parentUuid':
        seen.isLinked = true;
    }
    position = skipValue(head, value);
    if (position < 0) {
      return 'unsure';
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
function afterUsualHead(head: string): number {
  const side = usualParent.length + idLength;
  return head.startsWith(usualParent) &&
    head.startsWith(usualSide, side) &&
    plainStringEnd(head, usualParent.length) === side
    ? side + usualSide.length
    : 0;
}

/** Undefined when it is no string, one with something escaped, or one that goes on behind the head. */
function wordAt(head: string, value: number): string | undefined {
  const end = plainValueEnd(head, value);
  return end < 0 ? undefined : head.slice(value + 1, end);
}

function wordOf(head: string, object: number, field: string): string | undefined {
  const value = fieldStart(head, object, field);
  return value < 0 ? undefined : wordAt(head, value);
}

const tellingAttachments = [
  'hook_success',
  'hook_additional_context',
  'queued_command',
  ...failedHooks,
];
const tellingSubtypes = ['compact_boundary'];

/** What tells something is parsed. */
function toldBy(word: string | undefined, telling: readonly string[]): Look {
  if (word === undefined) {
    return 'unsure';
  }
  return telling.includes(word) ? undefined : nothing;
}
