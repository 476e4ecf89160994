// What is kept between two reads of a transcript, and whether what lay in a file meanwhile still is
// that. Written by hand, because hooks load it.

import type { Digest } from './digest';
import { isRecord } from './lineValues';
import type { Range } from './rewinds';
import type { AgentName } from './transcriptEvent';

/** Plain JSON, to be kept and given back at the next read. */
export interface Reading {
  readonly version: typeof readingVersion;
  readonly agent: AgentName;
  readonly file: string;
  readonly dev: number;
  readonly ino: number;
  /** Up to where it was read: the end of a line. */
  readonly offset: number;
  /** Of the bytes at the beginning and before the offset: another one is another file. */
  readonly hash: string;
  readonly takenBack: readonly Range[];
  readonly digest: Digest;
}

/** What another version kept is read anew. */
export const readingVersion = 7;

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isNumber: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTruth: Test = (value) => typeof value === 'boolean';
const maybe =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const object =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, test]) => test(value[name]));

const found = { at: maybe(isText), offset: isNumber };
const words = {
  ...found,
  id: maybe(isText),
  text: isText,
  isRoot: maybe(isTruth),
  isQuestion: maybe(isTruth),
};
const option = object({ hash: isText, text: isText });
const question = object({ hash: isText, question: isText, options: listOf(option) });
const counts = object({ done: isNumber, current: isNumber, pending: isNumber });
const attempt = object({
  does: isText,
  size: isNumber,
  hash: isText,
  inPlace: maybe(object({ size: isNumber, hash: isText })),
});

const isDigest = object({
  session: object({
    id: maybe(isText),
    parentId: maybe(isText),
    cwd: maybe(isText),
    startedIn: maybe(isText),
    places: maybe(listOf(object({ cwd: isText, offset: isNumber }))),
  }),
  at: maybe(isText),
  first: maybe(object(words)),
  request: maybe(object(words)),
  objective: maybe(object(words)),
  prompts: listOf(object(words)),
  tasks: listOf(object({ offset: isNumber, id: maybe(isText), text: isText, status: isText })),
  moreTasks: counts,
  plan: maybe(object({ ...words, accepted: maybe(isTruth), done: maybe(listOf(isNumber)) })),
  checks: listOf(
    object({
      offset: isNumber,
      hash: isText,
      step: isNumber,
      text: isText,
      status: isText,
      isPlanned: maybe(isTruth),
      isNext: maybe(isTruth),
    }),
  ),
  moreChecks: counts,
  open: listOf(
    object({
      call: isText,
      offset: isNumber,
      does: isText,
      size: isNumber,
      hash: maybe(isText),
      inPlace: maybe(object({ size: isNumber, folder: isText, hash: maybe(isText) })),
      what: isText,
      asks: maybe(isTruth),
      before: maybe(object(found)),
      questions: maybe(listOf(question)),
    }),
  ),
  files: listOf(object({ ...found, path: isText })),
  lastRead: maybe(isText),
  errors: listOf(
    object({
      ...found,
      hash: isText,
      attempt: maybe(attempt),
      what: isText,
      text: isText,
      exitCode: maybe(Number.isFinite),
    }),
  ),
  answers: listOf(
    object({
      ...found,
      question: isText,
      answer: isText,
      rejected: listOf(object({ text: isText })),
    }),
  ),
  discoveries: listOf(object({ ...found, hash: isText, file: maybe(isText), text: isText })),
  compactions: object({
    count: isNumber,
    id: maybe(isText),
    at: maybe(isText),
    offset: maybe(isNumber),
  }),
  received: listOf(object({ ...found, start: isText })),
  failed: maybe(
    listOf(object({ ...found, hook: isText, problem: isText, isNamed: maybe(isTruth) })),
  ),
});

const fits = object({
  version: (value) => value === readingVersion,
  agent: isText,
  file: isText,
  dev: isNumber,
  ino: isNumber,
  offset: isNumber,
  hash: isText,
  takenBack: listOf(listOf(isNumber)),
  digest: isDigest,
});

export function isReading(value: unknown): value is Reading {
  return fits(value);
}
