// What a search is busy with, in one line of a terminal that goes away again. By the clock, so that
// whatever takes long is told, be it the list of sessions or another search that comes first.

import type { Translate } from '../../core/support/message';
import type { UpdateProgress } from '../../core/search/updateIndex';
import { standardError } from '../output';

/** What takes no longer says nothing. */
const quietMs = 500;
const everyMs = 200;

export function createProgressLine(t: Translate) {
  let percent = 0;
  let isWaiting = false;
  let shown = '';
  const tell = (): void => {
    // Not asked before: a stream takes longer to set up than most searches take.
    if (!process.stderr.isTTY) {
      return;
    }
    const text = isWaiting
      ? t('Waiting for another search, which is reading what is new.')
      : t('Reading what is new: {0} %', percent);
    if (text !== shown) {
      shown = text;
      standardError.write(`\r${text}\u001B[K`);
    }
    timer = setTimeout(tell, everyMs).unref();
  };
  let timer = setTimeout(tell, quietMs).unref();
  return {
    show: ({ done, total }: UpdateProgress): void => {
      percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      isWaiting = false;
    },
    wait: (): void => {
      isWaiting = true;
    },
    clear: (): void => {
      clearTimeout(timer);
      if (shown !== '') {
        standardError.write('\r\u001B[K');
        shown = '';
      }
    },
  };
}
