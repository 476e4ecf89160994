// Brings the search index up to date: reads what is new, forgets what is gone. Under a lock; what was
// read is written away every so often, so that whoever is killed goes on from there the next time.

import { mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { sweepTemporaryFiles } from '../stores/atomicFile';
import { readFileWithin } from '../stores/fileWithin';
import type { HeldLock } from '../stores/lock';
import { documentUnits } from './documentUnits';
import {
  type IndexState,
  type KeptSegment,
  type Manifest,
  manifestFile,
  stateOf,
  writeManifest,
} from './manifest';
import { mergeSegments } from './mergeSegments';
import type { IndexedFile, SourceFile } from './searchFile';
import { createSegmentBuilder } from './segmentBuilder';
import { createSegmentWriter } from './segmentWriter';
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

/** So many are asked one after the other; more are made into one. */
const mostSegments = 6;
const keptWhole = 2;
/** Whoever is killed reads no more than that again. */
const commitEveryMs = 2_000;

export async function updateIndex(
  manifest: Manifest | undefined,
  { folders, changed, same }: Sources,
  options: UpdateOptions,
): Promise<void> {
  const { folder, root, signal, onProgress } = options;
  const before = manifest && stateOf(manifest);
  const index = createIndex(
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
  const commit = async (isEnd: boolean): Promise<void> => {
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
    signal?.throwIfAborted();
    if (performance.now() - committed > commitEveryMs && index.hasWritten()) {
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
    await new Promise((resolve) => setImmediate(resolve));
  });
  await commit(true);
  sweep(folder, index.segments());
}

type Index = ReturnType<typeof createIndex>;

async function readTranscript(
  index: Index,
  source: SourceFile,
  old: IndexedFile | undefined,
  step: (bytes: number) => Promise<void>,
): Promise<void> {
  const { path: file, kind, size, changedAt, entryAt, ino } = source;
  const known = old?.reading && readingGoesOn(file, old.reading) ? old.reading : undefined;
  const id = known && old ? old.id : index.newId();
  if (known?.turn) {
    index.bury(known.turn.segment, known.turn.unit);
  }
  const row = { id, path: file, kind, changedAt, entryAt, ino };
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

function readDocument(index: Index, source: SourceFile, roots: readonly string[]): void {
  const { path: file, kind, size, changedAt, entryAt, ino } = source;
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
    id,
    path: file,
    kind,
    size: isSame && isSettled(Math.max(changedAt, entryAt)) ? size : -1,
    changedAt,
    entryAt,
    ino,
  });
}

/** By the clock that files have. */
function isSettled(changedAt: number): boolean {
  return Date.now() - changedAt > unsettledMs;
}

function seconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}

function createIndex(folder: string, before: IndexState) {
  const files = new Map(before.files.map((file) => [file.path, file]));
  let segments: KeptSegment[] = [...before.segments];
  let { nextFile } = before;
  let made = 0;
  let hasWritten = false;
  const newName = () => `${Date.now().toString(36)}-${process.pid.toString(36)}-${made++}.segment`;
  const builder = createSegmentBuilder();
  let name = newName();

  const flush = (): void => {
    if (builder.units > 0) {
      const writer = createSegmentWriter(path.join(folder, name), name);
      segments.push({ ...builder.write(writer), dead: [] });
      hasWritten = true;
    }
    name = newName();
  };
  const bury = (segment: string, unit: number): void => {
    segments = segments.map((each) =>
      each.name === segment ? { ...each, dead: [...each.dead, unit] } : each,
    );
  };
  return {
    segments: () => segments,
    /** Since it was asked for last. */
    hasWritten: (): boolean => {
      const has = hasWritten;
      hasWritten = false;
      return has;
    },
    newId: () => nextFile++,
    forget: (file: string) => void files.delete(file),
    put: (file: IndexedFile) => void files.set(file.path, file),
    bury,
    text: (text: string) => {
      builder.text(text);
    },
    unit: (row: Parameters<typeof builder.unit>[0]) => {
      const placed = { segment: name, unit: builder.unit(row) };
      if (builder.isFull) {
        flush();
      }
      return placed;
    },
    flush,
    /** Few segments, without much that is dead. */
    tidy: async (pause: () => Promise<void>): Promise<void> => {
      if (segments.length <= mostSegments) {
        return;
      }
      const alive = new Set([...files.values()].map(({ id }) => id));
      const chosen = smallOnes(segments);
      const merged = await mergeSegments(
        folder,
        chosen.map((segment) => {
          const dead = new Set(segment.dead);
          return {
            meta: segment,
            isAlive: (unit: number, file: number) => alive.has(file) && !dead.has(unit),
          };
        }),
        newName(),
        pause,
      );
      const isChosen = new Set(chosen.map((segment) => segment.name));
      segments = [
        ...segments.filter((segment) => !isChosen.has(segment.name)),
        { ...merged.meta, dead: [] },
      ];
      for (const file of files.values()) {
        const turn = file.reading?.turn;
        if (file.reading && turn && isChosen.has(turn.segment)) {
          const moved = {
            ...turn,
            segment: merged.meta.name,
            unit: merged.unitOf(turn.segment, turn.unit),
          };
          files.set(file.path, { ...file, reading: { ...file.reading, turn: moved } });
        }
      }
    },
    state: (root: string, folders: IndexState['folders']): IndexState => ({
      root,
      nextFile,
      segments,
      folders,
      files: [...files.values()],
    }),
  };
}

/** All but those that would be copied for little. */
function smallOnes(segments: readonly KeptSegment[]): KeptSegment[] {
  const bySize = segments.toSorted((a, b) => b.size - a.size);
  const sizeFrom = (rank: number) => bySize.slice(rank).reduce((sum, { size }) => sum + size, 0);
  let kept = 0;
  while (kept < keptWhole && (bySize[kept]?.size ?? 0) > 3 * sizeFrom(kept + 1)) {
    kept++;
  }
  return bySize.slice(kept);
}

/** What nobody refers to: of those who were killed, and what was made into one. */
function sweep(folder: string, segments: readonly KeptSegment[]): void {
  const kept = new Set(segments.map(({ name }) => name));
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.segment') && !kept.has(file)) {
      try {
        unlinkSync(path.join(folder, file));
      } catch {
        // On Windows somebody may be reading it: the next one sweeps it.
      }
    }
  }
  sweepTemporaryFiles(manifestFile(folder));
}

export function makeIndexFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
