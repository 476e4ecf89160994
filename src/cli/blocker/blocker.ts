// `baton blocker`: what stands in the way of the work, and how it goes out of the way.

import { msg } from '../../core/support/message';
import type { VerbGroup } from '../verb';

export const blocker: VerbGroup = {
  summary: msg('Detect, list, add, solve, edit and recover from blockers'),
  verbs: {
    detect: async () => (await import('./detect')).detect,
    list: async () => (await import('./list')).list,
    add: async () => (await import('./add')).add,
    solve: async () => (await import('./solve')).solve,
    edit: async () => (await import('./edit')).edit,
    recover: async () => (await import('./recover')).recover,
    follow: async () => (await import('./follow')).follow,
  },
};
