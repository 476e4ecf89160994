// `baton context`: what the agent knew, saved, shown and kept.

import { msg } from '../../core/support/message';
import type { VerbGroup } from '../verb';

export const context: VerbGroup = {
  summary: msg('Save and show what agents know, and keep their transcripts'),
  verbs: {
    save: async () => (await import('./save')).save,
    show: async () => (await import('./show')).show,
    keep: async () => (await import('./keep')).keep,
  },
};
