import assert from 'node:assert/strict';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { useChildren } from '../../support/children';
import { createCounterFile } from '../../support/counterFile';
import { useScratchFolder } from '../../support/scratchFolder';
import { isWholeVersion, makeVersion } from '../../support/versionedFile';

const temporaryFiles = (folder: string) =>
  readdirSync(folder).filter((name) => name.endsWith('.tmp'));

describe('stores under SIGKILL', function () {
  this.timeout(120_000);
  const scratch = useScratchFolder();
  const start = useChildren();

  it('200 kills during writes of one file never leave it torn or missing', async () => {
    const file = scratch('count.json');
    writeFileSync(file, makeVersion());
    let kills = 0;
    const killWriters = async () => {
      while (kills < 200) {
        kills++;
        const writer = start('fileWriter', file);
        await writer.next();
        await sleep(Math.random() * 15);
        writer.signal('SIGKILL');
        assert.equal(await writer.ended, null);
        assert.ok(isWholeVersion(readFileSync(file, 'utf8')), `torn after kill ${kills}`);
      }
    };
    let done = false;
    let seen = 0;
    const watch = async () => {
      while (!done) {
        assert.ok(isWholeVersion(readFileSync(file, 'utf8')), 'torn while being written');
        seen++;
        await sleep(1);
      }
    };
    const watching = watch();
    await Promise.all([killWriters(), killWriters(), killWriters(), killWriters()]);
    done = true;
    await watching;
    assert.ok(seen > 0);

    assert.notDeepEqual(temporaryFiles(scratch()), [], 'no writer was killed while it wrote');
    writeFileSync(file, '{"count":1}');
    await createCounterFile(file).update((current) => ({ count: (current?.count ?? 0) + 1 }));
    assert.deepEqual(temporaryFiles(scratch()), []);
  });

  it('60 kills of locked updates lose nothing that was reported as done', async () => {
    const file = scratch('count.json');
    let kills = 0;
    let reported = 0;
    const killCounters = async () => {
      while (kills < 60) {
        kills++;
        const counter = start('counter', file, '1000000');
        await counter.next();
        await sleep(Math.random() * 15);
        counter.signal('SIGKILL');
        await counter.ended;
        for (;;) {
          const count = await counter.next().catch(() => undefined);
          if (count === undefined) {
            break;
          }
          reported = Math.max(reported, count as number);
        }
        const state = await createCounterFile(file).read();
        assert.equal(state.kind, 'ok');
        assert.ok(state.value.count >= reported);
      }
    };
    await Promise.all([killCounters(), killCounters(), killCounters(), killCounters()]);
    // Those of the lock that say nothing, because their maker was killed before it wrote, are swept by age.
    for (const name of temporaryFiles(scratch('locks'))) {
      if (readFileSync(scratch('locks', name)).length === 0) {
        utimesSync(scratch('locks', name), 0, 0);
      }
    }
    await createCounterFile(file).update((current) => ({ count: (current?.count ?? 0) + 1 }));
    assert.deepEqual(temporaryFiles(scratch()), []);
    assert.deepEqual(temporaryFiles(scratch('locks')), []);
  });
});
