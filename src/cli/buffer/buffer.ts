// `baton buffer`: what was learned on the way, until it is kept for good.

import { msg } from '../../core/support/message';
import type { VerbGroup } from '../verb';

export const buffer: VerbGroup = {
  summary: msg('Add to the knowledge buffer, list it, and flush it into files that stay'),
  verbs: {
    add: async () => (await import('./add')).add,
    list: async () => (await import('./list')).list,
    flush: async () => (await import('./flush')).flush,
  },
};
