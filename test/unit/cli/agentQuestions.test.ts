import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { storeSession } from '../../support/agentStores';
import { baton, json } from '../../support/baton';
import { useBlockerProject } from '../../support/blockerProject';
import { usePseudoTerminals } from '../../support/pseudoTerminal';

/** Of this file alone: a session that a test beside it has open counts as running. */
const id = '0a1b2c3d-9999-4111-8111-111111111111';
const command = [process.execPath, path.resolve('dist/cli.js'), 'agent'];

describe('what a verb asks at a terminal before an agent is run', function () {
  this.timeout(90_000);
  const { scratch, open, repository, dataFolder } = useBlockerProject();
  const startTerminal = usePseudoTerminals();
  let child: ChildProcess | undefined;
  afterEach(async () => {
    if (child) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = undefined;
    }
  });
  const env = () => ({
    PATH: [scratch('bin'), process.env.PATH].join(path.delimiter),
    HOME: scratch('home'),
    BATON_HOME: dataFolder(),
  });
  const terminal = (root: string, ...args: string[]) =>
    startTerminal({ command: [...command, ...args], cwd: root, env: env() });

  /** A session of an agent that says where it is, and runs in another process. */
  const running = async () => {
    const { root } = repository();
    mkdirSync(scratch('bin'));
    const script = '#!/bin/sh\n[ "$1" = --version ] && echo 9.8.7 || echo "I go on with $2"\n';
    writeFileSync(scratch('bin/qwen'), script, { mode: 0o755 });
    storeSession('qwen', scratch('home'), { id, cwd: root, prompts: ['Hello'] });
    const project = open(root, env());
    const request = { agent: 'qwen', session: id, resume: true, adopt: true };
    const launch = await project.planLaunch(request);
    child = spawn('sleep', ['600'], { stdio: 'ignore' });
    await launch.running(child.pid ?? 0);
    return root;
  };

  it('a session that runs already is resumed when the person says so, and not else', async () => {
    const root = await running();
    for (const key of ['\r', 'no\r', '\u0003', '\u0004']) {
      const asked = terminal(root, 'resume', id);
      await asked.shows('neither would know what the other did');
      await asked.shows('Resume it all the same? [y/N]');
      asked.press(key);
      await asked.shows('baton: Cancelled.');
      assert.equal(await asked.ended, 1);
    }
    const asked = terminal(root, 'resume', id);
    await asked.shows('Resume it all the same? [y/N]');
    asked.press('y\r');
    await asked.shows(`I go on with ${id}`);
    await asked.ended;
  });

  it('a run in such a session is asked for, too', async () => {
    const root = await running();
    const asked = terminal(root, 'run', 'qwen', 'Hello', '--session', id);
    await asked.shows('Resume it all the same? [y/N]');
    asked.press('\r');
    await asked.shows('baton: Cancelled.');
    assert.equal(await asked.ended, 1);
    const refused = baton(root, ['agent', 'run', 'qwen', 'Hello', '--session', id], env());
    assert.match(refused.stderr, /With --yes it is resumed all the same\.\n$/);
  });

  it('an agent that was proposed is taken over as it was shown', async () => {
    const { root } = repository();
    const propose = (argument: string) => {
      const args = ['agent', 'add', 'other', 'true', `--headless=${argument}`, '--json'];
      const { isProposed } = json(baton(root, args, { ...env(), CLAUDECODE: '1' }));
      assert.equal(isProposed, true);
    };
    const asked = async () => {
      const shown = terminal(root, 'confirm', 'other');
      await shown.shows('Is Baton to run it? [y/N]');
      return shown;
    };
    propose('--quiet');
    const misled = await asked();
    propose('--yolo');
    misled.press('y\r');
    await misled.shows('was changed meanwhile. Look at it again.');
    assert.equal(await misled.ended, 1);

    const declined = await asked();
    declined.press('\r');
    assert.equal(await declined.ended, 1);

    const agreed = await asked();
    agreed.press('yes\r');
    await agreed.shows('Added: other');
    assert.equal(await agreed.ended, 0);
  });
});
