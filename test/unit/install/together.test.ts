import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { seeFile, writeSeen } from '../../../src/core/install/fileChange';
import { hookEvents } from '../../../src/core/install/hookEntries';
import { findHooks } from '../../../src/core/install/settingsHooks';
import { batonMeanwhile } from '../../support/baton';
import { useInstallation } from '../../support/installation';

describe('installs at the same time', function () {
  this.timeout(60_000);
  const { scratch, project, home } = useInstallation();
  const settings = () => project('.claude', 'settings.local.json');
  const lock = { assertHeld: () => undefined };

  it('leave one set of hooks, and are undone together', async () => {
    mkdirSync(project('.claude'));
    writeFileSync(settings(), '{"model":"opus"}');
    const env = { HOME: home(), PATH: '/usr/bin:/bin' };
    const all = async (verb: string) =>
      Promise.all(Array.from({ length: 4 }, () => batonMeanwhile(project(), [verb], env)));
    assert.deepEqual(
      (await all('install')).map(({ code }) => code),
      [0, 0, 0, 0],
    );
    assert.equal(findHooks(readFileSync(settings(), 'utf8'), '').length, hookEvents.length);
    assert.deepEqual(
      (await all('uninstall')).map(({ code }) => code),
      [0, 0, 0, 0],
    );
    assert.equal(readFileSync(settings(), 'utf8'), '{"model":"opus"}');
    assert.deepEqual(readdirSync(project('.claude')), ['settings.local.json']);
  });

  it('never overwrite what another program wrote meanwhile', async () => {
    const file = scratch('settings.json');
    writeFileSync(file, '{"a":1}');
    const seen = seeFile(file, scratch());
    writeFileSync(file, '{"a":2}');
    for (const after of ['{"a":1,"b":1}', null]) {
      await assert.rejects(writeSeen(seen, after, { lock, mode: 0o600, within: scratch() }), {
        reason: 'changed-meanwhile',
      });
      assert.equal(readFileSync(file, 'utf8'), '{"a":2}');
    }
    const missing = seeFile(scratch('new.json'), scratch());
    writeFileSync(scratch('new.json'), 'theirs');
    await assert.rejects(writeSeen(missing, 'ours', { lock, mode: 0o600, within: scratch() }));
    assert.equal(readFileSync(scratch('new.json'), 'utf8'), 'theirs');
    assert.ok(!readdirSync(scratch()).some((name) => name.endsWith('.tmp')));
    assert.ok(existsSync(file));
  });
});
