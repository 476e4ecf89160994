// Results as the rows of a quick pick. Pure.

import type { SearchResult } from '../../core/search/search';
import type { SearchKind } from '../../core/search/searchFile';
import type { Translate } from '../../core/support/message';
import { relativeTime } from '../../core/support/relativeTime';
import { agentTitle } from '../views/agentSessionNode';
import { noIcons } from '../views/noIcons';

export interface SearchItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** VS Code would hide what does not have the typed letters in its label. */
  readonly alwaysShow: true;
  /** None of a row that only says something. */
  readonly result?: SearchResult;
}

export function noticeItem(label: string): SearchItem {
  return { label, alwaysShow: true };
}

const icons: Readonly<Record<SearchKind, string>> = {
  handover: 'notebook',
  decisions: 'law',
  contexts: 'symbol-object',
  transcripts: 'comment-discussion',
};

export function searchItems(
  results: readonly SearchResult[],
  { t, now, language }: { readonly t: Translate; readonly now: Date; readonly language: string },
): SearchItem[] {
  const names: Readonly<Record<SearchKind, string>> = {
    handover: t('Handover'),
    decisions: t('Decision'),
    contexts: t('Saved context'),
    transcripts: t('Transcript'),
  };
  return results.map((result) => {
    const { kind, title, at, excerpt, matches, agent } = result;
    const about = [
      agent ? agentTitle(agent) : names[kind],
      relativeTime(at, now, language),
      matches > 1 ? t('{0} places', matches) : '',
    ];
    return {
      label: `$(${icons[kind]}) ${noIcons(title)}`,
      description: noIcons(about.filter(Boolean).join(' · ')),
      detail: noIcons(excerpt),
      alwaysShow: true,
      result,
    };
  });
}
