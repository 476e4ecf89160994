// Reads every file of a project into the parts of a snapshot. A part is the same object as before
// while its file is unchanged, so that a refresh costs a few stats and comparing parts is cheap.

import path from 'node:path';
import { createChangeReader } from './changeReader';
import { type AgentContext, toAgentContext } from './context/agentContext';
import { recentContextFiles } from './context/recentContextFiles';
import { parseBuffer, type PlacedBuffer } from './documents/buffer';
import { parseDecisions } from './documents/decisions';
import { type DocumentProblem, folded } from './documents/documentProblem';
import { type DecisionMention, decisionMentions } from './documents/decisionLinks';
import { parseSessionMarkdown } from './documents/sessionMarkdown';
import { type Archive, listArchives } from './handover/archiveList';
import type { OpenSpecChange } from './openSpec';
import { createPartCache, type Part } from './partCache';
import { type ProjectPaths, relativePath } from './projectPaths';
import type { BlockersFile } from './schemas/blocker';
import { type DeliveriesFile, deliveriesFileSchema } from './schemas/delivery';
import type { Decision, SessionDocument } from './schemas/handover';
import { type SessionMeta, sessionMetaSchema } from './schemas/liveSession';
import { type SessionContext, sessionContextSchema } from './schemas/sessionContext';
import type { SessionState } from './schemas/sessionState';
import { type LiveSession, liveSessions } from './sessions/liveSessions';
import { openJson, stateFiles } from './stateFiles';
import { stampOf } from './stores/fileStamp';
import type { JsonFile } from './stores/jsonFile';
import { type FileWithin, placeProblem, readFileWithin } from './stores/fileWithin';
import type { Logger } from './support/logger';
import { type Message, msg } from './support/message';
import { sessionDirectories } from './watchedDirectories';

/** How many sessions back a list goes. */
const mostContexts = 20;

export interface ProjectFiles {
  read(): Promise<{
    readonly state: Part<SessionState>;
    readonly context: Part<SessionContext>;
    readonly blockers: Part<BlockersFile>;
    readonly decisions: Part<readonly Decision[]>;
    readonly buffer: Part<PlacedBuffer>;
    readonly handover: Part<{ document: SessionDocument; mentions: readonly DecisionMention[] }>;
    readonly archives: Part<readonly Archive[]>;
    readonly sessions: Part<readonly SessionMeta[]>;
    readonly live: readonly LiveSession[];
    readonly contexts: Part<readonly AgentContext[]>;
    readonly deliveries: Part<DeliveriesFile>;
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
  const deliveries = openJson(place, paths.deliveries, deliveriesFileSchema);

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

  let listed: { readonly stamp: string; readonly files: readonly string[] } | undefined;
  /** Of a folder that grows: files are put there by a rename, which its stamp shows. */
  const contextFiles = (): readonly string[] => {
    const stamp = stampOf(paths.contexts);
    if (listed?.stamp !== stamp) {
      listed = { stamp, files: recentContextFiles(paths.contexts, mostContexts) };
    }
    return listed.files;
  };
  const readContexts = async (): Promise<Part<readonly AgentContext[]>> => {
    const leaves = placeProblem(paths.contexts, root);
    if (leaves) {
      return refused(relativePath(shownIn, paths.contexts), leaves);
    }
    const parts = await Promise.all(
      contextFiles().map((file) =>
        cache.read([file], async () => {
          const source = openJson(place, file, sessionContextSchema);
          const { value, problems } = await jsonPart(file, source, { root, shownIn, restorable });
          // One that cannot be read is a session still; one that was just removed is none.
          const isGone = value === null && problems.length === 0;
          return { value: isGone ? null : toAgentContext(file, value), problems };
        }),
      ),
    );
    return cache.join(paths.contexts, parts);
  };

  /** A folder's stamp shows what comes and goes in it. */
  const readArchives = (): Promise<Part<readonly Archive[]>> =>
    cache.read([paths.archive], () => {
      const leaves = placeProblem(paths.archive, root);
      return Promise.resolve(
        leaves
          ? refused(relativePath(shownIn, paths.archive), leaves)
          : { value: listArchives(paths.archive), problems: [] },
      );
    });

  return {
    readChange: createChangeReader(root),
    read: async () => ({
      state: await readJson(paths.sessionState, sessionState),
      context: await readJson(paths.sessionContext, sessionContext),
      blockers: await readJson(paths.blockers, blockers),
      decisions: await readText(paths.decisions, (text) => {
        const { decisions, problems } = parseDecisions(text);
        return { value: decisions, problems: folded(problems) };
      }),
      handover: await readText(paths.sessionMarkdown, (text) => {
        const { document, problems } = parseSessionMarkdown(text);
        return { value: { document, mentions: decisionMentions(text) }, problems };
      }),
      buffer: await readText(paths.buffer, (text) => {
        const { document, problems } = parseBuffer(text);
        return { value: document, problems };
      }),
      archives: await readArchives(),
      sessions: await readSessions(),
      live: liveSessions(paths, now()),
      contexts: await readContexts(),
      deliveries: await readJson(paths.deliveries, deliveries),
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
