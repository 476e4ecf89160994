// Moves the knowledge buffer into files that stay. What is moved is noted first, so that whoever
// comes after a crash finishes it: nothing is lost, and nothing is there twice.

import { mkdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseBuffer } from '../documents/buffer';
import { type Flushable, flushable, withoutFlushed } from '../documents/bufferSplice';
import { knowledgeTags } from '../documents/knowledgeTags';
import { isTracked } from '../git/trackedFiles';
import { type ProjectPaths, relativePath } from '../projectPaths';
import { createAppendLog } from '../stores/appendLog';
import { writeFileAtomic } from '../stores/atomicFile';
import { outsideProject, readFileWithin } from '../stores/fileWithin';
import type { HeldLock } from '../stores/lock';
import { realPathWithin } from '../stores/regularFile';
import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import { isTimestamp } from '../support/time';
import type { BufferPlace } from './buffer';
import { changeBuffer, readBufferText } from './bufferFile';

export interface FlushReport {
  /** Those that were written, relative to the root. */
  readonly files: readonly string[];
  readonly entries: number;
  readonly candidates: number;
}

/** What is being moved: lines as they stand in buffer.md. */
const journalSchema = z.object({
  at: z.string().check(z.refine(isTimestamp)),
  knowledge: z.array(
    z.object({ tag: z.enum(knowledgeTags), lines: z.array(z.string()).check(z.minLength(1)) }),
  ),
  candidates: z.array(z.array(z.string()).check(z.minLength(1))),
});
type Journal = z.infer<typeof journalSchema>;

const nothing: FlushReport = { files: [], entries: 0, candidates: 0 };

export async function flushNow(place: BufferPlace, lock: HeldLock): Promise<FlushReport> {
  const text = readBufferText(place.paths);
  if (text === undefined) {
    return nothing;
  }
  const { problems } = parseBuffer(text);
  if (problems.some(({ code }) => code === 'conflict-marker')) {
    throw new UserError(
      'merge-conflict',
      msg('A merge left conflict markers in {0}. Resolve them, then flush.', place.paths.buffer),
    );
  }
  const found = flushable(text);
  if (found.knowledge.length + found.candidates.length === 0) {
    return nothing;
  }
  const journal = { at: place.now().toISOString(), ...found } as Journal;
  const file = journalFile(place.paths);
  if (realPathWithin(place.root, file) === undefined) {
    throw new UserError('outside', outsideProject(file, place.root));
  }
  mkdirSync(path.dirname(file), { recursive: true });
  lock.assertHeld();
  await writeFileAtomic(file, `${JSON.stringify(journal, null, 2)}\n`);
  return carryOut(place, journal, lock);
}

/** What somebody began who is no more. */
export async function finishFlush(place: BufferPlace, lock: HeldLock): Promise<void> {
  const file = journalFile(place.paths);
  const seen = readFileWithin(file, place.root);
  if (seen.kind !== 'ok') {
    return;
  }
  const journal = parsed(seen.bytes);
  // What the repository brought says nothing of this machine.
  const isForeign = await isTracked(place.git, place.repository, relativePath(place.root, file));
  if (journal && !isForeign) {
    await carryOut(place, journal, lock);
  }
}

async function carryOut(
  place: BufferPlace,
  journal: Journal,
  lock: HeldLock,
): Promise<FlushReport> {
  const files: string[] = [];
  for (const { file, title, items } of targets(journal)) {
    if (items.length > 0) {
      lock.assertHeld();
      await appendMissing(place, path.join(place.paths.knowledge, file), {
        title,
        at: journal.at,
        items,
      });
      files.push(relativePath(place.root, path.join(place.paths.knowledge, file)));
    }
  }
  await changeBuffer(
    place.paths,
    lock,
    (current) => current && withoutFlushed(current, journal, place.now().toISOString()),
  );
  removeQuietly(journalFile(place.paths));
  return { files, entries: journal.knowledge.length, candidates: journal.candidates.length };
}

function targets({ knowledge, candidates }: Flushable) {
  const tagged = (tag: Journal['knowledge'][number]['tag']) =>
    knowledge.flatMap((each) => (each.tag === tag ? [withoutTag(each.lines)] : []));
  return [
    { file: 'patterns.md', title: 'Patterns', items: tagged('PATTERN') },
    { file: 'incidents.md', title: 'Incidents', items: tagged('INCIDENT') },
    { file: 'references.md', title: 'References', items: tagged('REFERENCE') },
    { file: 'skill-candidates.md', title: 'Skill Candidates', items: candidates },
  ];
}

/** The file says it for all of them. */
function withoutTag([first = '', ...more]: readonly string[]): readonly string[] {
  const words = first.replace(
    /^\s*(?:[-*+•]|\d{1,9}[.)]|・)\s*(?:\*\*|__)?\[\w{1,20}\](?:\*\*|__)?\s?:?\s*/,
    '',
  );
  return [words === first ? first : `- ${words}`, ...more];
}

interface Batch {
  readonly title: string;
  readonly at: string;
  readonly items: readonly (readonly string[])[];
}

const batchSchema = z.object({
  title: z.string(),
  at: z.string(),
  items: z.array(z.array(z.string())),
});

/** One append per file; after a crash only what did not get there. */
async function appendMissing(place: BufferPlace, file: string, batch: Batch): Promise<void> {
  const { root, paths, now } = place;
  const seen = readFileWithin(file, root);
  const items = missingItems(batch, seen.kind === 'ok' ? seen.bytes.toString('utf8') : '');
  if (items.length === 0) {
    return;
  }
  const log = createAppendLog<Batch>({
    path: file,
    within: root,
    lockDirectory: path.join(paths.locks, `knowledge-${path.basename(file)}`),
    waitingDirectory: path.join(paths.state, 'waiting', `knowledge-${path.basename(file)}`),
    format: formatBatch,
    parse: (json) => batchSchema.safeParse(json).data,
    isThere: (each, current) => missingItems(each, current).length === 0,
    now,
  });
  await log.append(() => ({ ...batch, items }));
}

function formatBatch({ title, at, items }: Batch, current: string): string {
  const ending = current.includes('\r\n') ? '\r\n' : '\n';
  const head = current.trim() === '' ? [`# ${title}`, ''] : [];
  return [...head, `## ${at}`, ...items.flat()].map((line) => `${line}${ending}`).join('');
}

/** The time of a flush is its heading, so that the same words of another one do not count. */
function missingItems({ at, items }: Batch, current: string): Batch['items'] {
  const lines = current.split(/\r\n|\n|\r/);
  const start = lines.indexOf(`## ${at}`);
  const there = new Set(start < 0 ? [] : lines.slice(start));
  return items.filter((item) => !item.every((line) => there.has(line)));
}

function journalFile({ state }: ProjectPaths): string {
  return path.join(state, 'handover', 'flush.json');
}

function parsed(bytes: Buffer): Journal | undefined {
  try {
    return journalSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw error;
    }
  }
}
