import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder for each test of the suite that calls this, removed after it. */
export function useScratchFolder(): (...parts: string[]) => string {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'baton-test-')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (...parts) => path.join(folder, ...parts);
}
