// A status in words for people.

import type { SessionStatus } from '../schemas/sessionStatuses';
import type { Translate } from '../support/message';

export function statusName(status: SessionStatus, t: Translate): string {
  switch (status) {
    case 'active':
      return t('active');
    case 'waiting':
      return t('waiting');
    case 'idle':
      return t('idle');
    case 'terminated':
      return t('ended');
  }
}
