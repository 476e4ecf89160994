import assert from 'node:assert/strict';
import {
  canBeSaved,
  suggestedMode,
  suggestedModes,
} from '../../../src/core/protocol/suggestedMode';
import type { UnsavedWork } from '../../../src/core/save/unsavedWork';
import { toProgress } from '../../../src/core/protocol/tasks';

describe('unsaved work', () => {
  const work = { changed: 1, newFiles: 0, operation: undefined, detached: false };
  const rows: [what: string, changed: Partial<UnsavedWork>, can: boolean][] = [
    ['that has changed', {}, true],
    ['that is new', { changed: 0, newFiles: 1 }, true],
    ['that is none', { changed: 0 }, false],
    ['in the middle of a merge', { operation: 'merge' }, false],
    ['on no branch', { detached: true }, false],
  ];
  for (const [what, changed, can] of rows) {
    it(`${what} ${can ? 'can' : 'cannot'} be saved`, () => {
      assert.equal(canBeSaved({ ...work, ...changed }), can);
    });
  }
});

describe('the save that fits', () => {
  const half = toProgress(5, 12);
  const rows: [what: string, progress: typeof half | undefined, hour: number, mode: string][] = [
    ['is quick during the day', half, 10, 'quick'],
    ['is quick until the end of the day', half, 16, 'quick'],
    ['is pushed from the end of the day on', half, 17, 'sync'],
    ['is pushed late at night', half, 2, 'sync'],
    ['is quick early in the morning', half, 5, 'quick'],
    ['is verified when the task is complete', toProgress(12, 12), 10, 'full'],
    ['is verified when the task is complete in the evening, too', toProgress(12, 12), 20, 'full'],
    ['takes no tasks at all for none that are complete', toProgress(0, 0), 10, 'quick'],
    ['goes by the hour where progress is unknown', undefined, 18, 'sync'],
  ];
  for (const [what, progress, hour, mode] of rows) {
    it(what, () => {
      assert.equal(suggestedMode({ progress, hour }), mode);
    });
  }

  it('goes by the hour at which the day ends here', () => {
    assert.equal(suggestedMode({ progress: half, hour: 17, workdayEndsAt: 19 }), 'quick');
    assert.equal(suggestedMode({ progress: half, hour: 15, workdayEndsAt: 15 }), 'sync');
  });

  it('comes before the other two', () => {
    assert.deepEqual(suggestedModes({ progress: half, hour: 18 }), ['sync', 'quick', 'full']);
    assert.deepEqual(suggestedModes({ progress: half, hour: 9 }), ['quick', 'sync', 'full']);
  });
});
