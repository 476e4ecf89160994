import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeFileAtomic } from '../../../src/core/stores/atomicFile';
import { withLock } from '../../../src/core/stores/lock';
import { UserError } from '../../../src/core/support/errors';
import { createCounterFile } from '../../support/counterFile';
import { useScratchFolder } from '../../support/scratchFolder';
import { useSmallDisk } from '../../support/smallDisk';

describe('on a full disk', function () {
  this.timeout(30_000);
  let disk = '';
  const mount = useSmallDisk();
  const scratch = useScratchFolder();

  beforeEach(function () {
    disk = scratch('disk');
    mount(this, disk, 'size=1m,nr_inodes=40');
  });

  it('an atomic write fails and leaves the old file', async () => {
    const file = path.join(disk, 'a');
    await writeFileAtomic(file, 'o'.repeat(600_000));
    await assert.rejects(writeFileAtomic(file, 'n'.repeat(700_000)), { code: 'ENOSPC' });
    assert.equal(readFileSync(file, 'utf8'), 'o'.repeat(600_000));
    assert.deepEqual(readdirSync(disk), ['a']);
  });

  it('an update says so and leaves the old file and its backup', async () => {
    const counter = createCounterFile(path.join(disk, 'count.json'));
    await counter.update(() => ({ count: 1 }));
    const before = readdirSync(disk);
    const growing = counter.update(() => ({ count: 2, text: 'x'.repeat(1_100_000) }));
    await assert.rejects(growing, (error) => UserError.is(error, 'disk-full'));
    const state = await counter.read();
    assert.equal(state.kind === 'ok' && state.value.count, 1);
    assert.equal(readFileSync(path.join(disk, 'count.json.bak'), 'utf8'), '{\n  "count": 1\n}\n');
    assert.deepEqual(readdirSync(disk), before);
  });

  it('an update whose backup finds no room is still an update', async () => {
    const counter = createCounterFile(path.join(disk, 'count.json'));
    await counter.update(() => ({ count: 1 }));
    await counter.update(() => ({ count: 2, text: 'x'.repeat(600_000) }));
    const state = await counter.read();
    assert.equal(state.kind === 'ok' && state.value.count, 2);
    assert.equal(readFileSync(path.join(disk, 'count.json.bak'), 'utf8'), '{\n  "count": 1\n}\n');
  });

  it('a lock can be released', async () => {
    const directory = path.join(disk, 'lock');
    const fillers: string[] = [];
    await withLock(directory, async () => {
      await assert.rejects(async () => {
        for (;;) {
          const filler = path.join(disk, `filler${fillers.length}`);
          writeFileSync(filler, '', { flag: 'wx' });
          fillers.push(filler);
          await Promise.resolve();
        }
      });
    });
    assert.deepEqual(readdirSync(directory).toSorted(), ['1', '1.free']);
    for (const filler of fillers) {
      rmSync(filler);
    }
    await withLock(directory, () => Promise.resolve(), { timeoutMs: 20 });
  });
});
