// Why there is nothing to show, so that each cause gets its own welcome text with one action.

import { isEmpty, type Snapshot } from '../../core/snapshot';

export type Situation =
  'loading' | 'homeFolder' | 'unavailable' | 'noRepository' | 'noFolder' | 'nothingSaved' | 'ready';

export function situationOf(snapshot: Snapshot): Situation {
  if (!isEmpty(snapshot)) {
    return 'ready';
  }
  if (!snapshot.head) {
    return 'noRepository';
  }
  return snapshot.folder === 'missing' ? 'noFolder' : 'nothingSaved';
}
