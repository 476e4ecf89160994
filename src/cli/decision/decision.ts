// `baton decision`: the log of what was decided, which only grows.

import { msg } from '../../core/support/message';
import type { VerbGroup } from '../verb';
import { readVerbs } from './readVerbs';

export const decision: VerbGroup = {
  summary: msg('Note, list and show decisions'),
  verbs: { add: async () => (await import('./add')).add, ...readVerbs },
};
