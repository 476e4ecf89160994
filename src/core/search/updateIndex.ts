// Brings the search index up to date: reads what is new, forgets what is gone. Under a lock; what was
// read is written away every so often, so that whoever is killed goes on from there the next time.

import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readFileWithin } from '../stores/fileWithin';
import type { HeldLock } from '../stores/lock';
import { documentUnits } from './documentUnits';
import { noteRoot, removeForgottenIndexes } from './forgottenIndexes';
import { createGrowingIndex, type GrowingIndex, sweep } from './growingIndex';
import { type Manifest, stateOf, writeManifest } from './manifest';
import type { IndexedFile, SourceFile } from './searchFile';
import { type Sources, unsettledMs } from './sources';
import { readingGoesOn, readTurns } from './transcriptUnits';

export interface UpdateProgress {
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}

export interface UpdateOptions {
  readonly folder: string;
  readonly root: string;
  /** What no file of the project may lead out of. */
  readonly roots: readonly string[];
  readonly lock: HeldLock;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UpdateProgress) => void) | undefined;
}

/** Whoever is killed reads no more than that again. */
const commitEveryMs = 2_000;
/** No longer without letting others have their turn: whoever cancels has to be heard. */
const sliceMs = 50;

export async function updateIndex(
  manifest: Manifest | undefined,
  { folders, changed, same }: Sources,
  options: UpdateOptions,
): Promise<void> {
  const { folder, root, signal, onProgress } = options;
  const before = manifest && stateOf(manifest);
  const index = createGrowingIndex(
    folder,
    before ?? { root, nextFile: 0, segments: [], folders: [], files: [] },
  );
  sweep(folder, index.segments());
  const known = new Map(before?.files.map((file) => [file.path, file]));
  const isChanged = new Set(changed.map((file) => file.path));
  before?.files.forEach((file, row) => {
    if (same[row] !== 1 && !isChanged.has(file.path)) {
      index.forget(file.path);
    }
  });
  const total = changed.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  let committed = performance.now();
  let turned = committed;
  const commit = async (isEnd: boolean): Promise<void> => {
    // A file counts as read only together with all that was read of it.
    index.flush();
    options.lock.assertHeld();
    const state = index.state(root, isEnd ? folders : []);
    await writeManifest(folder, state, Date.now(), {
      beforeRename: () => {
        options.lock.assertHeld();
      },
    });
  };
  const step = async (bytes: number): Promise<void> => {
    done += bytes;
    onProgress?.({ done: Math.min(done, total), total });
    if (performance.now() - turned > sliceMs) {
      await nextTurn();
      turned = performance.now();
    }
    signal?.throwIfAborted();
    if (performance.now() - committed > commitEveryMs) {
      await commit(false);
      committed = performance.now();
    }
  };
  for (const source of changed) {
    const old = known.get(source.path);
    if (source.kind === 'transcripts') {
      await readTranscript(index, source, old, step);
    } else {
      readDocument(index, source, options.roots);
      await step(source.size);
    }
  }
  index.flush();
  await index.tidy(async () => {
    signal?.throwIfAborted();
    await nextTurn();
  });
  await commit(true);
  sweep(folder, index.segments());
  if (!manifest) {
    // It may be new because the project is at another place now.
    removeForgottenIndexes({ folder, root }, Date.now());
  }
}

async function readTranscript(
  index: GrowingIndex,
  source: SourceFile,
  old: IndexedFile | undefined,
  step: (bytes: number) => Promise<void>,
): Promise<void> {
  const { path: file, size, changedAt } = source;
  const known = old?.reading && readingGoesOn(file, old.reading) ? old.reading : undefined;
  const id = known && old ? old.id : index.newId();
  if (known?.turn) {
    index.bury(known.turn.segment, known.turn.unit);
  }
  const row = { ...source, id };
  await step(known?.offset ?? 0);
  const reading = await readTurns(source, known, {
    text: index.text,
    unit: (unit) => index.unit({ file: id, ...unit, at: unit.at || seconds(changedAt) }),
    pause: async (soFar, read) => {
      index.put({ ...row, size: -1, reading: soFar });
      await step(read);
    },
  });
  // One that grows while it is read is looked at again.
  index.put({ ...row, size: isSettled(changedAt) ? size : -1, reading });
}

function readDocument(index: GrowingIndex, source: SourceFile, roots: readonly string[]): void {
  const { path: file, size, changedAt, entryAt } = source;
  const id = index.newId();
  const seen = roots
    .map((root) => readFileWithin(file, root))
    .find((each) => each.kind !== 'outside');
  if (seen?.kind === 'ok') {
    for (const { text, line, lines, at } of documentUnits(source, seen.bytes.toString('utf8'))) {
      index.text(text);
      index.unit({ file: id, place: line, extent: lines, line, at });
    }
  }
  const isSame = seen?.kind !== 'ok' || seen.stats.mtimeMs === changedAt;
  index.put({
    ...source,
    id,
    size: isSame && isSettled(Math.max(changedAt, entryAt)) ? size : -1,
  });
}

/** By the clock that files have. */
function isSettled(changedAt: number): boolean {
  return Date.now() - changedAt > unsettledMs;
}

function seconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}

export function makeIndexFolder(folder: string, root: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  noteRoot(folder, root);
}
