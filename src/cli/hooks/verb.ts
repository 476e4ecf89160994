// `baton hook` as a verb, for its help; agents get to hooks/main.ts, which loads nothing else.

import { msg } from '../../core/support/message';
import type { Verb } from '../verb';
import { hookEvents } from '../../core/install/hookEntries';
import { runHook } from './hook';

export const hook: Verb = {
  summary: msg('For the hooks of agents: {0}', hookEvents.map(({ name }) => name).join(', ')),
  words: ['EVENT'],
  run: async ({ words: [event = ''], env }) => {
    let text = '';
    await runHook(event, env, (printed) => {
      text += printed;
    });
    return { json: text === '' ? {} : { text }, text: () => text };
  },
};
