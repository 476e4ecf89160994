import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A new folder for each test of the suite that calls this, removed after it. `inMemory`, where there
 * is such a place: for tests that write thousands of files, whose syncs a busy disk makes wait.
 */
export function useScratchFolder({ inMemory = false } = {}): (...parts: string[]) => string {
  const shared = '/dev/shm';
  let folder = '';
  beforeEach(() => {
    const parent = inMemory && existsSync(shared) ? shared : tmpdir();
    folder = realpathSync(mkdtempSync(path.join(parent, 'baton-test-')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (...parts) => path.join(folder, ...parts);
}
