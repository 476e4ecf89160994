import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { probe } from '../../../src/core/doctor/probe';

describe('probe', () => {
  const how = { cwd: tmpdir(), env: process.env, timeoutMs: 10_000 };

  it('starts nothing once it is to end', async () => {
    const ended = await probe(process.execPath, ['-e', 'console.log("ran")'], {
      ...how,
      signal: AbortSignal.abort(),
    });
    assert.deepEqual(ended, {
      code: null,
      stdout: '',
      stderr: '',
      isTimedOut: true,
      isMissing: false,
      ms: 0,
    });
  });

  it('ends nothing where a program could not be started', async () => {
    // The process group 0 is that of whoever asks, these tests included.
    const kill = mock.method(process, 'kill', () => true);
    try {
      const ending = new AbortController();
      const probing = probe(path.join(tmpdir(), 'no such program'), [], {
        ...how,
        signal: ending.signal,
      });
      ending.abort();
      assert.equal((await probing).isMissing, true);
      assert.equal(kill.mock.callCount(), 0);
    } finally {
      kill.mock.restore();
    }
  });
});
