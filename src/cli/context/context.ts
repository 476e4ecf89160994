// `baton context`: what the agent knew, saved, shown and kept.

import { msg } from '../../core/support/message';
import type { VerbGroup } from '../verb';

export const context: VerbGroup = {
  summary: msg('Keep what agents knew'),
  verbs: {
    keep: async () => (await import('./keep')).keep,
  },
};
