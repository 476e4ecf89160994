// `baton hook` as a verb, for its help; agents get to hooks/main.ts, which loads nothing else.

import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { agentNames } from '../../core/transcript/transcriptEvent';
import type { Verb } from '../verb';
import { agentEvents } from '../../core/install/agentEvents';
import { runHook } from './hook';
import { parseHookCall } from './hookCall';

const events = [
  ...new Set(
    Object.values(agentEvents)
      .flat()
      .map(({ name }) => name),
  ),
];

export const hook: Verb = {
  summary: msg('For the hooks of agents: {0}', events.join(', ')),
  words: ['EVENT'],
  options: {
    agent: {
      type: 'string',
      value: 'NAME',
      summary: msg('Which agent: {0}; claude unless told', agentNames.join(', ')),
    },
    shared: { type: 'boolean', summary: msg('From settings that came with the repository') },
  },
  run: async ({ words: [event = ''], values: { agent, shared }, env }) => {
    const flags = typeof agent === 'string' ? ['--agent', agent] : [];
    const call = parseHookCall([event, ...flags, ...(shared && agent ? ['--shared'] : [])]);
    if (!call) {
      throw new UserError(
        'usage',
        msg('Give the name of an event, and an agent of: {0}.', agentNames.join(', ')),
      );
    }
    let text = '';
    await runHook(call, env, (printed) => {
      text += printed;
    });
    return { json: text === '' ? {} : { text }, text: () => text };
  },
};
