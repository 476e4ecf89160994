// `baton sessions sweep` on its own: it needs nothing of what the other verbs bring along.

import { msg } from '../../core/support/message';
import { runBaton } from '../run';
import { sweep } from './sweep';

runBaton({
  sessions: () =>
    Promise.resolve({
      summary: msg('Live sessions of agents: list, start, heartbeat, end, sweep, ask and answer'),
      verbs: { sweep: () => Promise.resolve(sweep) },
    }),
});
