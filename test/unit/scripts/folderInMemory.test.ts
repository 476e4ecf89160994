import assert from 'node:assert/strict';
import { folderInMemory } from '../../../scripts/process/folderInMemory';

describe('the folder of a test run', () => {
  const enough = () => 8 * 1024 ** 3;
  const mounted = (options: string) => () =>
    `proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n/dev/vda / ext4 rw 0 0\n`;

  it('is in memory where there is room and programs may be started', () => {
    assert.equal(folderInMemory(mounted('rw,relatime,size=24684100k'), enough), '/dev/shm');
  });

  it('is the usual one elsewhere', () => {
    const none = () => {
      throw new Error('no such file');
    };
    assert.equal(folderInMemory(none, enough), undefined);
    assert.equal(
      folderInMemory(() => '', enough),
      undefined,
    );
    assert.equal(folderInMemory(mounted('rw,nosuid,noexec'), enough), undefined);
    assert.equal(folderInMemory(mounted('ro,relatime'), enough), undefined);
    assert.equal(
      folderInMemory(mounted('rw,relatime'), () => 64 * 1024 ** 2),
      undefined,
    );
    assert.equal(folderInMemory(mounted('rw,relatime'), none), undefined);
  });
});
