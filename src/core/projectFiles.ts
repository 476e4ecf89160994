// Reads every file of a project into the parts of a snapshot. A part is the same object as before
// while its file is unchanged, so that a refresh costs a few stats and comparing parts is cheap.

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod/mini';
import { type DocumentProblem, parseDecisions } from './documents/decisions';
import { parseSessionMarkdown } from './documents/sessionMarkdown';
import { type ProjectPaths, relativePath } from './projectPaths';
import { blockersFileSchema } from './schemas/blocker';
import type { Decision, SessionDocument } from './schemas/handover';
import { parseLenient } from './schemas/lenient';
import { type SessionMeta, sessionMetaSchema } from './schemas/liveSession';
import type { Problem } from './schemas/problem';
import { sessionContextSchema } from './schemas/sessionContext';
import { requiredToLoad, sessionStateSchema } from './schemas/sessionState';
import { createJsonFile, type JsonFile, type Parsed } from './stores/jsonFile';
import { type FileWithin, placeProblem, readFileWithin } from './stores/fileWithin';
import { describeError } from './support/errors';
import type { Logger } from './support/logger';
import { type Message, msg } from './support/message';

/** What one file gives to a snapshot. */
export interface Part<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
}

export interface ProjectFiles {
  readonly sessionState: JsonFile<z.infer<typeof sessionStateSchema>>;
  read(): Promise<{
    readonly state: Part<z.infer<typeof sessionStateSchema>>;
    readonly context: Part<z.infer<typeof sessionContextSchema>>;
    readonly blockers: Part<z.infer<typeof blockersFileSchema>>;
    readonly decisions: Part<readonly Decision[]>;
    readonly handover: Part<SessionDocument>;
    readonly sessions: Part<readonly SessionMeta[]>;
  }>;
}

interface Options {
  readonly paths: ProjectPaths;
  /** Problems are told relative to this project, which may show the files of another worktree. */
  readonly shownIn: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

export function projectFiles({ paths, shownIn, logger, now }: Options): ProjectFiles {
  const { root } = paths;
  const cache = createPartCache();

  const json = <T extends z.ZodMiniType>(
    file: string,
    schema: T,
    required: readonly string[] = [],
  ): JsonFile<z.infer<T>> =>
    createJsonFile({
      path: file,
      within: root,
      lockDirectory: path.join(paths.locks, relativePath(root, file).replaceAll('/', '-')),
      parse: (value) => toParsed(schema, value, required),
      logger,
      now,
    });
  const readJson = <T>(file: string, source: JsonFile<T>): Promise<Part<T>> =>
    cache.read([file, `${file}.bak`], () => jsonPart(file, source, { root, shownIn, restorable }));
  // What belongs to another worktree is mended there; of the others nobody offers to restore it.
  const restorable = (file: string) => file === paths.sessionState && root === shownIn;
  const readText = <T>(
    file: string,
    parse: (text: string) => { value: T; problems: readonly DocumentProblem[] },
  ): Promise<Part<T>> =>
    cache.read([file], () => Promise.resolve(textPart(file, parse, { root, shownIn })));

  const sessionState = json(paths.sessionState, sessionStateSchema, requiredToLoad);
  const sessionContext = json(paths.sessionContext, sessionContextSchema);
  const blockers = json(paths.blockers, blockersFileSchema);

  const readSessions = async (): Promise<Part<readonly SessionMeta[]>> => {
    const leaves = placeProblem(paths.sessions, root);
    if (leaves) {
      return refused(relativePath(shownIn, paths.sessions), leaves);
    }
    const metas = await Promise.all(
      sessionDirectories(paths).map((directory) => {
        const file = path.join(directory, 'meta.json');
        return readJson(file, json(file, sessionMetaSchema));
      }),
    );
    return cache.join(paths.sessions, metas);
  };

  return {
    sessionState,
    read: async () => ({
      state: await readJson(paths.sessionState, sessionState),
      context: await readJson(paths.sessionContext, sessionContext),
      blockers: await readJson(paths.blockers, blockers),
      decisions: await readText(paths.decisions, (text) => {
        const { decisions, problems } = parseDecisions(text);
        return { value: decisions, problems };
      }),
      handover: await readText(paths.sessionMarkdown, (text) => {
        const { document, problems } = parseSessionMarkdown(text);
        return { value: document, problems };
      }),
      sessions: await readSessions(),
    }),
  };
}

function toParsed<T extends z.ZodMiniType>(
  schema: T,
  json: unknown,
  required: readonly string[],
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

/** Which project a file belongs to, and which one shows it. */
interface Place {
  readonly root: string;
  readonly shownIn: string;
}

interface JsonPlace extends Place {
  restorable(file: string): boolean;
}

async function jsonPart<T>(file: string, source: JsonFile<T>, of: JsonPlace): Promise<Part<T>> {
  const seen = await source.read();
  const at = { file: relativePath(of.shownIn, file) };
  switch (seen.kind) {
    case 'missing':
      return { value: null, problems: [] };
    case 'ok':
      return {
        value: seen.value,
        problems: seen.problems.map((message) => ({ ...at, code: 'invalid-field', message })),
      };
    case 'corrupt':
      return {
        value: seen.backup?.value ?? null,
        problems: [
          {
            ...at,
            code: 'invalid-json',
            restorable: seen.backup !== undefined && of.restorable(file),
            message: corruptMessage(seen.reason, seen.backup !== undefined, of.restorable(file)),
          },
        ],
      };
    default:
      return refused(at.file, seen);
  }
}

/** What happened, what it means, what to do. */
function corruptMessage(reason: Message, hasBackup: boolean, restorable: boolean): Message {
  if (hasBackup && !restorable) {
    return msg('{0} The backup is shown instead: mend the file.', reason);
  }
  return hasBackup
    ? msg('{0} The backup is shown instead: restore it, or mend the file.', reason)
    : msg('{0} There is no backup: mend the file, or delete it to start anew.', reason);
}

function textPart<T>(
  file: string,
  parse: (text: string) => { value: T; problems: readonly DocumentProblem[] },
  of: Place,
): Part<T> {
  const at = { file: relativePath(of.shownIn, file) };
  const seen = readFileWithin(file, of.root);
  switch (seen.kind) {
    case 'missing':
      return { value: null, problems: [] };
    case 'ok': {
      const { value, problems } = parse(seen.bytes.toString('utf8'));
      return { value, problems: problems.map((problem) => ({ ...at, ...problem })) };
    }
    default:
      return refused(at.file, seen);
  }
}

function refused(
  file: string,
  { kind, reason }: Extract<FileWithin, { reason: Message }>,
): Part<never> {
  const code = kind === 'outside' ? 'outside-project' : 'unreadable';
  return { value: null, problems: [{ file, code, message: reason }] };
}

/** One per live session, in a stable order. */
export function sessionDirectories({ sessions }: ProjectPaths): string[] {
  try {
    return readdirSync(sessions, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(sessions, entry.name))
      .sort();
  } catch {
    return [];
  }
}

function createPartCache() {
  const parts = new Map<string, { stamp: string; part: Part<unknown> }>();
  const joined = new Map<string, { from: readonly unknown[]; part: Part<unknown> }>();
  return {
    async read<T>(files: readonly string[], read: () => Promise<Part<T>>): Promise<Part<T>> {
      const key = files[0] ?? '';
      const stamp = files.map(stampOf).join();
      const known = parts.get(key);
      if (known?.stamp === stamp) {
        return known.part as Part<T>;
      }
      const part = await read();
      // What could not be read may be a passing trouble: look again the next time.
      if (part.problems.some(({ code }) => code === 'unreadable')) {
        parts.delete(key);
      } else {
        parts.set(key, { stamp, part });
      }
      return part;
    },
    /** One part of many, the same object while each of them is. */
    join<T>(key: string, from: readonly Part<T>[]): Part<readonly T[]> {
      const known = joined.get(key);
      if (known?.from.length === from.length && from.every((each, i) => each === known.from[i])) {
        return known.part as Part<readonly T[]>;
      }
      const part = {
        value: from.flatMap(({ value }) => (value === null ? [] : [value])),
        problems: from.flatMap(({ problems }) => problems),
      };
      joined.set(key, { from, part });
      return part;
    },
  };
}

/** Changes whenever the file does. A rename into place changes the inode even within one tick. */
function stampOf(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino}.${stats.size}.${stats.mtimeNs}.${stats.ctimeNs}` : '';
  } catch (error) {
    // A link in a circle, a folder that may not be looked into: the reader says what is wrong.
    return describeError(error);
  }
}
