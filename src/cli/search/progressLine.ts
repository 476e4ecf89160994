// What a search is busy with, in one line of a terminal that goes away again. By the clock, so that
// whatever takes long is told, be it the list of sessions or another search that comes first.

import type { Translate } from '../../core/support/message';
import type { UpdateProgress } from '../../core/search/updateIndex';

/** What takes no longer says nothing. */
const quietMs = 500;
const everyMs = 200;

export function createProgressLine(t: Translate) {
  let text = t('Reading what is new: {0} %', 0);
  let shown = '';
  const tell = (): void => {
    // Not asked before: a stream takes longer to set up than most searches take.
    if (!process.stderr.isTTY) {
      return;
    }
    if (text !== shown) {
      shown = text;
      process.stderr.write(`\r${text}\u001B[K`);
    }
    timer = setTimeout(tell, everyMs).unref();
  };
  let timer = setTimeout(tell, quietMs).unref();
  return {
    show: ({ done, total }: UpdateProgress): void => {
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      text = t('Reading what is new: {0} %', percent);
    },
    wait: (): void => {
      text = t('Waiting for another search, which is reading what is new.');
    },
    clear: (): void => {
      clearTimeout(timer);
      if (shown !== '') {
        process.stderr.write('\r\u001B[K');
        shown = '';
      }
    },
  };
}
