import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  contextOf,
  deliveriesIn,
  launcherOf,
  useInstalledClaude,
} from '../support/installedClaude';

describe('the receipt of what Claude Code was told', () => {
  const { ask, installed, calls } = useInstalledClaude();

  it('says that it arrived, in which session and how much it was', async () => {
    const { root } = installed();
    await ask(['Add a login page']);
    const { sessionId } = await ask(['Where were we?', '/compact', 'Go on']);
    for (const source of ['startup', 'compact']) {
      const call = calls().findLast(({ input }) => input.source === source);
      const delivery = deliveriesIn(root).findLast((each) => each.source === source);
      assert.deepEqual(
        [delivery?.status, delivery?.session_id, delivery?.characters],
        ['arrived', sessionId, call && contextOf(call).length],
      );
    }
  });

  it('says that it did not when Claude Code did not take it', async () => {
    const { root } = installed();
    await ask(['Add a login page']);
    const launcher = launcherOf(root);
    const script = readFileSync(launcher, 'utf8');
    writeFileSync(launcher, script.replace('cat "$call/stdout"', 'true'));
    await ask(['Where were we?']);
    const delivery = deliveriesIn(root).findLast(({ source }) => source === 'startup');
    assert.equal(delivery?.status, 'missing');
  });
});
