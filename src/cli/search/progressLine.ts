// How far the first look at everything has come, in one line of a terminal that goes away again.

import type { Translate } from '../../core/support/message';
import { upTime } from '../../core/support/upTime';
import type { UpdateProgress } from '../../core/search/updateIndex';

/** What takes no longer says nothing. */
const quietMs = 500;
const everyMs = 200;

export function createProgressLine(t: Translate) {
  const start = upTime();
  let last = 0;
  let isShown = false;
  return {
    show: ({ done, total }: UpdateProgress): void => {
      const now = upTime();
      if (!process.stderr.isTTY || now - start < quietMs || now - last < everyMs) {
        return;
      }
      last = now;
      isShown = true;
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      process.stderr.write(`\r${t('Reading what is new: {0} %', percent)}\u001B[K`);
    },
    clear: (): void => {
      if (isShown) {
        process.stderr.write('\r\u001B[K');
        isShown = false;
      }
    },
  };
}
