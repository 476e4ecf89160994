import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/**
 * Mounts a real file system of 1 MiB at a new folder, which takes root: without it the test is
 * skipped, and says so. Unmounted after each test; call it ahead of useScratchFolder, whose folder
 * is removed then.
 */
export function useSmallDisk(): (test: Mocha.Context, folder: string, options?: string) => void {
  let disk = '';
  afterEach(() => {
    if (disk !== '') {
      assert.equal(spawnSync('umount', [disk]).status, 0);
      disk = '';
    }
  });
  return (test, folder, options = 'size=1m') => {
    mkdirSync(folder);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    if (mount.status !== 0) {
      console.log(
        `    NOT TESTED: no small file system could be mounted (${String(mount.stderr)})`,
      );
      test.skip();
    }
    disk = folder;
  };
}
