import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

  it('says what went wrong with the hook: how it failed, or that its time was up', async () => {
    const { root } = installed();
    await ask(['Add a login page']);
    const launcher = launcherOf(root);
    const script = readFileSync(launcher, 'utf8');
    const last = () => {
      const found = deliveriesIn(root).findLast(({ source }) => source === 'startup');
      return [found?.status, found?.problem];
    };
    const whenStarted = (line: string) => {
      const told = `[ "$2" != SessionStart ] || ${line}\ncat "$call/stdout"`;
      writeFileSync(launcher, script.replace('cat "$call/stdout"', told));
    };
    whenStarted('{ echo "no such runtime" >&2; exit 3; }');
    await ask(['Where were we?']);
    assert.equal(last()[0], 'failed');
    assert.match(last()[1] ?? '', /^The hook failed with exit code 3: .*no such runtime$/);
    whenStarted('sleep 20');
    const settings = path.join(root, '.claude/settings.local.json');
    writeFileSync(
      settings,
      readFileSync(settings, 'utf8').replace('"timeout": 15', '"timeout": 1'),
    );
    await ask(['And now?']);
    assert.deepEqual(last(), ['failed', 'The hook was stopped at its time limit of 1 s.']);
  });
});
