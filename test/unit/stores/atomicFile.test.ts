import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {
  type AtomicFileSystem,
  realFileSystem,
  sweepTemporaryFiles,
  writeFileAtomic,
} from '../../../src/core/stores/atomicFile';
import { UserError } from '../../../src/core/support/errors';
import { useScratchFolder } from '../../support/scratchFolder';
import { type Operation, watched } from '../../support/watchedFileSystem';

function failure(code: string): Error {
  return Object.assign(new Error(`injected ${code}`), { code });
}

const oldText = 'old '.repeat(5000);
const newText = 'new content '.repeat(4000);

describe('atomicFile', () => {
  const scratch = useScratchFolder();
  const mode = (file: string) => statSync(file).mode & 0o777;

  it('writes a new file, private unless told', async () => {
    await writeFileAtomic(scratch('a'), 'text');
    await writeFileAtomic(scratch('b'), Buffer.from([0, 255]), { mode: 0o640 });
    await writeFileAtomic(scratch('c'), '');
    assert.equal(readFileSync(scratch('a'), 'utf8'), 'text');
    assert.deepEqual([...readFileSync(scratch('b'))], [0, 255]);
    assert.equal(readFileSync(scratch('c'), 'utf8'), '');
    assert.deepEqual([mode(scratch('a')), mode(scratch('b'))], [0o600, 0o640]);
    assert.deepEqual(readdirSync(scratch()), ['a', 'b', 'c']);
  });

  it('keeps the mode of the file it replaces, whatever the umask', async () => {
    writeFileSync(scratch('a'), 'old');
    chmodSync(scratch('a'), 0o666);
    await writeFileAtomic(scratch('a'), 'new', { mode: 0o600 });
    assert.equal(mode(scratch('a')), 0o666);
  });

  it('refuses links and folders', async () => {
    writeFileSync(scratch('a'), 'old');
    symlinkSync(scratch('a'), scratch('link'));
    symlinkSync(scratch('nowhere'), scratch('dangling'));
    mkdirSync(scratch('folder'));
    for (const name of ['link', 'dangling', 'folder']) {
      await assert.rejects(writeFileAtomic(scratch(name), 'new'), (error) =>
        UserError.is(error, 'not-a-file'),
      );
    }
    assert.equal(readFileSync(scratch('a'), 'utf8'), 'old');
    assert.deepEqual(readdirSync(scratch()), ['a', 'dangling', 'folder', 'link']);
  });

  it('what beforeRename throws leaves the old file', async () => {
    writeFileSync(scratch('a'), 'old');
    const beforeRename = () => {
      throw new Error('not ours');
    };
    await assert.rejects(writeFileAtomic(scratch('a'), 'new', { beforeRename }), /not ours/);
    assert.equal(readFileSync(scratch('a'), 'utf8'), 'old');
    assert.deepEqual(readdirSync(scratch()), ['a']);
  });

  it('tries again while another program has the file open, and asks each time', async () => {
    for (const [busy, succeeds] of [
      [3, true],
      [4, false],
    ] as const) {
      writeFileSync(scratch('a'), 'old');
      let renames = 0;
      let asked = 0;
      const fs: AtomicFileSystem = {
        ...watched((operation) => {
          if (operation === 'rename' && ++renames <= busy) {
            throw failure('EBUSY');
          }
        }),
        renameAttempts: 4,
      };
      const writing = writeFileAtomic(scratch('a'), 'new', { fs, beforeRename: () => asked++ });
      await (succeeds ? writing : assert.rejects(writing, /EBUSY/));
      assert.equal(readFileSync(scratch('a'), 'utf8'), succeeds ? 'new' : 'old');
      assert.equal(asked, 4);
      assert.deepEqual(readdirSync(scratch()), ['a']);
    }
  });

  it('sweeps the leftovers of one target only', () => {
    const left = ['.a.json.12-0af.tmp', '.a.json.1-2.tmp'];
    const kept = ['.a.json.bak.1-2.tmp', '.a.json.notes.tmp', '.b.json.1-2.tmp', 'a.json'];
    for (const name of [...left, ...kept]) {
      writeFileSync(scratch(name), '');
    }
    sweepTemporaryFiles(scratch('a.json'));
    assert.deepEqual(readdirSync(scratch()).toSorted(), kept.toSorted());
  });

  describe('when an operation fails', () => {
    async function operations(): Promise<Operation[]> {
      const seen: Operation[] = [];
      const fs = watched((operation) => seen.push(operation));
      writeFileSync(scratch('count'), oldText);
      chmodSync(scratch('count'), 0o666);
      await writeFileAtomic(scratch('count'), newText, { fs });
      return seen;
    }

    /** Returns whether the write reported a failure. */
    async function writeWith(fs: AtomicFileSystem, file: string): Promise<boolean> {
      writeFileSync(file, oldText);
      chmodSync(file, 0o666);
      return writeFileAtomic(file, newText, { fs }).then(
        () => false,
        () => true,
      );
    }

    function content(file: string): 'old' | 'new' {
      const text = readFileSync(file, 'utf8');
      assert.ok(text === oldText || text === newText, `${text.length} bytes of something else`);
      return text === oldText ? 'old' : 'new';
    }

    it('uses all the operations', async () => {
      const expected: Operation[] = ['lstat', 'open', 'write', 'fstat', 'fchmod', 'fsync', 'close'];
      expected.push('rename', 'open', 'fsync', 'close');
      assert.deepEqual(await operations(), expected);
    });

    for (const code of ['EIO', 'ENOSPC', 'EPERM']) {
      it(`each with ${code}: the old file or the new one, no leftovers, no silent failure`, async () => {
        const { length } = await operations();
        for (let failing = 0; failing < length; failing++) {
          mkdirSync(scratch(`${failing}`));
          const file = scratch(`${failing}`, 'a');
          let index = 0;
          const fs = watched(() => {
            if (index++ === failing) {
              throw failure(code);
            }
          });
          const failed = await writeWith(fs, file);
          assert.ok(failed || content(file) === 'new', `operation ${failing} failed in silence`);
          assert.deepEqual(readdirSync(scratch(`${failing}`)), ['a']);
        }
      });

      it(`each and all after it with ${code}: the old file or the new one`, async () => {
        const { length } = await operations();
        for (let failing = 0; failing < length; failing++) {
          let index = 0;
          const fs = watched(() => {
            if (index++ >= failing) {
              throw failure(code);
            }
          });
          const failed = await writeWith(fs, scratch('a'));
          assert.ok(failed || content(scratch('a')) === 'new');
        }
      });
    }

    it('short writes are completed', async () => {
      let writes = 0;
      const write: AtomicFileSystem['write'] = (fd, bytes, offset) => {
        writes++;
        return realFileSystem.write(fd, bytes.subarray(0, offset + 1000), offset);
      };
      assert.equal(await writeWith({ ...realFileSystem, write }, scratch('a')), false);
      assert.equal(content(scratch('a')), 'new');
      assert.equal(writes, newText.length / 1000);
    });

    it('a write that claims more than it wrote is found out', async () => {
      const write: AtomicFileSystem['write'] = (fd, bytes, offset) => {
        realFileSystem.write(fd, bytes.subarray(0, 1000), offset);
        return bytes.length;
      };
      assert.equal(await writeWith({ ...realFileSystem, write }, scratch('a')), true);
      assert.equal(content(scratch('a')), 'old');
      assert.deepEqual(readdirSync(scratch()), ['a']);
    });

    it('a write that makes no progress ends', async () => {
      const fs = { ...realFileSystem, write: () => 0 };
      assert.equal(await writeWith(fs, scratch('a')), true);
      assert.equal(content(scratch('a')), 'old');
      assert.deepEqual(readdirSync(scratch()), ['a']);
    });

    it('a folder that is not there is not made', async () => {
      await assert.rejects(writeFileAtomic(scratch('no', 'a'), newText), { code: 'ENOENT' });
      assert.equal(existsSync(scratch('no')), false);
    });
  });
});
