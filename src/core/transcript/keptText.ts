// Text from a transcript as it is kept: without secrets and control characters, and never longer
// than its share. Redacted without control characters, which may split a secret, and before it is cut,
// because half a secret is no longer recognised.

import { redactSecrets } from '../detection/secrets/redact';
import { plainText } from '../support/plainText';

/** How far beyond its share a text is looked at, so that a secret at the cut is seen whole. */
export const lookAhead = 16 * 1024;

/** The most of a text that can matter for what is kept of it. */
export function windowOf(text: string, share: number): string {
  return text.length > share + lookAhead ? text.slice(0, share + lookAhead) : text;
}

export function isFull(window: string, share: number): boolean {
  return window.length === share + lookAhead;
}

/** `share` is in bytes of JSON, so that the whole stays small in any script. */
export function keptText(text: string, share: number): string {
  const window = windowOf(text, share);
  const isPart = isFull(window, share);
  return clipped((isPart ? safeStart(window) : safeText(window)).trim(), share, isPart);
}

/** Its end, in at most so many characters. */
export function keptEnd(text: string, longest: number): string {
  const own = safeEnd(text, longest + lookAhead).trimEnd();
  return own.length > longest ? `…${own.slice(-longest + 1)}` : own;
}

const keyBegins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/g;
const keyEnds = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** A window that is full ends anywhere, so in half a secret, too. */
export function safeStart(window: string): string {
  const plain = plainText(window);
  const closed = withoutOpenKey(plain);
  return closed === plain ? safeText(plain).slice(0, -lookAhead / 2) : safeText(closed);
}

/** A key may be longer than any window, and its lines are no secret by themselves. */
export function withoutOpenKey(text: string): string {
  const begin = [...text.matchAll(keyBegins)].at(-1)?.index ?? -1;
  return begin < 0 || keyEnds.test(text.slice(begin))
    ? text
    : `${text.slice(0, begin)}[secret: private key]`;
}

/** Of the last `looked` characters. A window that is full begins anywhere, so in half a secret, too. */
export function safeEnd(text: string, looked: number): string {
  if (text.length <= looked) {
    return safeText(text);
  }
  const window = plainText(text.slice(-looked));
  const end = keyEnds.exec(window);
  return end && window.slice(0, end.index).search(keyBegins) < 0
    ? safeText(`[secret: private key]${window.slice(end.index + end[0].length)}`)
    : safeText(window).slice(lookAhead / 2);
}

/** Not cut yet. */
export function safeText(text: string): string {
  return wellFormed(redactSecrets(plainText(text)));
}

export function clipped(text: string, share: number, isPart = false): string {
  // Most texts fit, which the engine counts faster.
  if (!isPart && bytesOf(text) <= share) {
    return text;
  }
  let size = 0;
  let fits = 0;
  for (const character of text) {
    size += sizeOf(character);
    if (size > share) {
      return `${text.slice(0, fits).trimEnd()}…`;
    }
    if (size <= share - 3) {
      fits += character.length;
    }
  }
  return isPart ? `${text.slice(0, fits).trimEnd()}…` : text;
}

/** Its beginning and its end, with equal shares. */
export function clippedEnds(text: string, share: number): string {
  if (bytesOf(text) <= share) {
    return text;
  }
  const gap = ' … ';
  const half = Math.max(0, Math.floor((share - bytesOf(gap)) / 2));
  const head = wholeFitting(Array.from(text.slice(0, half)), half);
  const tail = wholeFitting(Array.from(text.slice(text.length - half)).reverse(), half);
  return `${head.join('').trimEnd()}${gap}${tail.reverse().join('').trimStart()}`;
}

/** The first of them; half a character at an edge is none. */
function wholeFitting(characters: readonly string[], share: number): string[] {
  let size = 0;
  const fitting = characters.filter((each) => {
    size += sizeOf(each);
    return size <= share;
  });
  return fitting.filter((each) => !/^[\uD800-\uDFFF]$/.test(each));
}

/** In JSON, in UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** The same of one character; control characters but two are gone by now. */
function sizeOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) {
    return character === '"' || character === '\\' || code < 0x20 ? 2 : 1;
  }
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

function wellFormed(text: string): string {
  return /[\uD800-\uDFFF]/.test(text) ? Buffer.from(text).toString() : text;
}

/** Ids are compared: one of another shape is replaced by what is the same every time. */
export function plainId(id: string | undefined): string | undefined {
  return id === undefined || /^[\w:.-]{1,80}$/.test(id) ? id || undefined : hashOf(id);
}

/** Tells texts apart; 53 bits, no protection against anyone. */
export function hashOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
