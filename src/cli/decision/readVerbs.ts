// The verbs of `baton decision` that only read. start.ts knows their names.

import type { Verb, Verbs } from '../verb';

export const readVerbs: Verbs<Verb> = {
  list: async () => (await import('./list')).list,
  show: async () => (await import('./show')).show,
};
