import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installedAgent } from '../../../src/core/agents/installedAgents';
import { claude } from '../../../src/core/agents/claude';
import { silentLogger } from '../../../src/core/support/logger';
import { isRunning } from '../../support/until';
import { useScratchFolder } from '../../support/scratchFolder';

describe('an agent that is installed', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  const place = () => ({
    dataFolder: scratch('data'),
    env: { PATH: [scratch('bin'), '/usr/bin', '/bin'].join(path.delimiter) },
    logger: silentLogger,
    now: () => new Date(),
  });
  const program = (name: string, script: string): string => {
    mkdirSync(scratch('bin'), { recursive: true });
    writeFileSync(scratch('bin', name), script, { mode: 0o755 });
    return scratch('bin', name);
  };

  it('leaves nothing behind where it does not say its version', async () => {
    program('claude', `#!/bin/sh\nsleep 600 &\necho $! >> ${scratch('pids')}\nwait\n`);
    const { version, command } = await installedAgent({ ...place(), versionMs: 500 }, claude);
    assert.deepEqual([version, command], [undefined, [scratch('bin/claude')]]);
    const pids = readFileSync(scratch('pids'), 'utf8').trim().split('\n').map(Number);
    const left = pids.filter(isRunning);
    left.forEach((pid) => process.kill(pid, 'SIGKILL'));
    assert.deepEqual([pids.length, left], [2, []]);
  });

  // Windows looks for a program without a path in the current folder first, which is the project.
  it('by a script of Windows is what the script runs, with a Node of the PATH by its whole path', async () => {
    const script = program('claude.cmd', '');
    const folder = scratch('bin/node_modules', claude.packageName ?? '');
    mkdirSync(folder, { recursive: true });
    const json = { name: claude.packageName, version: '9.8.7', bin: { claude: 'cli.js' } };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(json));
    const cmd = { ...claude, program: script };
    const missing = { ...place(), env: { PATH: scratch('none') } };
    assert.deepEqual((await installedAgent(missing, cmd)).command, []);
    const node = program('node', '');
    const { command, version } = await installedAgent(place(), cmd);
    assert.deepEqual([command, version], [[node, path.join(folder, 'cli.js')], '9.8.7']);
  });
});
