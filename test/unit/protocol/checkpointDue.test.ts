import assert from 'node:assert/strict';
import {
  type CheckpointFacts,
  checkpointDue,
  isCheckpointOverdue,
  toCheckpointSetting,
} from '../../../src/core/protocol/checkpointDue';

const now = new Date('2026-01-15T15:00:00Z');
const facts: CheckpointFacts = {
  setting: 'auto',
  now,
  lastSavedAt: '2026-01-15T13:59:59Z',
  remindedAt: undefined,
  hasChanges: true,
  hasNewFiles: false,
  operationInProgress: false,
  detached: false,
  debugging: false,
};

describe('a checkpoint', () => {
  const rows: [what: string, changed: Partial<CheckpointFacts>, auto: string, remind: string][] = [
    ['is due with changes after an hour', {}, 'save', 'remind'],
    [
      'is due with a time in another zone',
      { lastSavedAt: '2026-01-15T22:59:00+09:00' },
      'save',
      'remind',
    ],
    ['is not due after an hour exactly', { lastSavedAt: '2026-01-15T14:00:00Z' }, 'none', 'none'],
    [
      'is not due when saved in the future',
      { lastSavedAt: '2026-01-16T00:00:00Z' },
      'none',
      'none',
    ],
    ['is not due without a session', { lastSavedAt: undefined }, 'none', 'none'],
    ['is not due when the time is none', { lastSavedAt: 'yesterday' }, 'none', 'none'],
    ['is not due without changes', { hasChanges: false }, 'none', 'none'],
    [
      'asks about new files, which it does not commit by itself',
      { hasChanges: false, hasNewFiles: true },
      'remind',
      'remind',
    ],
    ['holds new files back beside changes', { hasNewFiles: true }, 'save', 'remind'],
    ['waits for the end of a merge', { operationInProgress: true }, 'none', 'none'],
    ['waits for a branch', { detached: true }, 'none', 'none'],
    ['waits for the end of a debug session', { debugging: true }, 'none', 'none'],
    [
      'is not asked for twice in an hour',
      { remindedAt: new Date('2026-01-15T14:00:01Z') },
      'none',
      'none',
    ],
    [
      'is asked for again after an hour',
      { remindedAt: new Date('2026-01-15T14:00:00Z') },
      'save',
      'remind',
    ],
  ];
  for (const [what, changed, auto, remind] of rows) {
    it(what, () => {
      assert.equal(checkpointDue({ ...facts, ...changed }), auto);
      assert.equal(checkpointDue({ ...facts, ...changed, setting: 'remind' }), remind);
      assert.equal(checkpointDue({ ...facts, ...changed, setting: 'off' }), 'none');
    });
  }

  it('is made or asked for only by a setting that is known', () => {
    assert.deepEqual(
      ['off', 'remind', 'auto', true, false, 'never', undefined, null].map(toCheckpointSetting),
      ['off', 'remind', 'auto', 'off', 'off', 'off', 'off', 'off'],
    );
  });

  it('is thought of without git only when it may be due', () => {
    assert.ok(isCheckpointOverdue(facts));
    assert.ok(!isCheckpointOverdue({ ...facts, setting: 'off' }));
    assert.ok(!isCheckpointOverdue({ ...facts, lastSavedAt: '2026-01-15T14:30:00Z' }));
  });
});
