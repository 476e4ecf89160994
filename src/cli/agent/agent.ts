// `baton agent`: coding agents, their sessions, and saying something to them.

import { msg } from '../../core/support/message';
import type { VerbGroup } from '../verb';

export const agent: VerbGroup = {
  summary: msg('List, start, resume, fork and run coding agents under one session id'),
  verbs: {
    list: async () => (await import('./list')).list,
    sessions: async () => (await import('./sessions')).sessions,
    transcript: async () => (await import('./transcript')).transcript,
    start: async () => (await import('./start')).start,
    resume: async () => (await import('./resume')).resume,
    fork: async () => (await import('./fork')).fork,
    run: async () => (await import('./run')).run,
    rename: async () => (await import('./rename')).rename,
    forget: async () => (await import('./forget')).forget,
    verify: async () => (await import('./verify')).verify,
    add: async () => (await import('./add')).add,
    confirm: async () => (await import('./confirm')).confirm,
    remove: async () => (await import('./remove')).remove,
  },
};
