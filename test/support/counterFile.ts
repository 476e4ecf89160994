import path from 'node:path';
import type { AtomicFileSystem } from '../../src/core/stores/atomicFile';
import { createJsonFile, type JsonFile } from '../../src/core/stores/jsonFile';
import { silentLogger } from '../../src/core/support/logger';
import { msg } from '../../src/core/support/message';

export interface Counter {
  count: number;
  [unknown: string]: unknown;
}

/** The smallest file of ours: `{ "count": 1 }`, with its lock in `locks` beside it. */
export function createCounterFile(
  file: string,
  {
    within = path.dirname(file),
    now = () => new Date(),
    fs,
  }: { within?: string; now?: () => Date; fs?: AtomicFileSystem } = {},
): JsonFile<Counter> {
  return createJsonFile<Counter>({
    path: file,
    lockDirectory: path.join(path.dirname(file), 'locks'),
    within,
    now,
    logger: silentLogger,
    ...(fs && { fs }),
    parse: (json) => {
      const hasCount = typeof json === 'object' && json !== null && 'count' in json;
      if (!hasCount || !Number.isInteger(json.count)) {
        return { ok: false, reason: msg('It has no count.') };
      }
      const { bad, ...value } = json as Counter;
      return { ok: true, value, problems: [], leavesOut: bad !== undefined };
    },
  });
}
