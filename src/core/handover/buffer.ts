// The knowledge buffer of a project: who adds to it or flushes it does so alone, under its lock. When
// the lock is not to be had, what was to be added waits, and the next who gets it takes it along.

import path from 'node:path';
import * as z from 'zod/mini';
import { parseBuffer } from '../documents/buffer';
import { type NewKnowledge, withKnowledge } from '../documents/bufferSplice';
import { inOneLine } from '../documents/knowledgeEntry';
import { type ProjectPaths, relativePath } from '../projectPaths';
import { type BufferDocument, bufferDocumentSchema } from '../schemas/handover';
import type { HeldLock, LockOptions } from '../stores/lock';
import { createWaitingEntries } from '../stores/waitingEntries';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { keptText } from '../transcript/keptText';
import type { QuietPlace } from '../workplace';
import { changeBuffer, readBufferText, underBufferLock } from './bufferFile';
import { finishFlush, type FlushReport, flushNow } from './flush';

export type BufferPlace = Pick<QuietPlace, 'root' | 'paths' | 'repository' | 'git' | 'now'>;

export interface AddedKnowledge {
  /** Relative to the root. */
  readonly path: string;
  readonly added: BufferDocument['knowledge'];
  /** What was there already. */
  readonly known: number;
  /** Names that have become skill candidates by this. */
  readonly candidates: readonly string[];
  /** Somebody else holds the lock: it is kept, and goes in with the next. */
  readonly isWaiting: boolean;
}

/** In bytes: more than a few sentences is no entry of a list. */
const longestDescription = 2_000;

const newKnowledgeSchema = z.extend(bufferDocumentSchema.shape.knowledge.def.element, {
  isSourceGuessed: z.optional(z.boolean()),
});

export async function addKnowledge(
  place: BufferPlace,
  entries: readonly NewKnowledge[],
  options?: LockOptions,
): Promise<AddedKnowledge> {
  const given = entries.map(withSafeWords);
  if (given.some(({ description }) => description === '')) {
    throw new UserError('no-words', msg('Say in a few words what is to be remembered.'));
  }
  const report = { path: relativePath(place.root, place.paths.buffer), known: 0 };
  try {
    const result = await underBufferLock(
      place,
      async (lock) => {
        // Where it cannot be finished, that is for the next flush to say.
        await finishFlush(place, lock).catch(() => undefined);
        return addNow(place, given, lock);
      },
      options,
    );
    return { ...report, ...result, isWaiting: false };
  } catch (error) {
    if (!UserError.is(error, 'lock-timeout') && !UserError.is(error, 'changed-meanwhile')) {
      throw error;
    }
    const waiting = waitingKnowledge(place);
    for (const entry of given) {
      await waiting.add(entry);
    }
    return { ...report, added: [], candidates: [], isWaiting: true };
  }
}

/** null where there is none. */
export function readBuffer(paths: ProjectPaths): BufferDocument | null {
  const text = readBufferText(paths);
  return text === undefined ? null : parseBuffer(text).document;
}

/** Into `<SDD_DIR>/project/knowledge`, from where it is cleared only when it is there. */
export function flushBuffer(place: BufferPlace, options?: LockOptions): Promise<FlushReport> {
  return underBufferLock(
    place,
    async (lock) => {
      await finishFlush(place, lock);
      await addNow(place, [], lock);
      return flushNow(place, lock);
    },
    options,
  );
}

async function addNow(
  place: BufferPlace,
  given: readonly NewKnowledge[],
  lock: HeldLock,
): Promise<Pick<AddedKnowledge, 'added' | 'known' | 'candidates'>> {
  const entries = waitingKnowledge(place);
  const waiting = entries.read();
  const at = place.now().toISOString();
  let added: BufferDocument['knowledge'] = [];
  let candidates: readonly string[] = [];
  await changeBuffer(place.paths, lock, (current) => {
    // One that is there already was put there by somebody who was killed before its file could go.
    const before = withKnowledge(
      current,
      waiting.map(({ entry }) => entry),
      at,
    );
    const after = withKnowledge(before.text, given, at);
    added = [...after.added];
    candidates = [...before.candidates, ...after.candidates];
    return after.text === '' ? undefined : after.text;
  });
  entries.remove(waiting);
  return { added, known: given.length - added.length, candidates };
}

function waitingKnowledge({ paths, now }: BufferPlace) {
  return createWaitingEntries<NewKnowledge>({
    directory: path.join(paths.state, 'waiting', 'buffer'),
    within: paths.root,
    parse: (json) => newKnowledgeSchema.safeParse(json).data,
    now,
  });
}

/** Models write them, and the file is committed. */
function withSafeWords(entry: NewKnowledge): NewKnowledge {
  return { ...entry, description: keptText(inOneLine(entry.description), longestDescription) };
}
