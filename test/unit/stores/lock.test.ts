import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../../src/core/stores/lock';
import { UserError } from '../../../src/core/support/errors';
import { livenessOf, ownIdentity } from '../../../src/core/support/processIdentity';
import { type Child, useChildren } from '../../support/children';
import type { Attempt } from '../../support/processes/lockContender';
import { useScratchFolder } from '../../support/scratchFolder';
import { until } from '../../support/until';

const nothing = () => Promise.resolve();

describe('lock', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  const start = useChildren();

  /** A lock as `change` describes its holder, who otherwise would be this very process. */
  function plant(change: object | string, ageSeconds = 0): string {
    const directory = scratch('lock');
    mkdirSync(directory);
    const holder = { ...ownIdentity(), token: 'planted', at: '2026-01-15T14:30:00.000Z' };
    const file = path.join(directory, '1');
    writeFileSync(
      file,
      typeof change === 'string' ? change : JSON.stringify({ ...holder, ...change }),
    );
    const time = Date.now() / 1000 - ageSeconds;
    utimesSync(file, time, time);
    return directory;
  }

  async function isTakenOver(directory: string): Promise<boolean> {
    try {
      await withLock(directory, nothing, { timeoutMs: 20 });
      return true;
    } catch (error) {
      assert.ok(UserError.is(error, 'lock-timeout'), String(error));
      return false;
    }
  }

  async function startHolder(directory: string): Promise<Child> {
    const holder = start('lockContender');
    await holder.next();
    holder.send({ directory, timeoutMs: 1000 } satisfies Attempt);
    assert.equal(await holder.next(), 'held');
    return holder;
  }

  describe('staleness', () => {
    const pid1 = { pid: 1 };
    const cases: [name: string, holder: object | string, age: number, stale: boolean][] = [
      ['of this process', {}, 0, false],
      ['of this process, however old', {}, 100_000, false],
      ['of another living process', { ...pid1, startTime: undefined }, 0, false],
      ['of a process whose pid was given away', { startTime: 1 }, 0, true],
      ['from before the last boot', { bootId: 'earlier' }, 0, true],
      ['of a pid that nobody has', { pid: 2 ** 30 }, 0, true],
      ['of a pid that means a group', { pid: 0 }, 0, true],
      ['of another host', { host: 'elsewhere', pid: 2 ** 30 }, 0, false],
      ['of another host, silent for 40 s', { host: 'elsewhere', pid: 2 ** 30 }, 40, false],
      ['of another host, silent for 61 s', { host: 'elsewhere' }, 61, true],
      ['of another host that booted again, new', { host: 'elsewhere', bootId: 'x' }, 0, false],
      ['that is empty, new', '', 0, false],
      ['that is empty, 61 s old', '', 61, true],
      ['that is not JSON, new', '{"pid":', 0, false],
      ['that is JSON of something else, new', '[]', 0, false],
      ['that is not JSON, 61 s old', '{"pid":', 61, true],
    ];
    for (const [name, holder, age, stale] of cases) {
      it(`a lock ${name} is ${stale ? 'taken over' : 'respected'}`, async function () {
        if (
          process.platform !== 'linux' &&
          ('startTime' in Object(holder) || 'bootId' in Object(holder))
        ) {
          this.skip();
        }
        assert.equal(await isTakenOver(plant(holder, age)), stale);
      });
    }

    it('the age is measured with the clock of the file system, not with ours', async () => {
      const directory = plant({ host: 'elsewhere' });
      const realNow = Date.now;
      Date.now = () => realNow() + 3_600_000;
      try {
        assert.equal(await isTakenOver(directory), false);
      } finally {
        Date.now = realNow;
      }
    });

    it('a lock that is a link is not followed', async () => {
      const directory = scratch('lock');
      mkdirSync(directory);
      symlinkSync('/dev/zero', path.join(directory, '1'));
      assert.equal(await isTakenOver(directory), false);
    });

    it('a process whose name imitates the rest of its status is still known', function () {
      const own = ownIdentity();
      const { title } = process;
      try {
        process.title = 'a) Z 1 (b c';
        assert.equal(livenessOf(own), 'alive');
      } finally {
        process.title = title;
      }
    });

    it('a zombie is dead', async function () {
      if (process.platform !== 'linux') {
        this.skip();
      }
      // The shell becomes a program that never asks how its child ended.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const [output] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(output.toString());
        const status = (of: number) => readFileSync(`/proc/${of}/stat`, 'utf8');
        await until(() => status(parent.pid ?? 0).includes('(sleep)'), 5);
        process.kill(pid, 'SIGKILL');
        await until(() => status(pid).includes(') Z '), 5);
        const startTime = Number(status(pid).split(' ')[21]);
        assert.equal(livenessOf({ ...ownIdentity(), pid, startTime }), 'dead');
      } finally {
        parent.kill('SIGKILL');
      }
    });
  });

  describe('a living holder', () => {
    it('keeps it, and the one that gives up names it', async () => {
      const directory = scratch('lock');
      const holder = await startHolder(directory);
      await assert.rejects(withLock(directory, nothing, { timeoutMs: 100 }), (error) => {
        assert.ok(UserError.is(error, 'lock-timeout'));
        const { at } = JSON.parse(readFileSync(path.join(directory, '1'), 'utf8')) as {
          at: string;
        };
        assert.equal(
          error.message,
          `Process ${holder.pid} has held the lock ${directory} since ${at}; waited 0.1 s. Try again, or end that process if it hangs.`,
        );
        return true;
      });
      holder.send('release');
      assert.equal(await holder.next(), 'released');
      assert.equal(await isTakenOver(directory), true);
    });

    it('keeps it while it is stopped, however long', async () => {
      const directory = scratch('lock');
      const holder = await startHolder(directory);
      holder.signal('SIGSTOP');
      utimesSync(path.join(directory, '1'), 0, 0);
      assert.equal(await isTakenOver(directory), false);
      holder.signal('SIGCONT');
      holder.send('release');
      assert.equal(await holder.next(), 'released');
    });

    it('renews the time of its lock, for other hosts to see', async () => {
      const { setInterval } = globalThis;
      let beat: () => void = () => assert.fail();
      globalThis.setInterval = ((callback: () => void, ms: number) => {
        beat = callback;
        return setInterval(callback, ms);
      }) as typeof setInterval;
      try {
        await withLock(scratch('lock'), () => {
          utimesSync(scratch('lock', '1'), 1, 1);
          const before = readFileSync(scratch('lock', '1'), 'utf8');
          beat();
          assert.ok(statSync(scratch('lock', '1')).mtimeMs > 1000);
          assert.equal(readFileSync(scratch('lock', '1'), 'utf8'), before);
          return Promise.resolve();
        });
      } finally {
        globalThis.setInterval = setInterval;
      }
    });

    it('loses it when it is killed', async () => {
      const directory = scratch('lock');
      const holder = await startHolder(directory);
      holder.signal('SIGKILL');
      await holder.ended;
      assert.equal(await isTakenOver(directory), true);
    });
  });

  describe('in one process', () => {
    it('excludes other bodies', async () => {
      let inside = 0;
      let waited = 0;
      const body = async () => {
        assert.equal(++inside, 1);
        await sleep(2);
        assert.equal(--inside, 0);
      };
      const onWait = () => {
        waited++;
      };
      const all = Array.from({ length: 10 }, () =>
        withLock(scratch('lock'), body, { timeoutMs: 30_000, onWait }),
      );
      await Promise.all(all);
      assert.equal(waited, 9);
    });

    it('returns what the body returns, without waiting, in a new folder too', async () => {
      const onWait = () => assert.fail();
      assert.equal(await withLock(scratch('lock'), () => Promise.resolve(7), { onWait }), 7);
    });

    it('lets go when the body throws', async () => {
      const failing = withLock(scratch('lock'), () => Promise.reject(new Error('body')));
      await assert.rejects(failing, /^Error: body$/);
      assert.equal(await isTakenOver(scratch('lock')), true);
    });

    it('an abort ends the wait', async () => {
      const directory = plant({});
      const abort = new AbortController();
      const waiting = withLock(directory, nothing, {
        signal: abort.signal,
        timeoutMs: 60_000,
        onWait: () => {
          abort.abort(new Error('enough'));
        },
      });
      await assert.rejects(waiting, /^Error: enough$/);
      assert.deepEqual(readdirSync(directory), ['1']);
    });

    it('an abort beforehand leaves nothing', async () => {
      const { signal } = { signal: AbortSignal.abort(new Error('enough')) };
      await assert.rejects(withLock(scratch('lock'), nothing, { signal }), /^Error: enough$/);
      assert.equal(existsSync(scratch('lock')), false);
    });
  });

  describe('ownership', () => {
    const lost = (error: unknown) => UserError.is(error, 'lock-lost');

    it('is asserted while held', () =>
      withLock(scratch('lock'), (lock) => {
        lock.assertHeld();
        return Promise.resolve();
      }));

    it('is lost to a higher generation', async () => {
      const body = withLock(scratch('lock'), (lock) => {
        writeFileSync(scratch('lock', '2'), '{}');
        lock.assertHeld();
        return Promise.resolve();
      });
      await assert.rejects(body, lost);
    });

    it('is lost with the folder, and what others made in its place is left alone', async () => {
      const body = withLock(scratch('lock'), (lock) => {
        rmSync(scratch('lock'), { recursive: true });
        plant({});
        lock.assertHeld();
        return Promise.resolve();
      });
      await assert.rejects(body, lost);
      assert.deepEqual(readdirSync(scratch('lock')), ['1']);
      assert.equal(await isTakenOver(scratch('lock')), false);
    });
  });

  describe('the folder', () => {
    it('keeps the last 64 generations', async () => {
      for (let i = 0; i < 200; i++) {
        await withLock(scratch('lock'), nothing);
      }
      const expected = Array.from({ length: 64 }, (_, i) => [`${137 + i}`, `${137 + i}.free`]);
      assert.deepEqual(readdirSync(scratch('lock')).toSorted(), expected.flat().toSorted());
    });

    it('may hold names that are too long to count up', async () => {
      mkdirSync(scratch('lock'));
      writeFileSync(scratch('lock', '9007199254740992'), '');
      assert.equal(await withLock(scratch('lock'), () => Promise.resolve('held')), 'held');
    });

    it('is cleared of what the dead left, not of what the living use', async () => {
      const directory = scratch('lock');
      mkdirSync(directory);
      const temporary = (name: string, holder: object | string) => {
        const text = typeof holder === 'string' ? holder : JSON.stringify(holder);
        writeFileSync(path.join(directory, name), text);
      };
      temporary('.1-a.tmp', ownIdentity());
      temporary('.1-b.tmp', { ...ownIdentity(), host: 'elsewhere' });
      temporary('.1-c.tmp', { ...ownIdentity(), pid: 2 ** 30 });
      temporary('.1-d.tmp', '');
      temporary('.1-e.tmp', '');
      utimesSync(path.join(directory, '.1-e.tmp'), 0, 0);
      temporary('somebody.txt', '');
      await withLock(directory, nothing);
      assert.deepEqual(readdirSync(directory).toSorted(), [
        '.1-a.tmp',
        '.1-b.tmp',
        '.1-d.tmp',
        '1',
        '1.free',
        'somebody.txt',
      ]);
    });

    it('a release without its lock is no trap', async () => {
      mkdirSync(scratch('lock'));
      writeFileSync(scratch('lock', '1.free'), '');
      await withLock(scratch('lock'), (lock) => {
        lock.assertHeld();
        assert.ok(existsSync(scratch('lock', '2')));
        return Promise.resolve();
      });
    });

    it('one that slept while 70 generations passed does not take its old place', async () => {
      const directory = plant({ pid: 2 ** 30 });
      const link = (spare: string, lock: string) => {
        if (path.basename(lock) === '2') {
          const living = { ...ownIdentity(), token: 'x', at: '' };
          writeFileSync(path.join(directory, '70'), JSON.stringify(living));
          rmSync(path.join(directory, '1'));
        }
        linkSync(spare, lock);
      };
      const sleeper = withLock(directory, () => assert.fail('held twice'), { timeoutMs: 20, link });
      await assert.rejects(sleeper, (error) => UserError.is(error, 'lock-timeout'));
    });

    it('a lock is released even if no entry can be added', async () => {
      await withLock(scratch('lock'), () => {
        const spare = readdirSync(scratch('lock')).find((name) => name.endsWith('.tmp')) ?? '';
        rmSync(scratch('lock', spare));
        return Promise.resolve();
      });
      assert.deepEqual(readdirSync(scratch('lock')), ['1']);
      assert.equal(await isTakenOver(scratch('lock')), true);
    });
  });

  describe('without hard links', () => {
    for (const code of ['ENOTSUP', 'EPERM', 'ENOSYS', 'EISDIR']) {
      it(`excludes as well (${code})`, async () => {
        let calls = 0;
        const link = () => {
          calls++;
          throw Object.assign(new Error(code), { code });
        };
        let inside = 0;
        const body = async () => {
          assert.equal(++inside, 1);
          await sleep(1);
          assert.equal(--inside, 0);
        };
        await Promise.all(
          Array.from({ length: 5 }, () => withLock(scratch('lock'), body, { link })),
        );
        assert.ok(calls >= 5);
        assert.equal(readdirSync(scratch('lock')).length, 10);
      });
    }

    it('the first one wins', async () => {
      const link = (_: string, lock: string) => {
        writeFileSync(lock, JSON.stringify({ ...ownIdentity(), token: 'first', at: '' }));
        throw Object.assign(new Error(), { code: 'ENOTSUP' });
      };
      const second = withLock(scratch('lock'), () => assert.fail('held twice'), {
        timeoutMs: 20,
        link,
      });
      await assert.rejects(second, (error) => UserError.is(error, 'lock-timeout'));
    });

    it('another failure of link is not hidden', async () => {
      const link = () => {
        throw Object.assign(new Error('broken disk'), { code: 'EIO' });
      };
      await assert.rejects(withLock(scratch('lock'), nothing, { link }), /broken disk/);
      assert.deepEqual(readdirSync(scratch('lock')), []);
    });
  });
});
