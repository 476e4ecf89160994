// Reads every file of a project into the parts of a snapshot. A part is the same object as before
// while its file is unchanged, so that a refresh costs a few stats and comparing parts is cheap.

import path from 'node:path';
import { createChangeReader } from './changeReader';
import { type DocumentProblem, parseDecisions } from './documents/decisions';
import { parseSessionMarkdown } from './documents/sessionMarkdown';
import type { OpenSpecChange } from './openSpec';
import { type ProjectPaths, relativePath } from './projectPaths';
import type { BlockersFile } from './schemas/blocker';
import type { Decision, SessionDocument } from './schemas/handover';
import { type SessionMeta, sessionMetaSchema } from './schemas/liveSession';
import type { Problem } from './schemas/problem';
import { type SessionContext, sessionContextSchema } from './schemas/sessionContext';
import type { SessionState } from './schemas/sessionState';
import { openJson, stateFiles } from './stateFiles';
import { stampOf } from './stores/fileStamp';
import type { JsonFile } from './stores/jsonFile';
import { type FileWithin, placeProblem, readFileWithin } from './stores/fileWithin';
import type { Logger } from './support/logger';
import { type Message, msg } from './support/message';
import { sessionDirectories } from './watchedDirectories';

/** What one file gives to a snapshot. */
export interface Part<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
}

export interface ProjectFiles {
  read(): Promise<{
    readonly state: Part<SessionState>;
    readonly context: Part<SessionContext>;
    readonly blockers: Part<BlockersFile>;
    readonly decisions: Part<readonly Decision[]>;
    readonly handover: Part<SessionDocument>;
    readonly sessions: Part<readonly SessionMeta[]>;
  }>;
  /** The OpenSpec change of that id, the same object while its files are unchanged. */
  readChange(id: string | null | undefined): OpenSpecChange | undefined;
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

  const readJson = <T>(file: string, source: JsonFile<T>): Promise<Part<T>> =>
    cache.read([file, `${file}.bak`], () => jsonPart(file, source, { root, shownIn, restorable }));
  // What belongs to another worktree is mended there; of the others nobody offers to restore it.
  const restorable = (file: string) => file === paths.sessionState && root === shownIn;
  const readText = <T>(
    file: string,
    parse: (text: string) => { value: T; problems: readonly DocumentProblem[] },
  ): Promise<Part<T>> =>
    cache.read([file], () => Promise.resolve(textPart(file, parse, { root, shownIn })));

  const place = { paths, logger, now };
  const { sessionState, blockers } = stateFiles(place);
  const sessionContext = openJson(place, paths.sessionContext, sessionContextSchema);

  const readSessions = async (): Promise<Part<readonly SessionMeta[]>> => {
    const leaves = placeProblem(paths.sessions, root);
    if (leaves) {
      return refused(relativePath(shownIn, paths.sessions), leaves);
    }
    const metas = await Promise.all(
      sessionDirectories(paths).map((directory) => {
        const file = path.join(directory, 'meta.json');
        return readJson(file, openJson(place, file, sessionMetaSchema));
      }),
    );
    return cache.join(paths.sessions, metas);
  };

  return {
    readChange: createChangeReader(root),
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
            usesBackup: seen.backup !== undefined,
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
