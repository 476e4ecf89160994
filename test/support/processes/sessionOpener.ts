// Opens a session of an agent as soon as it is told to start, as its hook or as its server.

import { openSession } from '../../../src/core/sessions/openSession';
import { ownIdentity, type ProcessIdentity } from '../../../src/core/support/processIdentity';
import { livePlace } from '../livePlace';

const [root = '', agentSession = '', identity = ''] = process.argv.slice(2);

process.once('message', () => {
  void open();
});
process.send?.('ready');

async function open(): Promise<void> {
  const agent = JSON.parse(identity) as ProcessIdentity;
  const request = { agent: 'claude', process: agent };
  const opened = await openSession(
    livePlace(root),
    agentSession
      ? { ...request, agentSession, isOnly: true }
      : { ...request, server: ownIdentity() },
  );
  process.send?.(opened?.id);
  process.disconnect();
}
