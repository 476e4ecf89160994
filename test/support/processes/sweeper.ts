// Sweeps the sessions of a project as soon as it is told to start, at a time of the test's choice.

import { sweepSessions } from '../../../src/core/sessions/sweepSessions';
import { livePlace } from '../livePlace';

const [root = '', at = ''] = process.argv.slice(2);

process.once('message', () => {
  void sweepSessions(livePlace(root, () => new Date(at))).then(({ removed }) => {
    process.send?.(removed);
    process.disconnect();
  });
});
process.send?.('ready');
