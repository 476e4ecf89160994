import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFileAtomic } from '../../src/core/stores/atomicFile';
import { withLock } from '../../src/core/stores/lock';
import { createCounterFile } from '../support/counterFile';
import { compare } from './measure';
import type { Row } from './row';

const runs = 300;

/** What safety costs: each operation beside the plain one it replaces, in turns. */
export async function benchStores(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-bench-'));
  const at = (name: string) => path.join(folder, name);
  const text = 'x'.repeat(20_000);
  const records = Array.from({ length: 150 }, (_, id) => ({ id, text: 'some words of a record' }));
  const counter = createCounterFile(at('count.json'));
  await counter.update(() => ({ count: 0, records }));
  writeFileSync(at('plain.json'), readFileSync(at('count.json')));
  try {
    return [
      await compare(
        runs,
        'atomic write, 20 KB',
        () => writeFileAtomic(at('atomic'), text),
        'writeFileSync + fsync',
        () => {
          const fd = openSync(at('plain'), 'w');
          writeFileSync(fd, text);
          fsyncSync(fd);
          closeSync(fd);
        },
      ),
      await compare(
        runs,
        'lock, uncontended',
        () => withLock(at('lock'), () => Promise.resolve()),
        'mkdir + rmdir',
        () => {
          mkdirSync(at('made'));
          rmdirSync(at('made'));
        },
      ),
      await compare(
        runs,
        'update of a 10 KB JSON file: lock, backup, fsync',
        () => counter.update((current) => ({ ...current, count: (current?.count ?? 0) + 1 })),
        'read, parse, write',
        () => {
          const value = JSON.parse(readFileSync(at('plain.json'), 'utf8')) as { count: number };
          value.count++;
          writeFileSync(at('plain.json'), JSON.stringify(value, undefined, 2));
        },
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
