// The ids of what a session asks, tells and is given: a letter, UTC milliseconds, six hex digits.

import { randomHex } from '../stores/lockFiles';

const itemId = /^(q|n|cmd)-\d{10,16}-[0-9a-f]{6}$/;

export type ItemKind = 'q' | 'n' | 'cmd';

export function newItemId(kind: ItemKind, now: Date): string {
  return `${kind}-${now.getTime()}-${randomHex().padStart(12, '0').slice(-6)}`;
}

/** It becomes the name of a file. */
export function isItemId(kind: ItemKind, text: string): boolean {
  return itemId.exec(text)?.[1] === kind;
}

/** Of a directory; ours are UUIDs, those of other tools may not be. */
export function isLiveSessionId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(text);
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
