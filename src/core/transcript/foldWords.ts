// What a person and an agent said to each other, folded into the digest.

import { type Digest, type KeptDiscovery, type KeptWords, shares } from './digest';
import { checksIn, findingsIn, mayHaveFindings } from './findings';
import type { FileFold } from './foldFiles';
import type { TaskFold } from './foldTasks';
import { keepLast } from './keepLast';
import { hashOf, plainId, windowOf } from './keptText';
import { momentOf } from './lineValues';
import { isShortQuestion, isSubstantial } from './prompts';
import type { TranscriptEvent } from './transcriptEvent';
import type { Unsettled } from './unsettled';

type Prompt = Extract<TranscriptEvent, { kind: 'prompt' }>;
type Said = Extract<TranscriptEvent, { kind: 'said' }>;

export function createWordFold(
  digest: Digest,
  unsettled: Unsettled,
  tasks: TaskFold,
  files: FileFold,
) {
  const kept = (event: Prompt, offset: number, share: number): KeptWords => {
    const words: KeptWords = {
      text: '',
      offset,
      at: momentOf(event.at),
      id: plainId(event.id),
      isRoot: event.parent === '' || undefined,
    };
    unsettled.text(words, 'text', event.text, share);
    return words;
  };

  const discover = (text: string, at: string | undefined, offset: number) => {
    for (const { start, end, file, isNamed } of findingsIn(text)) {
      const hash = hashOf(text.slice(start, end));
      const discovery: KeptDiscovery = { hash, at, offset, text: '' };
      unsettled.made(discovery, 'text', text, shares.discoveries.text, (safe) =>
        // Where a secret was, the sentence is another one, or it was never one.
        safe === text ? text.slice(start, end) : sentenceLike(safe, text.slice(start, end)),
      );
      if (file !== undefined) {
        unsettled.text(discovery, 'file', file, shares.files.text);
      } else if (!isNamed) {
        files.handLast(discovery);
      }
      digest.discoveries = digest.discoveries.filter((known) => known.hash !== hash);
      digest.discoveries.push(discovery);
      keepLast(digest.discoveries, shares.discoveries.count);
    }
  };

  return {
    prompt(event: Prompt, offset: number) {
      const id = plainId(event.id);
      const again = id === undefined ? -1 : digest.prompts.findIndex((known) => known.id === id);
      if (again < 0) {
        digest.prompts.push(kept(event, offset, shares.prompts.text));
        keepLast(digest.prompts, shares.prompts.count);
      } else {
        digest.prompts[again] = kept(event, offset, shares.prompts.text);
      }
      if (!digest.first || (id !== undefined && digest.first.id === id)) {
        digest.first = kept(event, offset, shares.first);
      }
      if (!isSubstantial(event.text)) {
        return;
      }
      const { objective, request } = digest;
      if (objective === undefined ? digest.first.offset !== offset : request?.id === (id ?? '')) {
        digest.request = kept(event, offset, shares.first);
      }
      const isQuestion = isShortQuestion(event.text) || undefined;
      if (!objective || objective.isQuestion || !isQuestion || objective.id === (id ?? '')) {
        digest.objective = { ...kept(event, offset, shares.objective), isQuestion };
      }
    },
    said(event: Said, offset: number) {
      const text = windowOf(event.text, 0);
      const at = momentOf(event.at);
      tasks.check(checksIn(text), at, offset);
      if (mayHaveFindings(text)) {
        discover(text, at, offset);
      }
    },
  };
}

function sentenceLike(text: string, sentence: string): string {
  const beginning = sentence.slice(0, 12);
  const found = findingsIn(text).map(({ start, end }) => text.slice(start, end));
  return (
    found.find((other) => other === sentence) ??
    found.find((other) => other.startsWith(beginning)) ??
    ''
  );
}
