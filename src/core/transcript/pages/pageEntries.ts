// What is on a page of a transcript, in order: calls together with what came of them, and what was
// said twice only once. Pure.

import type { ActionResult, AgentAction, TranscriptEvent } from '../transcriptEvent';

interface Entry {
  readonly at: string | undefined;
  /** Where its line begins in the file. */
  readonly offset: number;
  /** By or for a subagent, in the midst of the session's own lines. */
  readonly isAside: boolean;
}

export type PageEntry =
  | (Entry & { readonly kind: 'prompt' | 'said'; readonly text: string })
  | (Entry & {
      readonly kind: 'call';
      /** undefined where the page before has it. */
      readonly action: AgentAction | undefined;
      readonly result: ActionResult | undefined;
    })
  | (Entry & { readonly kind: 'compaction'; readonly trigger: string | undefined })
  | (Entry & { readonly kind: 'received'; readonly hook: string; readonly text: string });

export function createPageEntries() {
  /** In the order in which they came first; what has no id is always another one. */
  const entries = new Map<string | symbol, PageEntry>();
  const put = (key: string | symbol, entry: PageEntry) => {
    const { at, offset } = entries.get(key) ?? entry;
    entries.set(key, { ...entry, at, offset });
  };

  return {
    get all(): readonly PageEntry[] {
      return [...entries.values()];
    },
    add(event: TranscriptEvent, offset: number, isAside: boolean): void {
      // That a hook failed is no part of the conversation.
      if (event.kind === 'session' || event.kind === 'hookFailed') {
        return;
      }
      const entry = { at: event.at, offset, isAside };
      const key = event.id === undefined ? Symbol(event.kind) : `${event.kind} ${event.id}`;
      switch (event.kind) {
        case 'prompt':
        case 'said':
          put(key, { kind: event.kind, text: event.text, ...entry });
          return;
        case 'received':
          put(key, { kind: 'received', hook: event.hook, text: event.text, ...entry });
          return;
        case 'compaction':
          put(key, { kind: 'compaction', trigger: event.trigger, ...entry });
          return;
        case 'call':
        case 'result': {
          const name = `call ${event.call}`;
          const known = entries.get(name);
          const { action, result } = known?.kind === 'call' ? known : {};
          put(name, {
            kind: 'call',
            ...entry,
            action: event.kind === 'call' ? event.action : action,
            result: event.kind === 'result' ? event.result : result,
          });
        }
      }
    },
  };
}
