// Folds what happened in a transcript into its digest, event by event.

import { type Digest, type KeptFailure, type KeptReceipt, shares } from './digest';
import { createCallFold } from './foldCalls';
import { createDiscoveryFold } from './foldDiscoveries';
import { createFileFold } from './foldFiles';
import { createTaskFold } from './foldTasks';
import { createWordFold } from './foldWords';
import { keepLast } from './keepLast';
import { keptText, plainId } from './keptText';
import { momentOf } from './lineValues';
import type { TranscriptEvent } from './transcriptEvent';
import { createUnsettled } from './unsettled';

export type Folding = ReturnType<typeof createFolding>;

/** What hooks of others tell is no receipt, and there may be much of it. */
const ownStart = /^[ \t]*Baton context /m;

/** Changes `digest`, which is whole again after `settle`. */
export function createFolding(digest: Digest) {
  const unsettled = createUnsettled();
  const tasks = createTaskFold(digest, unsettled);
  const files = createFileFold(digest, unsettled);
  const calls = createCallFold(digest, unsettled, tasks, files, () => digest.session.cwd ?? '');
  const discoveries = createDiscoveryFold(digest, unsettled, files);
  const words = createWordFold(digest, unsettled, tasks, discoveries);
  let cwd: string | undefined;
  const session = (event: Extract<TranscriptEvent, { kind: 'session' }>, offset: number) => {
    const known = digest.session;
    const id = plainId(event.id);
    if (id !== undefined && id !== known.id) {
      known.parentId = known.id ?? known.parentId;
      known.id = id;
    }
    known.parentId = plainId(event.parentId) ?? known.parentId;
    if (event.cwd === undefined || event.cwd === cwd) {
      return;
    }
    cwd = event.cwd;
    // At once, not when all is read: it is compared with where the agent was before.
    const kept = keptText(cwd, shares.place);
    known.startedIn ??= kept;
    if (kept !== known.cwd) {
      const from = known.places ? offset : 0;
      known.places = [...(known.places ?? []), { cwd: kept, offset: from }].slice(-shares.places);
    }
    known.cwd = kept;
  };

  const received = (event: Extract<TranscriptEvent, { kind: 'received' }>, offset: number) => {
    // Several hooks may have told something at once.
    const start = ownStart.exec(event.text)?.index;
    if (start === undefined) {
      return;
    }
    const receipt: KeptReceipt = { start: '', at: momentOf(event.at), offset };
    unsettled.text(receipt, 'start', event.text.slice(start).trim(), shares.received.text);
    digest.received.push(receipt);
    keepLast(digest.received, shares.received.count);
  };

  const failed = (event: Extract<TranscriptEvent, { kind: 'hookFailed' }>, offset: number) => {
    const { isNamed } = event;
    const at = momentOf(event.at);
    const failure: KeptFailure = { hook: '', problem: '', at, offset, ...(isNamed && { isNamed }) };
    unsettled.text(failure, 'hook', event.hook, shares.failed.hook);
    unsettled.text(failure, 'problem', event.problem, shares.failed.problem);
    digest.failed = [...(digest.failed ?? []), failure];
    keepLast(digest.failed, shares.failed.count);
  };

  return {
    digest,
    /**
     * `isTakenBack`: a person went back to before it. Then only what happened outside the
     * conversation counts: changed files, compactions and what hooks delivered.
     */
    fold(event: TranscriptEvent, offset: number, isTakenBack = false): void {
      const at = event.kind === 'session' ? undefined : momentOf(event.at);
      digest.at = at ?? digest.at;
      switch (event.kind) {
        case 'session':
          session(event, offset);
          return;
        case 'compaction':
          digest.compactions = {
            count: digest.compactions.count + 1,
            id: plainId(event.id),
            at,
            offset,
          };
          return;
        case 'received':
          received(event, offset);
          return;
        case 'hookFailed':
          failed(event, offset);
          return;
        case 'call':
          if (!isTakenBack) {
            calls.call(event.call, event.action, { at, offset });
          } else if (event.action.do === 'edit') {
            files.edited(event.action.paths, at, offset);
          }
          return;
        case 'prompt':
          if (!isTakenBack) {
            words.prompt(event, offset);
          }
          return;
        case 'said':
          if (!isTakenBack) {
            words.said(event, offset);
          }
          return;
        case 'result':
          if (!isTakenBack) {
            calls.result(event.call, event.result, { at, offset });
          }
      }
    },
    needsResult: (call: string) => calls.needsResult(call),
    /** To be called before the digest leaves this process. */
    settle(): Digest {
      calls.settle();
      discoveries.settle();
      unsettled.settle(digest);
      return digest;
    },
  };
}
