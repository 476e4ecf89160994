// What is said when work is not saved: an hour has passed, or an agent's session has ended. Pure.

import type { SaveMode } from '../../core/protocol/suggestedMode';
import type { UnsavedWork } from '../../core/save/unsavedWork';
import type { SessionMeta } from '../../core/schemas/liveSession';
import type { Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import type { Rendering } from './treeNode';

export function checkpointReminder(
  savedAt: string,
  work: UnsavedWork,
  { t, now, language }: Rendering,
): string {
  const count = fileCount(work);
  const ago = relativeTime(savedAt, now, language);
  return count === 1
    ? t('Last saved {0}, 1 file changed.', ago)
    : t('Last saved {0}, {1} files changed.', ago, count);
}

export function sessionEndNotice(session: SessionMeta, work: UnsavedWork, t: Translate): string {
  const count = fileCount(work);
  return count === 1
    ? t('The session {0} has ended, and 1 file is not saved.', sessionName(session))
    : t('The session {0} has ended, and {1} files are not saved.', sessionName(session), count);
}

export function saveTitle(mode: SaveMode, t: Translate): string {
  switch (mode) {
    case 'quick':
      return t('Save');
    case 'sync':
      return t('Save and Push');
    case 'full':
      return t('Save and Verify');
  }
}

/** "claude 6f1c2a54" */
function sessionName({ agent, sessionId }: SessionMeta): string {
  return [agent, sessionId.slice(0, 8)]
    .map((part) => oneLine(part ?? ''))
    .join(' ')
    .trim();
}

function fileCount({ changed, newFiles }: UnsavedWork): number {
  return changed + newFiles;
}
