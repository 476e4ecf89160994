// What a person and an agent said to each other, folded into the digest.

import { checksIn, finishedSteps } from './checkLists';
import { type Digest, type KeptWords, shares } from './digest';
import type { DiscoveryFold } from './foldDiscoveries';
import type { TaskFold } from './foldTasks';
import { keepLast } from './keepLast';
import { plainId, windowOf } from './keptText';
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
  discoveries: DiscoveryFold,
) {
  const kept = (event: Prompt, offset: number, share: number): KeptWords => {
    const words: KeptWords = {
      text: '',
      offset,
      at: momentOf(event.at),
      id: plainId(event.id),
      isRoot: event.parent === '' || undefined,
    };
    unsettled.words(words, 'text', event.text, share);
    return words;
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
      tasks.check(checksIn(text), offset);
      tasks.finish(finishedSteps(text), offset);
      discoveries.said(text, at, offset);
    },
  };
}
