import assert from 'node:assert/strict';
import {
  isRemovable,
  judgeSession,
  type SessionFacts,
} from '../../../src/core/sessions/sessionStatus';

const second = 1_000;
const minute = 60 * second;
const now = Date.UTC(2026, 10, 18, 12);

/** One that did something just now, in a process that nobody can look at. */
const fresh: SessionFacts = {
  heartbeat: now,
  lastActive: now,
  agent: 'unknown',
  openQuestions: 0,
  isWaiting: false,
};
const silentFor = (ms: number, more: Partial<SessionFacts> = {}): SessionFacts => ({
  ...fresh,
  heartbeat: now - ms,
  lastActive: now - ms,
  ...more,
});
const noted = (facts: SessionFacts, agoMs: number): SessionFacts => ({
  ...facts,
  silence: { heartbeat: facts.heartbeat, since: now - agoMs },
});

describe('status of a live session', () => {
  const cases: [name: string, facts: SessionFacts, expected: string][] = [
    ['is active after a tool call', fresh, 'active'],
    [
      'is active just under two minutes later',
      { ...fresh, lastActive: now - 2 * minute + 1 },
      'active',
    ],
    ['is idle two minutes later', { ...fresh, lastActive: now - 2 * minute }, 'idle'],
    ['is waiting while a question is open', { ...fresh, openQuestions: 1 }, 'waiting'],
    [
      'is waiting, not idle, with an open question',
      silentFor(3 * minute, { openQuestions: 1 }),
      'waiting',
    ],
    ['is waiting when its agent says so', { ...fresh, isWaiting: true }, 'waiting'],
    [
      'is idle just under five minutes of silence',
      silentFor(5 * minute - 1, { agent: 'dead' }),
      'idle',
    ],
    [
      'is terminated after five minutes of silence',
      silentFor(5 * minute, { agent: 'dead' }),
      'terminated',
    ],
    [
      'is terminated with an open question',
      silentFor(5 * minute, { agent: 'dead', openQuestions: 1 }),
      'terminated',
    ],
    [
      'lives with its agent, however silent',
      silentFor(9 * 60 * minute, { agent: 'alive' }),
      'idle',
    ],
    [
      'lives with its agent, although it was ended',
      { ...fresh, agent: 'alive', endedAt: now },
      'active',
    ],
    ['is terminated at its end', { ...fresh, endedAt: now }, 'terminated'],
    [
      'is terminated when a hook of its last moment came late',
      { ...fresh, endedAt: now - 2 * second },
      'terminated',
    ],
    ['is back when it beats after its end', { ...fresh, endedAt: now - 2 * second - 1 }, 'active'],
    ['is not terminated by a sleep of eight hours', silentFor(8 * 60 * minute), 'idle'],
    [
      'is not terminated while that was seen for less than a minute',
      noted(silentFor(8 * 60 * minute), minute - 1),
      'idle',
    ],
    [
      'is terminated when it was seen silent for a minute',
      noted(silentFor(8 * 60 * minute), minute),
      'terminated',
    ],
    [
      'is not terminated by a note of another heartbeat',
      { ...silentFor(8 * 60 * minute), silence: { heartbeat: 1, since: now - minute } },
      'idle',
    ],
    [
      'is not terminated by a note from the future',
      noted(silentFor(8 * 60 * minute), -minute),
      'idle',
    ],
    [
      'is not terminated by a clock that was set back',
      { ...silentFor(-60 * minute), agent: 'dead' },
      'active',
    ],
    [
      'is terminated when that clock does not change it',
      noted({ ...silentFor(-60 * minute), agent: 'dead' }, minute),
      'terminated',
    ],
  ];
  for (const [name, facts, expected] of cases) {
    it(name, () => {
      assert.equal(judgeSession(facts, now).status, expected);
    });
  }

  it('tells since when it is terminated, and that it goes an hour after', () => {
    const dead = silentFor(65 * minute, { agent: 'dead' });
    assert.equal(judgeSession(dead, now).terminatedAt, now - 60 * minute);
    assert.equal(isRemovable(judgeSession(dead, now), now), true);
    assert.equal(isRemovable(judgeSession(dead, now - 1), now - 1), false);
    const ended = { ...fresh, endedAt: now };
    assert.equal(isRemovable(judgeSession(ended, now + 60 * minute), now + 60 * minute), true);
    assert.equal(isRemovable(judgeSession(fresh, now + 1e9), now + 1e9), false);
  });
});
