// Baton's own JSON files in the user's data folder: per project, and for all of them.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod/mini';
import { toParsed } from './stateFiles';
import { createJsonFile, type JsonFile } from './stores/jsonFile';
import type { Logger } from './support/logger';

export interface UserFilePlace {
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** `name` may begin with folders: `projects/<id>/runs.json`. */
export function userFile<T extends z.ZodMiniType>(
  { dataFolder, logger, now }: UserFilePlace,
  name: string,
  schema: T,
): JsonFile<z.infer<T>> {
  const file = path.join(dataFolder, name);
  const open = createJsonFile<z.infer<T>>({
    path: file,
    within: dataFolder,
    lockDirectory: path.join(path.dirname(file), 'locks', path.basename(file)),
    parse: (json) => toParsed(schema, json),
    logger,
    now,
  });
  return {
    ...open,
    // What was run on this machine is for nobody else to read.
    update: (change, options) => {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      return open.update(change, options);
    },
  };
}
