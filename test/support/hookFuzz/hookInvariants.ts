// What must hold after every hook, whatever it was given and whatever it found.

import assert from 'node:assert/strict';
import { othersWords, plantedSecrets } from './fuzzPlace';
import type { Entry, Listing } from './listing';

const speaking = ['SessionStart', 'UserPromptSubmit'];

export function checkPrinted(event: string, text: string, { mayQuoteOthers = false } = {}): void {
  if (!speaking.includes(event)) {
    assert.equal(text, '', `${event} printed something`);
  }
  if (text === '') {
    return;
  }
  assert.ok(text.length <= 9_500, `${text.length} characters printed`);
  assert.match(text, /^Baton context [0-9a-f]{8}: /);
  assert.equal(text.split('</baton-context>').length, 2, 'the fence does not end once');
  assert.equal(text.split('<baton-context').length, 2, 'the fence does not begin once');
  assert.doesNotMatch(text, /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u, 'control characters');
  assert.doesNotMatch(text, /\p{Surrogate}/u, 'half a character');
  checkNoSecret(text, 'what is printed');
  assert.ok(mayQuoteOthers || !text.includes(othersWords), 'what others wrote was injected');
}

/** What changed from one listing to the next. */
export function checkFiles(before: Listing, after: Listing): void {
  for (const [name, entry] of before) {
    const now = after.get(name);
    if (!isSame(entry, now)) {
      checkChanged(name, entry, now, after);
    }
  }
  for (const [name, entry] of after) {
    if (!isSame(entry, before.get(name))) {
      assert.ok(before.has(name) || isOurs(name), `${name} was made`);
      assert.doesNotMatch(name, /\.tmp$/, 'a temporary file was left');
      if (entry.kind === 'file') {
        const old = isLog(name) ? (before.get(name)?.content.length ?? 0) : 0;
        // What a person wrote is kept there, whatever it is.
        const isCopy = isDraft(name) || name === lastWritten;
        const written = isCopy ? before.get(sessionFile)?.content.toString('latin1') : '';
        checkNoSecret(entry.content.subarray(old).toString('latin1'), name, written);
      }
    }
  }
}

function isSame(one: Entry, other: Entry | undefined): boolean {
  return other?.kind === one.kind && one.content.equals(other.content);
}

/** Where hooks may write. */
function isOurs(name: string): boolean {
  return (
    isLog(name) ||
    isDraft(name) ||
    /^project\/\.claude\/sdd(?:$|\/handover$)/.test(name) ||
    isLocal(name)
  );
}

/** What the end of a turn may renew, and where it keeps what was there before. */
function isDraft(name: string): boolean {
  return name === sessionFile || /^project\/\.claude\/sdd\/handover\/sessions(?:$|\/)/.test(name);
}

const sessionFile = 'project/.claude/sdd/handover/session.md';
/** The last draft, to merge the next one with. */
const lastWritten = 'project/.claude/state/handover/written.json';

/** Where a session's start is noted; what is there never changes. */
function isLog(name: string): boolean {
  return name === 'project/.claude/sdd/handover/decisions.md';
}

function isLocal(name: string): boolean {
  return /^(?:data(?:\/|$)|project\/\.claude(?:$|\/state(?:$|\/)|\/session-(?:state|context)\.json)|project\/\.git\/(?:info(?:$|\/exclude$)|baton-id$))/.test(
    name,
  );
}

function checkChanged(name: string, before: Entry, now: Entry | undefined, after: Listing): void {
  assert.ok(isOurs(name), `${name} was changed`);
  if (isPassing(name)) {
    return;
  }
  assert.ok(now, `${name} is gone`);
  assert.equal(now.kind, before.kind, `${name} is another kind of file`);
  if (isDraft(name)) {
    checkDraft(name, before, after);
  }
  if (name.endsWith('exclude') || isLog(name)) {
    assert.ok(now.content.subarray(0, before.content.length).equals(before.content), name);
  }
  if (!name.endsWith('.json') || name.startsWith('data/')) {
    return;
  }
  const copies = [...after].filter(([each]) => each.startsWith(`${name}.corrupt-`));
  if (copies.some(([, { content }]) => content.equals(before.content))) {
    return;
  }
  const [was, is] = [parsed(before.content), parsed(now.content)];
  assert.ok(was, `${name} did not parse and was overwritten without a copy`);
  assert.ok(is, `${name} does not parse any more`);
  assert.deepEqual(is.made_by_hand, was.made_by_hand, `${name} lost a field`);
}

/** What a person wrote is archived whole before it is drafted over; an archive never changes. */
function checkDraft(name: string, before: Entry, after: Listing): void {
  const isMarked = name === sessionFile && before.content.includes('auto-draft');
  const archives = [...after].filter(([each]) => isDraft(each) && each !== sessionFile);
  assert.ok(
    isMarked || archives.some(([, { content }]) => content.equals(before.content)),
    `${name} was changed, and what was in it is not kept`,
  );
}

/** Locks, logs and caches come and go. */
function isPassing(name: string): boolean {
  return /\/locks\/|^data\/(?:logs|cache|locks)\//.test(name);
}

function parsed(content: Buffer): Record<string, unknown> | undefined {
  try {
    const text = content.toString('utf8').replace(/^\uFEFF/, '');
    // The one field that is never kept.
    const value: unknown = JSON.parse(text, (key, each: unknown) =>
      key === '__proto__' ? undefined : each,
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function checkNoSecret(text: string, where: string, known = ''): void {
  for (const secret of plantedSecrets) {
    assert.ok(!text.includes(secret) || known.includes(secret), `a secret is in ${where}`);
  }
}
