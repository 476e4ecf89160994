// What a list shows of a session, from its transcript: read on from where it was, in short pieces, so
// that whoever waits for something else need not wait for this.

import { closeSync } from 'node:fs';
import { hasCode } from '../support/errors';
import { openTranscript } from '../transcript/openTranscript';
import { parsedJson } from '../transcript/parsedJson';
import { readerOf } from '../transcript/readers';
import type { AgentName, TranscriptEvent, TranscriptReader } from '../transcript/transcriptEvent';
import { readLines } from '../transcript/transcriptLines';
import { isOneDocument, recordLines } from '../transcript/transcriptRecords';
import { createSigns, type Signs } from './sessionSigns';
import { sessionTitle } from './sessionTitle';

export interface SeenSession {
  readonly agent: AgentName;
  readonly id?: string | undefined;
  /** The session that it is a copy of. */
  readonly parent?: string | undefined;
  /** Where it began. */
  readonly startedIn?: string | undefined;
  /** Where it was last. */
  readonly cwd?: string | undefined;
  readonly branch?: string | undefined;
  /** As a person or the agent named it. */
  readonly title?: string | undefined;
  readonly first?: string | undefined;
  readonly prompts: number;
  readonly answers: number;
  /** Of the last message: the same one may come again, longer. */
  readonly last?: string | undefined;
  /** What the model had before it at its last answer. */
  readonly tokens?: number | undefined;
  /** When it began. */
  readonly at?: string | undefined;
}

/** Plain JSON, to be kept and given back. */
export interface ReadSession {
  readonly ino: number;
  readonly offset: number;
  readonly seen: SeenSession;
}

const longestTitle = 120;
/** As much as is read at a time; a line that is longer makes it more. */
const pieceSize = 1024 * 1024;
/** Whose session it is stands at the beginning; nothing more is read of those of others. */
const firstPiece = 64 * 1024;

/**
 * Reads as far as `goesOn` lets it. Undefined when there is no such file, or it cannot be read; with
 * `isWhole` when there is no more.
 */
export async function readSession(
  agent: AgentName,
  file: string,
  known: ReadSession | undefined,
  goesOn: (seen: SeenSession) => Promise<boolean>,
): Promise<(ReadSession & { readonly isWhole: boolean }) | undefined> {
  const reader = await readerOf(agent);
  const opened = openTranscript(file);
  if (!opened) {
    return undefined;
  }
  const { handle, stats } = opened;
  try {
    const { ino, size } = stats;
    // Another file, or one that was cut, is read anew; so is what is always written whole.
    const isSame = known?.ino === ino && known.offset <= size && !isOneDocument(file);
    const before = isSame ? known : undefined;
    const scan = createScan(reader, before?.seen ?? { agent, prompts: 0, answers: 0 });
    const onLine = recordLines(file, scan.line);
    let offset = before?.offset ?? 0;
    let piece = offset === 0 ? firstPiece : pieceSize;
    while (offset < size) {
      const done = readLines(handle, offset, Math.min(size, offset + piece), onLine);
      const isEnd = offset + piece >= size;
      piece = done === offset ? piece * 2 : pieceSize;
      offset = done;
      if (isEnd || !(await goesOn(scan.seen()))) {
        return { ino, offset, seen: scan.seen(), isWhole: isEnd };
      }
    }
    return { ino, offset, seen: scan.seen(), isWhole: true };
  } catch (error) {
    if (!hasCode(error, 'EIO', 'EACCES', 'EPERM', 'ESTALE')) {
      throw error;
    }
    return undefined;
  } finally {
    closeSync(handle);
  }
}

type Scanned = { -readonly [K in keyof SeenSession]: SeenSession[K] };

function createScan(reader: TranscriptReader, before: SeenSession) {
  const state: Scanned = { ...before };
  const signs: Signs = createSigns(reader.agent);
  const isAgain = ({ id }: { readonly id?: string | undefined }): boolean => {
    const isSame = id !== undefined && id === state.last;
    state.last = id;
    return isSame;
  };
  const fold = (event: TranscriptEvent): void => {
    switch (event.kind) {
      case 'session':
        state.id ??= event.id;
        state.parent ??= event.parentId;
        state.startedIn ??= event.cwd;
        state.cwd = event.cwd ?? state.cwd;
        state.branch = event.branch ?? state.branch;
        break;
      case 'prompt':
        state.prompts += isAgain(event) ? 0 : 1;
        state.at ??= event.at;
        state.first ??= sessionTitle(event.text, longestTitle);
        break;
      case 'said':
        state.answers += isAgain(event) ? 0 : 1;
        break;
      default:
        break;
    }
  };
  return {
    line: (chunk: Buffer, start: number, end: number): void => {
      signs.look(chunk, start, end);
      let events = reader.glance?.(chunk, start, end);
      if (!events && (reader.glance || reader.matters(chunk, start, end))) {
        const line = parsedJson(chunk, start, end);
        events = line && reader.events(line);
      }
      events?.forEach(fold);
    },
    seen: (): SeenSession => {
      const { title, tokens, cwd } = signs.found();
      state.title = (title && sessionTitle(title, longestTitle)) ?? state.title;
      // None where the model did not answer.
      state.tokens = tokens === 0 ? state.tokens : (tokens ?? state.tokens);
      state.cwd = cwd ?? state.cwd;
      return { ...state };
    },
  };
}
