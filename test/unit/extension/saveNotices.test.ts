import assert from 'node:assert/strict';
import { english } from '../../../src/core/support/message';
import { checkpointReminder, sessionEndNotice } from '../../../src/extension/views/saveNotices';
import { inEnglish } from '../../support/snapshots';

describe('notices about work that is not saved', () => {
  const work = { changed: 4, newFiles: 1, operation: undefined, detached: false };

  it('remind of the last save', () => {
    assert.equal(
      checkpointReminder('2026-01-15T14:00:00Z', work, inEnglish),
      'Last saved 1 hour ago, 5 files changed.',
    );
    assert.equal(
      checkpointReminder('2026-01-15T12:00:00Z', { ...work, changed: 0 }, inEnglish),
      'Last saved 3 hours ago, 1 file changed.',
    );
  });

  it('name the session that ended', () => {
    const session = { sessionId: '6f1c2a54-8b1e-4c39', agent: 'claude' };
    assert.equal(
      sessionEndNotice(session, work, english),
      'The session claude 6f1c2a54 has ended, and 5 files are not saved.',
    );
    assert.equal(
      sessionEndNotice({ sessionId: 'abc' }, { ...work, changed: 0 }, english),
      'The session abc has ended, and 1 file is not saved.',
    );
  });
});
