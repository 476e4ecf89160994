// `baton sessions`: the sessions of agents that are alive now, what they ask, and who answers.

import { msg } from '../../core/support/message';
import type { VerbGroup } from '../verb';

export const sessions: VerbGroup = {
  summary: msg('Live sessions of agents: list, start, heartbeat, end, sweep, ask and answer'),
  verbs: {
    list: async () => (await import('./list')).list,
    start: async () => (await import('./start')).start,
    heartbeat: async () => (await import('./heartbeat')).heartbeat,
    end: async () => (await import('./end')).end,
    sweep: async () => (await import('./sweep')).sweep,
    send: async () => (await import('./send')).send,
    ask: async () => (await import('./ask')).ask,
    answer: async () => (await import('./answer')).answer,
  },
};
