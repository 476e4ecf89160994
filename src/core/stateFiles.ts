// The two files that actions change, without all that a snapshot reads: an action of the command
// line starts sooner that way.

import path from 'node:path';
import type * as z from 'zod/mini';
import { type ProjectPaths, relativePath } from './projectPaths';
import { type BlockersFile, blockersFileSchema } from './schemas/blocker';
import { parseLenient } from './schemas/lenient';
import { requiredToLoad, type SessionState, sessionStateSchema } from './schemas/sessionState';
import { createJsonFile, type JsonFile, type Parsed } from './stores/jsonFile';
import type { Logger } from './support/logger';
import { msg } from './support/message';

export interface StateFiles {
  readonly sessionState: JsonFile<SessionState>;
  readonly blockers: JsonFile<BlockersFile>;
}

export interface FilePlace {
  readonly paths: ProjectPaths;
  readonly logger: Logger;
  readonly now: () => Date;
}

export function stateFiles(place: FilePlace): StateFiles {
  const { sessionState, blockers } = place.paths;
  return {
    sessionState: openJson(place, sessionState, sessionStateSchema, requiredToLoad),
    blockers: openJson(place, blockers, blockersFileSchema),
  };
}

/** A file as it can be used, and as a writer would find it: from the backup where it is broken. */
export async function usable<T>(file: JsonFile<T>): Promise<T | null> {
  const seen = await file.read();
  switch (seen.kind) {
    case 'ok':
      return seen.value;
    case 'corrupt':
      return seen.backup?.value ?? null;
    default:
      return null;
  }
}

export function openJson<T extends z.ZodMiniType>(
  { paths, logger, now }: FilePlace,
  file: string,
  schema: T,
  required: readonly string[] = [],
): JsonFile<z.infer<T>> {
  return createJsonFile({
    path: file,
    within: paths.root,
    lockDirectory: path.join(paths.locks, relativePath(paths.root, file).replaceAll('/', '-')),
    parse: (value) => toParsed(schema, value, required),
    logger,
    now,
  });
}

/** As far as it fits; what does not is told. */
export function toParsed<T extends z.ZodMiniType>(
  schema: T,
  json: unknown,
  required: readonly string[] = [],
): Parsed<z.infer<T>> {
  const { value, problems } = parseLenient(schema, json);
  if (value === undefined) {
    return {
      ok: false,
      reason: problems[0] ?? msg('It is not an object with the expected fields.'),
    };
  }
  const missing = required
    .filter((field) => !Object.hasOwn(json as object, field))
    .map((field) => msg('The required field "{0}" is missing.', field));
  return {
    ok: true,
    value,
    problems: [...problems, ...missing],
    leavesOut: problems.length > 0,
  };
}
