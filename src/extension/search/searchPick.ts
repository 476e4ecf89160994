// The quick pick that finds while a person types. One search at a time: what is typed meanwhile is
// asked for when it is done.

import path from 'node:path';
import * as vscode from 'vscode';
import type { SearchReport, SearchResult } from '../../core/search/search';
import { UserError } from '../../core/support/errors';
import { withProgress } from '../messages';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';
import type { BackgroundSearch } from './backgroundSearch';
import { noticeItem, type SearchItem, searchItems } from './searchItems';
import type { SearchAsk } from './searchMessages';

const typingMs = 80;
/** What takes longer says how far it is. */
const quietMs = 500;
const mostShown = 50;

export type SearchedProject = Pick<SearchAsk, 'root' | 'home' | 'sddDirectory'>;

/** undefined when nothing was picked. */
export function pickResult(
  search: BackgroundSearch,
  project: SearchedProject,
  words: string,
): Promise<SearchResult | undefined> {
  return new Promise((resolve, reject) => {
    const pick = vscode.window.createQuickPick<SearchItem>();
    pick.title = t('Search Baton');
    pick.placeholder = t(
      'Words in handovers, decisions, contexts and transcripts of {0}',
      noIcons(path.basename(project.root)),
    );
    let timer: NodeJS.Timeout | undefined;
    let isRunning = false;
    let isOver = false;
    let asked = '';
    const isDone = () => isOver;

    const end = (finish: () => void): void => {
      if (!isOver) {
        isOver = true;
        clearTimeout(timer);
        pick.dispose();
        finish();
      }
    };
    const show = (report: SearchReport | undefined): void => {
      // What was found for other words before must not stay.
      const { results, total } = report ?? { results: [], total: 0 };
      const notice =
        pick.value.trim() === ''
          ? undefined
          : report
            ? t('Nothing here has these words.')
            : t('Say which words to look for. Signs alone are not searched for.');
      // A row, because nobody who listens hears a title that changes.
      pick.items =
        total === 0 && notice !== undefined
          ? [noticeItem(notice)]
          : searchItems(results, { t, now: new Date(), language: vscode.env.language });
      pick.title =
        total > results.length
          ? t('{0} found, the best {1} are shown. More words find less.', total, results.length)
          : t('Search Baton');
    };
    const run = async (): Promise<void> => {
      isRunning = true;
      pick.busy = true;
      try {
        while (!isDone() && pick.value !== asked) {
          asked = pick.value;
          const report =
            asked.trim() === ''
              ? undefined
              : await find(search, { ...project, typed: asked, limit: mostShown });
          if (!isDone()) {
            show(report);
          }
        }
      } catch (error) {
        end(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      } finally {
        isRunning = false;
        if (!isDone()) {
          pick.busy = false;
        }
      }
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isRunning) {
          void run();
        }
      }, typingMs);
    };
    pick.onDidChangeValue(soon);
    pick.onDidAccept(() => {
      const result = pick.selectedItems[0]?.result;
      if (result) {
        end(() => {
          resolve(result);
        });
      }
    });
    pick.onDidHide(() => {
      end(() => {
        resolve(undefined);
      });
    });
    pick.value = words;
    pick.show();
    soon();
  });
}

/** undefined for what are no words yet. */
async function find(
  search: BackgroundSearch,
  ask: Omit<SearchAsk, 'id'>,
): Promise<SearchReport | undefined> {
  let tell: (percent: number) => void = () => undefined;
  const found = search.find(ask, ({ done, total }) => {
    tell(total === 0 ? 100 : Math.floor((done / total) * 100));
  });
  const timer = setTimeout(() => {
    void withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Reading handovers and transcripts for the search'),
        cancellable: true,
      },
      async (say, cancelled) => {
        tell = (percent) => {
          say(`${percent} %`);
        };
        cancelled.onCancellationRequested(() => {
          search.dispose();
        });
        await found.catch(() => undefined);
      },
    );
  }, quietMs);
  try {
    return await found;
  } catch (error) {
    if (UserError.is(error, 'usage')) {
      return undefined;
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
