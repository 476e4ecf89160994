// A compressed copy of one file, written and read in a stream. It gets its name only when it was
// unpacked again and came out the same: whatever is killed when, what has the name is whole.

import { createHash, type Hash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { realFileSystem, syncFolder } from '../stores/atomicFile';

export interface Content {
  readonly size: number;
  /** Of the beginning of its SHA-256: as much as a name takes. */
  readonly hash: string;
}

export interface CopyRequest {
  readonly source: string;
  readonly folder: string;
  /** What to call the copy, once it is known what is in it. */
  readonly nameOf: (content: Content) => string;
  /** Of older copies: what they hash to, the source up to there hashes to as well. */
  readonly earlier?: readonly Content[];
  readonly signal?: AbortSignal | undefined;
}

export interface Copied extends Content {
  readonly name: string;
  /** Of the older ones, those that this one continues. */
  readonly continued: readonly Content[];
}

/** Of what comes out of a copy; zlib has codes of its own for what does not come out. */
export const damaged = 'DAMAGED';

const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export async function writeCopy(request: CopyRequest): Promise<Copied> {
  const { source, folder, signal, earlier = [] } = request;
  const unique = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const temporary = path.join(folder, `.${path.basename(source)}.${unique}.tmp`);
  const from = await open(source, readOnly);
  try {
    const stats = await from.stat();
    if (!stats.isFile()) {
      throw new Error(`${source} is no plain file`);
    }
    const reading = hashing(earlier.map(({ size }) => size));
    const to = await open(temporary, 'wx', 0o600);
    try {
      await pipeline(bytesOf(from, stats.size), reading.through, createGzip(), intoFile(to), {
        signal,
      });
      await to.sync();
    } finally {
      await to.close();
    }
    const content = reading.content();
    const unpacked = await contentOf(temporary, signal);
    if (content.size !== stats.size || !isSame(content, unpacked)) {
      throw new Error(`${source} changed while it was copied, or its copy is damaged`);
    }
    const name = request.nameOf(content);
    await rename(temporary, path.join(folder, name));
    await syncFolder(realFileSystem, folder);
    const continued = earlier.filter((each) => reading.hashAt(each.size) === each.hash);
    return { ...content, name, continued };
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  } finally {
    await from.close();
  }
}

/** What comes out is whole and as `expected` when it settles. */
export async function unpackCopy(copy: string, to: FileHandle, expected: Content): Promise<void> {
  const unpacking = hashing([]);
  const packed = await open(copy, readOnly);
  await pipeline(packed.createReadStream(), createGunzip(), unpacking.through, intoFile(to));
  await to.sync();
  if (!isSame(unpacking.content(), expected)) {
    throw Object.assign(new Error(`${copy} is damaged`), { code: damaged });
  }
}

export async function contentOf(copy: string, signal?: AbortSignal): Promise<Content> {
  const reading = hashing([]);
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const packed = await open(copy, readOnly);
  await pipeline(packed.createReadStream(), createGunzip(), reading.through, nowhere, { signal });
  return reading.content();
}

function isSame(one: Content, other: Content): boolean {
  return one.size === other.size && one.hash === other.hash;
}

/** As much as there was when it was opened: a session may go on. */
function bytesOf(file: FileHandle, size: number): Readable {
  return size === 0
    ? Readable.from([])
    : file.createReadStream({ start: 0, end: size - 1, autoClose: false });
}

/** All of each chunk, or an error: a full disk has been seen to shorten a write silently. */
function intoFile(file: FileHandle): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writeAll(file, chunk).then(() => {
        done();
      }, done);
    },
  });
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, offset);
    if (bytesWritten === 0) {
      throw Object.assign(new Error('nothing could be written'), { code: 'ENOSPC' });
    }
    offset += bytesWritten;
  }
}

/** Hashes what passes, and notes the hash at the given places on the way. */
function hashing(places: readonly number[]) {
  const hash = createHash('sha256');
  const noted = new Map<number, string>();
  let size = 0;
  const add = (chunk: Buffer) => {
    const inside = places.filter((place) => place >= size && place <= size + chunk.length);
    let from = 0;
    for (const place of [...new Set(inside)].sort((a, b) => a - b)) {
      hash.update(chunk.subarray(from, place - size));
      from = place - size;
      noted.set(place, digestOf(hash.copy()));
    }
    hash.update(chunk.subarray(from));
    size += chunk.length;
  };
  return {
    through: (chunks: AsyncIterable<Buffer>) => noting(chunks, add),
    content: (): Content => ({ size, hash: digestOf(hash.copy()) }),
    hashAt: (place: number): string | undefined => noted.get(place),
  };
}

function digestOf(hash: Hash): string {
  return hash.digest('hex').slice(0, 32);
}

async function* noting(chunks: AsyncIterable<Buffer>, note: (chunk: Buffer) => void) {
  for await (const chunk of chunks) {
    note(chunk);
    yield chunk;
  }
}
