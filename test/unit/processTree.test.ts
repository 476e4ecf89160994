import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { descendantsOf, endProcessTree, parentFromStat } from '../../src/core/support/processTree';
import { isRunning, until } from '../support/until';

describe('process tree', function () {
  this.timeout(20_000);

  const stats: [line: string, parent: number | undefined][] = [
    ['12 (node) S 7 12 12 0', 7],
    ['12 (a (b) c) R 8 12 12 0', 8],
    ['12 (node) Z 7 12 12 0', undefined],
    ['', undefined],
  ];
  for (const [line, parent] of stats) {
    it(`reads the parent in "${line}" as ${parent ?? 'gone'}`, () => {
      assert.equal(parentFromStat(line), parent);
    });
  }

  it('finds children of children, and no others', () => {
    const table: [number, number][] = [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
      [9, 1],
    ];
    assert.deepEqual(descendantsOf(2, table), [3, 4]);
    assert.deepEqual(descendantsOf(4, table), []);
  });

  /** A process that ignores the request to end, with a child that left its process group. */
  async function stubbornTree(): Promise<{ parent: number; child: number }> {
    const program = `
      process.on('SIGTERM', () => {});
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const started = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const [line] = (await once(started.stdout, 'data')) as [Buffer];
    assert.ok(started.pid);
    return { parent: started.pid, child: Number(line.toString()) };
  }

  it('ends what ignores the request, and what has left the group', async () => {
    const { parent, child } = await stubbornTree();
    assert.ok(isRunning(parent) && isRunning(child));
    await endProcessTree(parent, { graceMs: 300 });
    await until(() => !isRunning(parent) && !isRunning(child));
  });

  it('is content with a process that has gone', async () => {
    const gone = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(gone, 'exit');
    assert.ok(gone.pid);
    await endProcessTree(gone.pid, { graceMs: 300 });
  });
});
