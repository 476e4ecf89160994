import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isOnPath } from '../../src/core/support/programOnPath';
import { useScratchFolder } from '../support/scratchFolder';

describe('a program on the path', () => {
  const scratch = useScratchFolder();

  it('is a file that may be run, in one of its folders', () => {
    mkdirSync(scratch('bin'));
    mkdirSync(scratch('bin', 'folder'));
    writeFileSync(scratch('bin', 'agent'), '', { mode: 0o755 });
    writeFileSync(scratch('bin', 'notes'), '', { mode: 0o644 });
    const env = { PATH: ['/nowhere', scratch('bin')].join(path.delimiter) };
    const found = ['agent', 'notes', 'folder', 'missing'].filter((name) => isOnPath(name, env));
    assert.deepEqual(found, ['agent']);
    assert.equal(isOnPath(scratch('bin', 'agent'), {}), true);
    assert.equal(isOnPath('agent', {}), false);
  });
});
