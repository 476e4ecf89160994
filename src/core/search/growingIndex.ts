// The search index while something is added to it: segments that are written, files that were read into
// them. Nothing of it counts before a manifest says so.

import { readdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { sweepTemporaryFiles } from '../stores/atomicFile';
import { type IndexState, type KeptSegment, manifestFile } from './manifest';
import { mergeSegments } from './mergeSegments';
import type { IndexedFile } from './searchFile';
import { createSegmentBuilder } from './segmentBuilder';
import { createSegmentWriter } from './segmentWriter';

/** So many are asked one after the other; more are made into one. */
const mostSegments = 6;
const keptWhole = 2;

export type GrowingIndex = ReturnType<typeof createGrowingIndex>;

export function createGrowingIndex(folder: string, before: IndexState) {
  const files = new Map(before.files.map((file) => [file.path, file]));
  let segments: KeptSegment[] = [...before.segments];
  let { nextFile } = before;
  let made = 0;
  const newName = () => `${Date.now().toString(36)}-${process.pid.toString(36)}-${made++}.segment`;
  const builder = createSegmentBuilder();
  let name = newName();

  const flush = (): void => {
    if (builder.units > 0) {
      const writer = createSegmentWriter(path.join(folder, name), name);
      try {
        segments.push({ ...builder.write(writer), dead: [] });
      } catch (error) {
        writer.abandon();
        throw error;
      }
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
    /** Writes what is only in memory, but for the unit that is open. */
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
export function sweep(folder: string, segments: readonly KeptSegment[]): void {
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
