// The title of what a load says: the same in every language, because agents look for it. Pure.

import type { LoadReport } from './loadReport';

export function bannerTitle(status: LoadReport['status']): string {
  switch (status) {
    case 'restored':
      return 'SESSION RESTORED';
    case 'new':
      return 'NEW SESSION';
    case 'recovery_failed':
      return 'SESSION RECOVERY FAILED';
  }
}
