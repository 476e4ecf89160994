import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type AtomicFileSystem, realFileSystem } from '../../../src/core/stores/atomicFile';
import { UserError } from '../../../src/core/support/errors';
import { render } from '../../../src/core/support/message';
import { type Counter, createCounterFile } from '../../support/counterFile';
import { useScratchFolder } from '../../support/scratchFolder';
import { watched } from '../../support/watchedFileSystem';

const increment = (current: Counter | undefined): Counter => ({
  ...current,
  count: (current?.count ?? 0) + 1,
});

describe('jsonFile', function () {
  this.timeout(30_000);
  const scratch = useScratchFolder();
  const now = () => new Date('2026-01-15T14:30:00.123Z');
  const open = () => createCounterFile(scratch('count.json'), { within: scratch(), now });
  const files = () => readdirSync(scratch()).filter((name) => name !== 'locks');
  const text = (name = 'count.json') => readFileSync(scratch(name), 'utf8');
  const isReason = (reason: string) => (error: unknown) => UserError.is(error, reason);

  async function reasonOf(content: string | Uint8Array): Promise<string> {
    writeFileSync(scratch('count.json'), content);
    const state = await open().read();
    assert.ok(state.kind === 'corrupt' || state.kind === 'unreadable', state.kind);
    return render(state.reason);
  }

  describe('read', () => {
    it('a file that is not there', async () => {
      assert.deepEqual(await open().read(), { kind: 'missing' });
      const below = createCounterFile(scratch('no', 'count.json'), { within: scratch() });
      assert.deepEqual(await below.read(), { kind: 'missing' });
    });

    it('a good file, with or without a byte order mark', async () => {
      for (const raw of ['{"count":1,"x":[]}', '\uFEFF{"count":1,"x":[]}']) {
        writeFileSync(scratch('count.json'), raw);
        const state = await open().read();
        assert.ok(state.kind === 'ok');
        assert.deepEqual([state.value, state.raw], [{ count: 1, x: [] }, raw]);
      }
    });

    it('says what is wrong and where, without repeating what is in the file', async () => {
      assert.equal(await reasonOf(''), 'It is empty.');
      assert.equal(
        await reasonOf('{\n  "count": 1\n  "secret": 2\n}\n'),
        'It is not valid JSON: line 3, column 3.',
      );
      assert.equal(
        await reasonOf('\uFEFF{"count": 1 "b": 2}'),
        'It is not valid JSON: line 1, column 13.',
      );
      assert.equal(await reasonOf('{"count": secret}'), 'It is not valid JSON.');
      assert.equal(await reasonOf('{"x":1}'), 'It has no count.');
      assert.equal(await reasonOf('null'), 'It has no count.');
      assert.equal(
        await reasonOf(Buffer.from('{"count":1,"x":"\xff"}', 'latin1')),
        'It is not UTF-8 text.',
      );
    });

    it('does not follow values nested without end', async () => {
      const deep = (depth: number) => `{"count":1,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      assert.equal(await reasonOf(deep(200_000)), 'It is nested too deeply.');
      writeFileSync(scratch('count.json'), deep(50));
      assert.equal((await open().read()).kind, 'ok');
    });

    it('writes nothing', async () => {
      writeFileSync(scratch('count.json'), '{');
      await open().read();
      assert.deepEqual(readdirSync(scratch()), ['count.json']);
    });

    it('leaves a file alone that is too large, or no file', async () => {
      writeFileSync(scratch('count.json'), '{"count":1}');
      truncateSync(scratch('count.json'), 8 * 1024 * 1024 + 1);
      const state = await open().read();
      assert.ok(state.kind === 'unreadable');
      assert.match(render(state.reason), /count\.json is larger than 8 MB/);
      await assert.rejects(open().update(increment), isReason('unreadable'));
      mkdirSync(scratch('folder'));
      const folder = createCounterFile(scratch('folder'), { within: scratch() });
      assert.equal((await folder.read()).kind, 'unreadable');
      await assert.rejects(folder.update(increment), isReason('unreadable'));
    });

    it('a key named __proto__ changes no prototype and is not written back', async () => {
      for (const key of ['__proto__', '\\u005f_proto_\\u005F', '__\\u0070roto__']) {
        writeFileSync(scratch('count.json'), `{"count":1,"deep":{"${key}":{"bad":1},"x":2}}`);
        const state = await open().read();
        assert.ok(state.kind === 'ok');
        assert.deepEqual(Object.keys(state.value.deep as object), ['x']);
        assert.equal((Object.assign({}, state.value.deep) as { bad?: number }).bad, undefined);
        const { value } = await open().update(increment);
        assert.deepEqual(value, { count: 2, deep: { x: 2 } });
      }
    });
  });

  describe('links', () => {
    it('that lead out of the project are neither read nor written', async () => {
      mkdirSync(scratch('project'));
      mkdirSync(scratch('elsewhere'));
      writeFileSync(scratch('elsewhere', 'count.json'), '{"count":1}');
      symlinkSync(scratch('elsewhere', 'count.json'), scratch('project', 'count.json'));
      symlinkSync(scratch('elsewhere'), scratch('project', 'folder'));
      for (const parts of [['count.json'], ['folder', 'count.json'], ['folder', 'new.json']]) {
        const file = createCounterFile(scratch('project', ...parts), {
          within: scratch('project'),
        });
        const state = await file.read();
        assert.equal(state.kind, 'outside', parts.join('/'));
        await assert.rejects(file.update(increment), isReason('outside'));
        await assert.rejects(file.restoreBackup(), isReason('outside'));
      }
      assert.deepEqual(readdirSync(scratch('elsewhere')), ['count.json']);
      assert.equal(text('elsewhere/count.json'), '{"count":1}');
    });

    it('to a backup outside are not followed', async () => {
      mkdirSync(scratch('project'));
      writeFileSync(scratch('elsewhere.json'), '{"count":7}');
      writeFileSync(scratch('project', 'count.json'), '{');
      symlinkSync(scratch('elsewhere.json'), scratch('project', 'count.json.bak'));
      const file = createCounterFile(scratch('project', 'count.json'));
      const state = await file.read();
      assert.ok(state.kind === 'corrupt');
      assert.equal(state.backup, undefined);
    });

    it('within the project are read, not written; a project may itself be behind one', async () => {
      mkdirSync(scratch('real'));
      symlinkSync(scratch('real'), scratch('project'));
      writeFileSync(scratch('real', 'a.json'), '{"count":1}');
      symlinkSync(scratch('real', 'a.json'), scratch('real', 'link.json'));
      const link = createCounterFile(scratch('project', 'link.json'));
      assert.equal((await link.read()).kind, 'ok');
      await assert.rejects(link.update(increment), isReason('not-a-file'));
      const plain = createCounterFile(scratch('project', 'a.json'));
      assert.deepEqual((await plain.update(increment)).value, { count: 2 });
    });
  });

  describe('update', () => {
    it('makes the file and its folder, and the backup beside it', async () => {
      const file = createCounterFile(scratch('new', 'deep', 'count.json'), { within: scratch() });
      assert.deepEqual(await file.update(increment), {
        value: { count: 1 },
        quarantined: undefined,
      });
      assert.equal(text('new/deep/count.json'), '{\n  "count": 1\n}\n');
      assert.equal(text('new/deep/count.json.bak'), '{\n  "count": 1\n}\n');
      assert.equal(statSync(scratch('new', 'deep', 'count.json')).mode & 0o777, 0o600);
    });

    it('makes the content before the backup', async () => {
      await open().update(increment);
      await open().update(increment);
      assert.equal(text(), '{\n  "count": 2\n}\n');
      assert.equal(text('count.json.bak'), '{\n  "count": 1\n}\n');
      writeFileSync(scratch('count.json'), '{"count":7, "by": "hand"}');
      await open().update(increment);
      assert.equal(text('count.json.bak'), '{"count":7, "by": "hand"}');
    });

    it('leaves a backup that nobody changes by writing into the file', async () => {
      await open().update(increment);
      await open().update(increment);
      writeFileSync(scratch('count.json'), 'written over');
      assert.equal(text('count.json.bak'), '{\n  "count": 1\n}\n');
      assert.equal(statSync(scratch('count.json.bak')).nlink, 1);
    });

    it('copies what was read where there are no links, or the file is another one by then', async () => {
      const file = (link: AtomicFileSystem['link']) =>
        createCounterFile(scratch('count.json'), {
          within: scratch(),
          fs: { ...realFileSystem, link },
        });
      await open().update(increment);
      const refusing = file(() => {
        throw Object.assign(new Error('no links here'), { code: 'EPERM' });
      });
      await refusing.update(increment);
      assert.equal(text('count.json.bak'), '{\n  "count": 1\n}\n');
      const replaced = file((from, to) => {
        rmSync(from);
        writeFileSync(from, 'not what was read');
        realFileSystem.link(from, to);
      });
      await replaced.update(increment);
      assert.equal(text(), '{\n  "count": 3\n}\n');
      assert.equal(text('count.json.bak'), '{\n  "count": 2\n}\n');
      assert.deepEqual(files(), ['count.json', 'count.json.bak']);
    });

    it('renews the backup after a crash between the two renames', async () => {
      await open().update(increment);
      rmSync(scratch('count.json.bak'));
      linkSync(scratch('count.json'), scratch('count.json.bak'));
      await open().update(increment);
      assert.equal(text('count.json.bak'), '{\n  "count": 1\n}\n');
      assert.deepEqual(files(), ['count.json', 'count.json.bak']);
    });

    it('has the old or the new file and a good backup, whichever operation fails', async () => {
      let operations = 0;
      for (let failing = 0; failing <= operations; failing += 1) {
        rmSync(scratch('count.json'), { force: true });
        rmSync(scratch('count.json.bak'), { force: true });
        await open().update(increment);
        await open().update(increment);
        operations = 0;
        const fs = watched(() => {
          operations += 1;
          if (operations === failing) {
            throw Object.assign(new Error('injected'), { code: 'EIO' });
          }
        });
        const file = createCounterFile(scratch('count.json'), { within: scratch(), fs });
        await file.update(increment).catch(() => undefined);
        const counts = ['count.json', 'count.json.bak'].map(
          (name) => (JSON.parse(text(name)) as Counter).count,
        );
        assert.ok(
          ['2,1', '2,2', '3,2', '3,1'].includes(String(counts)),
          `${failing}: ${String(counts)}`,
        );
        await open().update(increment);
        assert.deepEqual(files(), ['count.json', 'count.json.bak'], String(failing));
      }
      assert.ok(operations > 10, String(operations));
    });

    it('keeps a copy of a file of which it leaves something out', async () => {
      await open().update(increment);
      writeFileSync(scratch('count.json'), '{"count":7,"bad":1}');
      const { quarantined } = await open().update(increment);
      assert.equal(readFileSync(quarantined ?? '', 'utf8'), '{"count":7,"bad":1}');
      assert.equal(text(), '{\n  "count": 8\n}\n');
      assert.equal((await open().update(increment)).quarantined, undefined);
    });

    it('ten times keeps unknown fields, also deep ones, in their order', async () => {
      const content = { z: null, count: 0, a: { deep: [1, { b: '가 😀 \u2028' }], '': 1e-7 } };
      writeFileSync(scratch('count.json'), JSON.stringify(content));
      for (let i = 0; i < 10; i++) {
        await open().update(increment);
      }
      assert.equal(text(), `${JSON.stringify({ ...content, count: 10 }, undefined, 2)}\n`);
    });

    it('at the same time loses none', async () => {
      await Promise.all(Array.from({ length: 20 }, () => open().update(increment)));
      assert.equal(text(), '{\n  "count": 20\n}\n');
      assert.deepEqual(files(), ['count.json', 'count.json.bak']);
    });

    it('without a change touches nothing', async () => {
      await open().update(increment);
      utimesSync(scratch('count.json'), 1, 1);
      await open().update((current) => current ?? { count: 0 });
      assert.equal(statSync(scratch('count.json')).mtimeMs, 1000);
    });

    it('with a bad value, or a failing change, leaves all as it was', async () => {
      writeFileSync(scratch('count.json'), '{');
      await assert.rejects(
        open().update(() => ({ count: 0.5 })),
        /bad value. It has no count/,
      );
      const failing = open().update(() => {
        throw new Error('no idea');
      });
      await assert.rejects(failing, /no idea/);
      assert.equal(text(), '{');
      assert.deepEqual(files(), ['count.json']);
    });

    it('whose lock was lost changes nothing', async () => {
      await open().update(increment);
      const losing = open().update((current) => {
        writeFileSync(scratch('locks', '99'), '');
        return increment(current);
      });
      await assert.rejects(losing, isReason('lock-lost'));
      assert.equal(text(), '{\n  "count": 1\n}\n');
      assert.deepEqual(files(), ['count.json', 'count.json.bak']);
    });
  });

  describe('a corrupt file', () => {
    const asides = [1, 2, 3].map(
      (copy) => `count.json.corrupt-20260115T143000Z${copy === 1 ? '' : `-${copy}`}`,
    );

    it('is kept byte for byte, each time, and the backup is used', async () => {
      await open().update(() => ({ count: 41, unknown: true }));
      const garbage = [
        Buffer.from([0, 255, 10, 13]),
        Buffer.from(''),
        Buffer.from('{"count":"x"}'),
      ];
      for (const [index, bytes] of garbage.entries()) {
        writeFileSync(scratch('count.json'), bytes);
        chmodSync(scratch('count.json'), 0o640);
        const state = await open().read();
        assert.ok(state.kind === 'corrupt');
        assert.equal(state.backup?.value.count, 41);
        const { value, quarantined } = await open().update(increment);
        assert.deepEqual(value, { count: 42, unknown: true });
        assert.equal(quarantined, scratch(asides[index] ?? ''));
      }
      assert.deepEqual(files(), ['count.json', 'count.json.bak', ...asides].toSorted());
      for (const [index, bytes] of garbage.entries()) {
        assert.deepEqual(readFileSync(scratch(asides[index] ?? '')), bytes);
        assert.equal(statSync(scratch(asides[index] ?? '')).mode & 0o777, 0o640);
      }
    });

    it('is kept once when many find it', async () => {
      await open().update(() => ({ count: 1 }));
      writeFileSync(scratch('count.json'), '{');
      const updates = Array.from({ length: 8 }, () => open().update(increment));
      const kept = (await Promise.all(updates)).filter(({ quarantined }) => quarantined);
      assert.equal(kept.length, 1);
      assert.equal(text(), '{\n  "count": 9\n}\n');
      assert.deepEqual(files(), ['count.json', 'count.json.bak', asides[0]]);
    });

    it('without a usable backup starts from nothing', async () => {
      for (const [index, backup] of ['{"count":', '{"count":"x"}'].entries()) {
        writeFileSync(scratch('count.json'), '{');
        writeFileSync(scratch('count.json.bak'), backup);
        assert.equal((await open().update(increment)).value.count, 1);
        assert.equal(text(asides[index]), '{');
      }
    });

    it('leaves the last good one as the backup, and so does a missing file', async () => {
      await open().update(() => ({ count: 7 }));
      writeFileSync(scratch('count.json'), 'garbage');
      await open().update(() => ({ count: 1 }));
      assert.equal(text('count.json.bak'), '{\n  "count": 7\n}\n');
      rmSync(scratch('count.json'));
      await open().update(() => ({ count: 1 }));
      assert.equal(text('count.json.bak'), '{\n  "count": 7\n}\n');
    });

    it('never becomes the backup', async () => {
      await open().update(increment);
      writeFileSync(scratch('count.json'), '{"count":"bad"}');
      await open().read();
      await assert.rejects(open().update(() => ({ count: 0.5 })));
      assert.equal(text('count.json.bak'), '{\n  "count": 1\n}\n');
    });
  });

  describe('restoreBackup', () => {
    it('keeps the corrupt file and puts the backup in place', async () => {
      await open().update(increment);
      writeFileSync(scratch('count.json'), 'garbage');
      const { value, quarantined } = await open().restoreBackup();
      assert.deepEqual(value, { count: 1 });
      assert.equal(readFileSync(quarantined ?? '', 'utf8'), 'garbage');
      assert.equal(text(), '{\n  "count": 1\n}\n');
    });

    it('leaves a good file as it is, and one that was removed', async () => {
      await open().update(increment);
      writeFileSync(scratch('count.json'), '{"count":5}');
      await assert.rejects(open().restoreBackup(), isReason('not-broken'));
      assert.equal(text(), '{"count":5}');
      rmSync(scratch('count.json'));
      await assert.rejects(open().restoreBackup(), isReason('not-broken'));
      assert.deepEqual(files(), ['count.json.bak']);
    });

    it('without a backup says what to do', async () => {
      writeFileSync(scratch('count.json'), '{');
      await assert.rejects(open().restoreBackup(), (error) => {
        assert.ok(UserError.is(error, 'no-backup'));
        assert.match(error.message, /Mend the file by hand, or delete it to start anew/);
        return true;
      });
      assert.equal(text(), '{');
      assert.deepEqual(files(), ['count.json']);
    });
  });
});
