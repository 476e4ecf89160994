// A JSON file of others that gets something of ours: what it is afterwards, and what to remember so
// that it can be as it was before.

import type { SettingsRecord } from './installRecord';
import { readObject } from './jsonLookup';
import { emptyMemory, type Spliced } from './jsonSplice';
import { withoutByteOrderMark } from '../support/byteOrderMark';

export interface Edited {
  /** null: the file is to be removed. */
  readonly text: string | null;
  /** undefined: nothing is left to remember. */
  readonly record: SettingsRecord | undefined;
}

type Edit = (now: Spliced) => Spliced;

/** `hasOurs`: from an earlier install, also of another project, whose memory is still true then. */
export function editToInstall(
  before: string | null,
  known: SettingsRecord | undefined,
  hasOurs: boolean,
  edit: Edit,
): Edited {
  const isBlank = before === null || isBlankText(before);
  const memory = hasOurs ? known : undefined;
  const edited = edit({
    text: isBlank ? '{}\n' : before,
    memory: { made: memory?.made ?? emptyMemory.made, inside: memory?.inside ?? [] },
  });
  if (hasOurs && edited.text === before) {
    return { text: before, record: known };
  }
  const blank = isBlank
    ? { blank: before }
    : memory?.blank === undefined
      ? {}
      : { blank: memory.blank };
  return { text: edited.text, record: { ...copy(edited), ...blank } };
}

export interface UninstallFacts {
  readonly file: string;
  readonly known: SettingsRecord | undefined;
  /** Where nothing is remembered, what is empty afterwards was made for ours. */
  readonly otherwise: SettingsRecord;
  /** Of another project or scope, for which the rest of the memory is kept. */
  readonly isOursLeft: (text: string) => boolean;
}

export function editToUninstall(
  before: string | null,
  { file, known, otherwise, isOursLeft }: UninstallFacts,
  edit: Edit,
): Edited {
  if (before === null || isBlankText(before)) {
    return { text: before, record: undefined };
  }
  const { made, inside, blank } = known ?? otherwise;
  const edited = edit({ text: before, memory: { made, inside } });
  const { text } = edited;
  if (known && isOursLeft(text)) {
    return { text, record: { ...copy(edited), ...(blank !== undefined && { blank }) } };
  }
  const isEmptied = text !== before && readObject(text, file).items.length === 0;
  return { text: isEmptied && blank !== undefined ? blank : text, record: undefined };
}

/** Has no value in it. */
export function isBlankText(text: string): boolean {
  return withoutByteOrderMark(text).trim() === '';
}

function copy({ memory: { made, inside } }: Spliced): SettingsRecord {
  return {
    made: made.map((path) => [...path]),
    inside: inside.map(({ path, text }) => ({ path: [...path], text })),
  };
}
