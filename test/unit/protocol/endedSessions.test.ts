import assert from 'node:assert/strict';
import { createEndedSessions } from '../../../src/core/protocol/endedSessions';
import type { SessionMeta } from '../../../src/core/schemas/liveSession';

describe('ended sessions', () => {
  const session = (sessionId: string, status: SessionMeta['status']) => ({ sessionId, status });
  const ids = (sessions: readonly SessionMeta[]) => sessions.map(({ sessionId }) => sessionId);

  it('are told of once, and only when they were seen alive', () => {
    const ended = createEndedSessions();
    const before = [session('old', 'terminated'), session('a', 'active'), session('b', 'idle')];
    assert.deepEqual(ids(ended(before)), []);
    const after = [session('old', 'terminated'), session('a', 'terminated'), session('b', 'idle')];
    assert.deepEqual(ids(ended(after)), ['a']);
    assert.deepEqual(ids(ended(after)), []);
    assert.deepEqual(ids(ended([session('b', 'terminated')])), ['b']);
  });

  it('are told of again when they were resumed meanwhile', () => {
    const ended = createEndedSessions();
    ended([session('a', 'active')]);
    assert.deepEqual(ids(ended([session('a', 'terminated')])), ['a']);
    ended([session('a', 'waiting')]);
    assert.deepEqual(ids(ended([session('a', 'terminated')])), ['a']);
    assert.deepEqual(ids(ended([session('a', 'terminated')])), []);
  });

  it('say nothing of one whose status is unknown', () => {
    const ended = createEndedSessions();
    ended([session('a', undefined)]);
    assert.deepEqual(ended([session('a', 'terminated')]), []);
  });
});
