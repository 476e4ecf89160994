// What the search index consists of: its segments, and the files that were read into them. Replaced
// whole; what does not fit its checksum is not believed. The rows of files are columns of numbers, so
// that ten thousand of them are there at once.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeFileAtomic, type WriteOptions } from '../stores/atomicFile';
import { isRecord } from '../transcript/lineValues';
import { checksum } from './bytes';
import { type IndexedFile, searchKinds, type TranscriptReading } from './searchFile';
import type { SegmentMeta } from './segment';

export interface KeptSegment extends SegmentMeta {
  /** Units that something newer stands for. */
  readonly dead: readonly number[];
}

/** A folder as it was when its files were listed: the same again has the same files. */
export interface KeptFolder {
  readonly path: string;
  readonly stamp: string;
}

export interface IndexState {
  readonly root: string;
  readonly nextFile: number;
  readonly segments: readonly KeptSegment[];
  readonly folders: readonly KeptFolder[];
  readonly files: readonly IndexedFile[];
}

const columns = ['id', 'size', 'changedAt', 'entryAt', 'ino', 'kind'] as const;
type Columns = Readonly<Record<(typeof columns)[number], Float64Array>>;

/** The rows of a folder lie together. */
interface FolderRows {
  readonly path: string;
  readonly first: number;
  readonly count: number;
  /** Made when they are asked for. */
  readonly names: () => readonly string[];
}

export interface Manifest extends Omit<IndexState, 'files'> {
  readonly columns: Columns;
  readonly rows: readonly FolderRows[];
  readonly readings: Readonly<Record<string, TranscriptReading>>;
  readonly count: number;
  /** Milliseconds. */
  readonly writtenAt: number;
  pathOf(row: number): string;
  /** For many rows: names below what their folder is called. */
  naming(shown?: (folder: string) => string): (row: number) => string;
}

/** Of another format: made anew. */
const magic = 0x42_53_49_36;
const headSize = 16;
const fileName = 'index';

export function manifestFile(folder: string): string {
  return path.join(folder, fileName);
}

/** undefined where there is none that can be believed. */
export function readManifest(folder: string, root: string): Manifest | undefined {
  try {
    const bytes = readFileSync(manifestFile(folder));
    const rest = bytes.subarray(headSize);
    const isOurs =
      bytes.length > headSize &&
      bytes.readUInt32LE(0) === magic &&
      bytes.readUInt32LE(4) === checksum(rest);
    return isOurs ? parsed(rest, bytes.readUInt32LE(8), root) : undefined;
  } catch {
    return undefined;
  }
}

interface Head extends Omit<IndexState, 'files'> {
  /** `bytes`: of its names, which follow each other behind this. */
  readonly rows: readonly {
    readonly path: string;
    readonly count: number;
    readonly bytes: number;
  }[];
  readonly readings: Readonly<Record<string, TranscriptReading>>;
  readonly count: number;
  readonly writtenAt: number;
}

function parsed(rest: Buffer, jsonSize: number, root: string): Manifest | undefined {
  const json: unknown = JSON.parse(rest.toString('utf8', 0, jsonSize));
  if (!isRecord(json) || json.root !== root) {
    return undefined;
  }
  const head = json as unknown as Head;
  const { count } = head;
  const rows: FolderRows[] = [];
  let first = 0;
  let start = jsonSize;
  for (const { path: folder, count: files, bytes } of head.rows) {
    const end = start + bytes;
    rows.push({ path: folder, first, count: files, names: namesIn(rest.subarray(start, end)) });
    first += files;
    start = end;
  }
  // Numbers have to lie on a multiple of eight.
  const numbers = new Float64Array(columns.length * count);
  rest.copy(Buffer.from(numbers.buffer), 0, start);
  return {
    ...head,
    rows,
    columns: Object.fromEntries(
      columns.map((name, index) => [name, numbers.subarray(index * count, (index + 1) * count)]),
    ) as unknown as Columns,
    pathOf: (row) => {
      const folder = rows.findLast((each) => each.first <= row);
      return folder ? `${folder.path}${path.sep}${folder.names()[row - folder.first] ?? ''}` : '';
    },
    naming: (shown) => naming(rows, count, shown),
  };
}

function namesIn(bytes: Buffer): () => readonly string[] {
  let names: readonly string[] | undefined;
  return () => (names ??= bytes.toString('utf8').split('\n'));
}

function naming(
  rows: readonly FolderRows[],
  count: number,
  shown: (folder: string) => string = (folder) => folder + path.sep,
): (row: number) => string {
  const folderOf = new Uint32Array(count);
  rows.forEach((folder, index) => {
    folderOf.fill(index, folder.first, folder.first + folder.count);
  });
  const starts = rows.map((folder) => shown(folder.path));
  return (row) => {
    const index = folderOf[row] ?? 0;
    const folder = rows[index];
    return folder ? `${starts[index] ?? ''}${folder.names()[row - folder.first] ?? ''}` : '';
  };
}

/** The files as objects, for whoever changes them. */
export function stateOf(manifest: Manifest): IndexState {
  const { columns: of, readings } = manifest;
  const files = Array.from({ length: manifest.count }, (_, row): IndexedFile => {
    const id = of.id[row] ?? 0;
    return {
      id,
      path: manifest.pathOf(row),
      kind: searchKinds[of.kind[row] ?? 0] ?? 'handover',
      size: of.size[row] ?? -1,
      changedAt: of.changedAt[row] ?? 0,
      entryAt: of.entryAt[row] ?? 0,
      ino: of.ino[row] ?? 0,
      reading: readings[String(id)],
    };
  });
  const { root, nextFile, segments, folders } = manifest;
  return { root, nextFile, segments, folders, files };
}

function byName({ path: one }: IndexedFile, { path: other }: IndexedFile): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export async function writeManifest(
  folder: string,
  state: IndexState,
  now: number,
  options: WriteOptions,
): Promise<void> {
  const { files, ...others } = state;
  const folders = new Map<string, IndexedFile[]>();
  // In one order, whichever way the index came about: it decides between two that are alike.
  for (const file of files.toSorted(byName)) {
    const folder = path.dirname(file.path);
    folders.set(folder, folders.get(folder) ?? []);
    folders.get(folder)?.push(file);
  }
  const ordered = [...folders.values()].flat();
  const names = [...folders.values()].map((list) =>
    Buffer.from(list.map((file) => path.basename(file.path)).join('\n')),
  );
  const head: Head = {
    ...others,
    rows: [...folders].map(([of, list], index) => ({
      path: of,
      count: list.length,
      bytes: names[index]?.length ?? 0,
    })),
    readings: Object.fromEntries(
      ordered.flatMap(({ id, reading }) => (reading ? [[String(id), reading] as const] : [])),
    ),
    count: ordered.length,
    writtenAt: now,
  };
  const json = Buffer.from(JSON.stringify(head));
  const numbers = Float64Array.from(
    columns.flatMap((name) =>
      ordered.map((file) => (name === 'kind' ? searchKinds.indexOf(file.kind) : file[name])),
    ),
  );
  const rest = Buffer.concat([json, ...names, Buffer.from(numbers.buffer)]);
  const start = Buffer.alloc(headSize);
  start.writeUInt32LE(magic, 0);
  start.writeUInt32LE(checksum(rest), 4);
  start.writeUInt32LE(json.length, 8);
  await writeFileAtomic(manifestFile(folder), Buffer.concat([start, rest]), options);
}
