import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type LauncherPlace, writeLauncher } from '../../../src/core/install/launcher';
import { useScratchFolder } from '../../support/scratchFolder';

describe('the launcher', function () {
  this.timeout(30_000);
  const scratch = useScratchFolder();
  const folder = (...parts: string[]) => scratch(`it's a "folder" $HOME \`é 한\``, ...parts);

  /** A command line that says what it was given and how it runs. */
  function place(changes: Partial<LauncherPlace> = {}): LauncherPlace {
    const cli = folder('extension 1', 'cli.js');
    mkdirSync(path.dirname(cli), { recursive: true });
    writeFileSync(cli, says('1'));
    return {
      dataFolder: folder('data'),
      version: '1.2.3',
      cli,
      env: {},
      home: scratch('home'),
      platform: process.platform,
      execPath: process.execPath,
      isElectron: false,
      ...changes,
    };
  }

  function says(name: string): string {
    return `const { env, argv, execArgv, execPath } = process;
      const { BATON_HOME, ELECTRON_RUN_AS_NODE, NODE_OPTIONS } = env;
      console.log(JSON.stringify({ name: '${name}', args: argv.slice(2), execArgv, execPath, BATON_HOME, ELECTRON_RUN_AS_NODE, NODE_OPTIONS }));`;
  }

  /** Another name for the Node that runs this. */
  function node(...parts: string[]): string {
    const file = folder(...parts);
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(realpathSync(process.execPath), file);
    return file;
  }

  function start(launcher: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
    const { stdout, stderr, status } = spawnSync(launcher, args, { env, encoding: 'utf8' });
    const said = stdout === '' ? undefined : (JSON.parse(stdout) as Record<string, unknown>);
    return { said, stderr, status };
  }

  it('starts the command line with its arguments, in an empty environment', async () => {
    const { launcher } = await writeLauncher(place());
    const args = ['load', 'a b', '', `"'$x\\`, '*'];
    for (const env of [{}, { PATH: '' }, { PATH: '/nowhere' }]) {
      const { said, stderr, status } = start(launcher, args, env);
      assert.equal(stderr, '');
      assert.equal(status, 0);
      assert.deepEqual(said?.args, args);
      assert.equal(said.BATON_HOME, folder('data'));
    }
  });

  it('is for its owner alone', async () => {
    mkdirSync(folder('data', 'bin'), { recursive: true });
    chmodSync(folder('data', 'bin'), 0o755);
    const { launcher } = await writeLauncher(place());
    assert.equal(statSync(launcher).mode & 0o777, 0o700);
    assert.equal(statSync(path.dirname(launcher)).mode & 0o777, 0o700);
  });

  it('leaves another data folder as it was given', async () => {
    const { launcher } = await writeLauncher(place());
    assert.equal(start(launcher, ['x'], { BATON_HOME: '/other' }).said?.BATON_HOME, '/other');
  });

  it('is not written again when nothing changed', async () => {
    const here = place();
    const { launcher } = await writeLauncher(here);
    utimesSync(launcher, 1, 1);
    assert.equal((await writeLauncher(here)).isChanged, false);
    assert.equal(statSync(launcher).mtimeMs, 1000);
    chmodSync(launcher, 0o600);
    assert.equal((await writeLauncher(here)).isChanged, true);
    assert.equal(start(launcher, ['x']).status, 0);
  });

  it('takes the Nodes on the path, and the next one when one is gone', async () => {
    const first = node('nvm', 'v24.0.0', 'bin', 'node');
    const own = place({ env: { PATH: path.dirname(first) } });
    const { launcher } = await writeLauncher(own);
    const text = readFileSync(launcher, 'utf8');
    assert.ok(text.includes(`exec '${first.replaceAll("'", `'\\''`)}'`), text);
    chmodSync(launcher, 0o700);
    writeFileSync(launcher, text.replaceAll('v24.0.0', 'v24.0.1'));
    assert.deepEqual(start(launcher, ['x']).said?.args, ['x']);
  });

  it('does not take a Node that is too old, broken, or came with a project', async () => {
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      chmodSync(file, 0o755);
    };
    write(folder('old', 'node'), '#!/bin/sh\necho 18.20.0\necho /usr/bin/old-node\n');
    write(folder('broken', 'node'), '#!/bin/sh\nexit 3\n');
    node('project', 'node_modules', '.bin', 'node');
    const folders = ['old', 'broken', 'project/node_modules/.bin'].map((each) => folder(each));
    const { launcher } = await writeLauncher(place({ env: { PATH: folders.join(':') } }));
    const text = readFileSync(launcher, 'utf8');
    assert.doesNotMatch(text, /old\/node|old-node|broken|project/);
  });

  it('calls what the script of a version manager chooses, not the script', async () => {
    const real = realpathSync(process.execPath);
    const script = folder('shims', 'node');
    mkdirSync(path.dirname(script), { recursive: true });
    writeFileSync(script, `#!/bin/sh\nexec '${real}' "$@"\n`);
    chmodSync(script, 0o755);
    const { launcher } = await writeLauncher(place({ env: { PATH: path.dirname(script) } }));
    const text = readFileSync(launcher, 'utf8');
    assert.ok(!text.includes('shims'));
    assert.ok(text.includes(real));
  });

  it('uses the runtime of the editor where there is no Node', async () => {
    const editor = node('Editor App', 'code');
    const { launcher } = await writeLauncher(
      place({ execPath: editor, isElectron: true, home: scratch('none') }),
    );
    // Machines have a Node of their own in places where one is looked for.
    const text = readFileSync(launcher, 'utf8').replace(/^ {2}\[ -x .* exec .*\n/gm, '');
    writeFileSync(launcher, text);
    const { said } = start(launcher, ['x'], { PATH: '/nowhere' });
    assert.equal(said?.ELECTRON_RUN_AS_NODE, '1');
  });

  it('remembers the editor when it is written by the command line', async () => {
    const editor = node('Editor App', 'code');
    const { launcher } = await writeLauncher(place({ execPath: editor, isElectron: true }));
    await writeLauncher(place());
    assert.match(readFileSync(launcher, 'utf8'), /^ {2}editor='.*Editor App\/code'$/m);
  });

  it('is silent in a hook when the extension is gone, and says what to do elsewhere', async () => {
    const { launcher } = await writeLauncher(place({ cli: folder('gone', 'cli.js') }));
    const hook = start(launcher, ['hook', 'Stop']);
    assert.deepEqual(hook, { said: undefined, stderr: '', status: 0 });
    const load = start(launcher, ['load']);
    assert.equal(load.status, 1);
    assert.match(load.stderr, /^baton: Baton is no longer installed where it was\. Open .*\n$/);
  });

  it('is silent in a hook when no runtime is left', async () => {
    const { launcher } = await writeLauncher(place());
    const text = readFileSync(launcher, 'utf8').replace(/^ {2}\[ -x .* exec .*\n/gm, '');
    writeFileSync(launcher, text);
    assert.equal(start(launcher, ['hook', 'Stop'], { PATH: '/nowhere' }).status, 0);
    assert.match(start(launcher, ['load'], { PATH: '/nowhere' }).stderr, /found neither Node/);
    const bin = path.dirname(node('path', 'node'));
    assert.deepEqual(start(launcher, ['load'], { PATH: bin }).said?.args, ['load']);
  });

  it('ends well when an old agent calls it without arguments', async () => {
    const { launcher } = await writeLauncher(place());
    const ended = start(launcher, [], { CLAUDE_PROJECT_DIR: '/project' });
    assert.deepEqual(ended, { said: undefined, stderr: '', status: 0 });
  });

  it("gives hooks none of the user's options of Node", async () => {
    const { launcher } = await writeLauncher(place());
    const env = { NODE_OPTIONS: '--require /nowhere/debugger.js' };
    const { said, status } = start(launcher, ['hook', 'Stop'], env);
    assert.equal(status, 0);
    assert.deepEqual(said?.args, ['hook', 'Stop']);
    assert.equal(said.NODE_OPTIONS, undefined);
    assert.equal(start(launcher, ['load'], env).status, 1);
  });

  it('has a hook start no threads that it does not need', async () => {
    const { launcher } = await writeLauncher(place());
    const given = (args: string[]) => start(launcher, args).said?.execArgv;
    assert.deepEqual(given(['hook', 'Stop']), ['--v8-pool-size=1']);
    assert.deepEqual(given(['search', 'hook']), []);
  });

  it('starts the newest version that is installed', async () => {
    const { launcher } = await writeLauncher(place());
    const second = folder('extension 2', 'cli.js');
    mkdirSync(path.dirname(second));
    writeFileSync(second, says('2'));
    const named = () => start(launcher, ['x']).said?.name;
    await writeLauncher(place({ version: '1.10.0', cli: second }));
    assert.equal(named(), '2');
    await writeLauncher(place());
    assert.equal(named(), '2');
    writeFileSync(launcher, readFileSync(launcher, 'utf8').replace('extension 2', 'extension 3'));
    await writeLauncher(place());
    assert.equal(named(), '1');
  });

  it('is found by what is shared, and nothing happens without it', async () => {
    const { hookGroup } = await import('../../../src/core/install/hookEntries');
    const { launcher } = await writeLauncher(
      place({ dataFolder: scratch('home/.local/share/baton') }),
    );
    await writeLauncher(place({ dataFolder: scratch('mac/Library/Application Support/baton') }));
    const call = { launcher, scope: 'shared', platform: 'linux' } as const;
    const command = hookGroup({ name: 'Stop', timeout: 5 }, call).hooks[0]?.command ?? '';
    const cases: [env: Record<string, string>, isFound: boolean][] = [
      [{ HOME: scratch('home') }, true],
      [{ HOME: scratch('mac') }, true],
      [{ HOME: scratch('other') }, false],
      [{ HOME: scratch('other'), XDG_DATA_HOME: scratch('home/.local/share') }, true],
      [{ HOME: scratch('other'), BATON_HOME: scratch('home/.local/share/baton') }, true],
      // A relative one would be in the repository.
      [{ HOME: scratch('other'), XDG_DATA_HOME: '.local/share' }, false],
      [{}, false],
    ];
    for (const shell of ['/bin/sh', '/bin/bash']) {
      for (const [env, isFound] of cases) {
        const { stdout, stderr, status } = spawnSync(shell, ['-c', command], {
          cwd: scratch('home'),
          env,
          encoding: 'utf8',
          // A bash whose input is a socket takes itself for a remote shell.
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        assert.equal(stderr, '');
        assert.equal(status, 0);
        assert.equal(stdout.includes('"args":["hook","Stop"]'), isFound, JSON.stringify(env));
      }
    }
  });
});
