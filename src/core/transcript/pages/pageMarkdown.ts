// A page of a transcript as Markdown. All words of others are in code, so that none of them becomes a
// link, a picture or a heading; only the words around them are Baton's.

import { clockTime } from '../../support/clockTime';
import { callMarkdown, number, type PageWords } from './callMarkdown';
import { codeSpan, fenced } from './fenced';
import { foldedLines, shownWords } from './folded';
import type { PageEntry } from './pageEntries';
import type { TranscriptPage } from './readPage';

export interface PageMarkdown {
  readonly markdown: string;
  /** Which line of it, from 0, shows what begins at which byte of the file. */
  readonly marks: readonly { readonly offset: number; readonly line: number }[];
}

export function pageMarkdown(
  { entries }: Pick<TranscriptPage, 'entries'>,
  words: PageWords,
  around: { readonly head: readonly string[]; readonly foot: readonly string[] },
): PageMarkdown {
  const marks: { offset: number; line: number }[] = [];
  const blocks = [...around.head];
  let line = lineCountOf(blocks);
  let speaker: string | undefined;
  for (const entry of entries) {
    const by = speakerOf(entry);
    const isTitled = entry.kind !== 'call' || by !== speaker;
    const block = (isTitled ? [title(entry, words)] : []).concat(body(entry, words));
    speaker = by;
    marks.push({ offset: entry.offset, line });
    blocks.push(...block);
    line += lineCountOf(block);
  }
  if (entries.length === 0) {
    blocks.push(`*${words.t('Nothing of the conversation is in this part of the file.')}*`);
  }
  return { markdown: `${[...blocks, ...around.foot].join('\n\n')}\n`, marks };
}

/** With the blank line after each. */
function lineCountOf(blocks: readonly string[]): number {
  return blocks.reduce((lines, block) => lines + block.split('\n').length + 1, 0);
}

function speakerOf({ kind, isAside }: PageEntry): string {
  const own = kind === 'said' || kind === 'call' ? 'agent' : kind;
  return isAside ? `${own} of a subagent` : own;
}

function title(entry: PageEntry, { t, agent, now, language }: PageWords): string {
  const about = () => {
    switch (entry.kind) {
      case 'prompt':
        return [entry.isAside ? t('To the Subagent') : t('You')];
      case 'said':
      case 'call':
        return [entry.isAside ? t('Subagent') : agent];
      case 'compaction':
        return [t('Condensed Here'), codeSpan(entry.trigger ?? '')];
      case 'received':
        return [t('Put In by a Hook'), codeSpan(entry.hook)];
    }
  };
  const at = entry.at === undefined ? '' : codeSpan(clockTime(entry.at, now, language));
  return `## ${[...about(), at].filter((part) => part !== '').join(' · ')}`;
}

const mostReceivedLines = 12;

function body(entry: PageEntry, words: PageWords): string[] {
  const { t, language } = words;
  switch (entry.kind) {
    case 'prompt':
    case 'said': {
      const { text, left } = shownWords(entry.text);
      return [
        fenced(text),
        ...(left > 0
          ? [`*${t('{0} more characters are left out.', number(left, language))}*`]
          : []),
      ];
    }
    case 'call':
      return [callMarkdown(entry, words)];
    case 'compaction':
      return [`*${t('What came before, the agent knows from here on only as a summary.')}*`];
    case 'received': {
      const leftOut = (lines: number) => t('… {0} lines left out', number(lines, language));
      return [fenced(foldedLines(entry.text, mostReceivedLines, 0, leftOut))];
    }
  }
}
