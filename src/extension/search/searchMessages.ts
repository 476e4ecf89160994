// What the window and the thread that searches for it say to each other. Plain data only.

import type { SearchReport } from '../../core/search/search';
import type { UpdateProgress } from '../../core/search/updateIndex';
import type { Message } from '../../core/support/message';

export interface SearchAsk {
  readonly id: number;
  readonly root: string;
  readonly home: string;
  readonly sddDirectory: string | undefined;
  readonly typed: string;
  readonly limit: number;
}

/** Ends the thread, and whatever it is doing. */
export const stopSearch = 'stop';

export type SearchAnswer =
  | { readonly id: number; readonly progress: UpdateProgress }
  | { readonly id: number; readonly report: SearchReport }
  | {
      readonly id: number;
      readonly failure: { readonly reason: string; readonly text: Message } | string;
    };
