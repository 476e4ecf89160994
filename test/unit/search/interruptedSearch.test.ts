import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../../src/core/support/errors';
import { type Child, useChildren } from '../../support/children';
import { handover, useSearchProject } from '../../support/searchProject';
import { useSmallDisk } from '../../support/smallDisk';

describe('a search that is interrupted', function () {
  this.timeout(60_000);
  const mount = useSmallDisk();
  const { scratch, root, write, tell, lines, find } = useSearchProject();
  const start = useChildren();
  const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const indexFiles = () =>
    readdirSync(scratch('data'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      path.dirname(name).includes('search-'),
    );
  const isPartlyThere = () => indexFiles().some((name) => path.basename(name) === 'index');
  /** Long enough for what was read so far to be written away in the midst of it. */
  const slowly = (then: () => void) => () => {
    sleep(60);
    if (isPartlyThere()) {
      then();
    }
  };
  const stop = () => {
    throw new Error('stopped');
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

  const writeHandovers = (): number => {
    const words = Array.from({ length: 110_000 }, (_, index) => `w${index}q`);
    // More than is held in memory, then less.
    write(`${handover}/sessions/0.md`, words.join(' '));
    for (let number = 1; number < 60; number++) {
      write(`${handover}/sessions/n${number}.md`, `needle number${number}\n`);
    }
    return 59;
  };

  it('goes on without a gap in the documents', async () => {
    const count = writeHandovers();
    await settled();
    await assert.rejects(find('needle', { onProgress: slowly(stop) }), /stopped/);
    assert.equal((await find('needle')).total, count);
  });

  it('goes on without a gap in a transcript, and has nothing twice', async () => {
    const said = lines(1);
    const turns = 12;
    for (let turn = 0; turn < turns; turn++) {
      said.prompt(`mark${turn}x needle`);
      for (let step = 0; step < 10; step++) {
        said.says(`step ${'word '.repeat(20_000)}`);
      }
      said.says(`end${turn}x`);
    }
    tell(1, said);
    await settled();
    let steps = 0;
    const onProgress = () => {
      sleep(700);
      steps++;
      if (isPartlyThere()) {
        stop();
      }
    };
    await assert.rejects(find('needle', { onProgress }), /stopped/);
    assert.ok(steps > 2);
    for (let turn = 0; turn < turns; turn++) {
      for (const word of [`mark${turn}x`, `end${turn}x`]) {
        const { results } = await find(word);
        assert.deepEqual([results.length, results[0]?.matches], [1, 1], word);
      }
    }
  });

  it('is waited for by another one, as long as there is no whole index', async () => {
    const count = writeHandovers();
    await settled();
    let other: Child | undefined;
    const onProgress = slowly(() => {
      other ??= start('searcher', root(), scratch('home'), scratch('data'), '1', 'needle');
    });
    assert.equal((await find('needle', { onProgress })).total, count);
    assert.deepEqual(await other?.next(), { total: count });
  });

  it('ends in the midst of a transcript when it is cancelled, and is none the worse', async () => {
    const said = lines(1);
    for (let turn = 0; turn < 50; turn++) {
      said.prompt(`needle ${'word '.repeat(20_000)}`);
    }
    tell(1, said);
    const controller = new AbortController();
    let steps = 0;
    const onProgress = () => {
      if (++steps === 2) {
        controller.abort();
      }
    };
    const unheard: unknown[] = [];
    const listen = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', listen);
    await assert.rejects(find('needle', { signal: controller.signal, onProgress }), {
      name: 'AbortError',
    });
    await settled();
    process.off('unhandledRejection', listen);
    // It would end a process that is no test.
    assert.deepEqual(unheard, []);
    assert.equal((await find('needle')).results[0]?.matches, 50);
  });

  it('makes the index anew when a part turns out to be damaged while parts are put together', async () => {
    let folder = '';
    for (let number = 0; number < 6; number++) {
      write(`${handover}/sessions/${number}.md`, `needle number${number}\n`);
      folder = (await find('needle')).index.folder;
    }
    const [first = ''] = readdirSync(folder).filter((name) => name.endsWith('.segment'));
    const bytes = readFileSync(path.join(folder, first));
    bytes[3] = (bytes[3] ?? 0) ^ 0x55;
    writeFileSync(path.join(folder, first), bytes);
    write(`${handover}/sessions/6.md`, 'needle number6\n');
    assert.equal((await find('needle')).total, 7);
    assert.equal((await find('number0')).total, 1);
  });

  it('says that the disk is full, and leaves no rest on it', async function () {
    mount(this, scratch('data'));
    const said = lines(1);
    for (let turn = 0; turn < 40; turn++) {
      const words = Array.from({ length: 3_000 }, () => `x${randomBytes(16).toString('hex')}`);
      said.prompt(`needle ${words.join(' ')}`);
    }
    tell(1, said);
    await assert.rejects(
      find('needle'),
      (error) => UserError.is(error, 'disk-full') && error.message.includes('Free some space'),
    );
    await settled();
    const rest = indexFiles().filter((name) => name.endsWith('.segment'));
    assert.deepEqual(rest, []);
  });
});
