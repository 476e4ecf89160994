// What a draft did, as plain values: one sentence for a notification, and all of it as Markdown.

import type { DraftReport } from '../../core/handover/handoverReports';
import type { Translate } from '../../core/support/message';
import { oneLine, plainText } from '../../core/support/plainText';
import { plainMarkdown as plain } from './plainMarkdown';

export interface ShownDraft {
  readonly summary: string;
  /** A person's words stood where others would have been written. */
  readonly warns: boolean;
  readonly markdown: string;
}

export function shownDraft(draft: DraftReport, t: Translate): ShownDraft {
  const { path, archive, carried, conflicts } = draft;
  const kept = archive && t('The polished one is kept as {0}.', archive);
  return {
    summary: [
      t('Drafted {0}.', path),
      kept,
      conflicts.length === 1 && t('In 1 place your words were kept.'),
      conflicts.length > 1 && t('In {0} places your words were kept.', conflicts.length),
    ]
      .filter(Boolean)
      .join(' '),
    warns: conflicts.length > 0,
    markdown: `${[
      `# ${t('Draft Report')}`,
      plain(t('Drafted {0}.', path)),
      kept && plain(kept),
      section(t('Carried forward'), carried),
      conflicts.length > 0 && `## ${t('Your words were kept')}`,
      ...conflicts.map(({ section: name, line, kept: words, notWritten }) =>
        [
          `### ${plain(oneLine(name))} · ${t('Line {0}', line)}`,
          quoted(t('Kept'), words),
          quoted(t('Not written'), notWritten),
        ].join('\n\n'),
      ),
    ]
      .filter(Boolean)
      .join('\n\n')}\n`,
  };
}

function section(title: string, items: readonly string[]): string | undefined {
  return items.length === 0
    ? undefined
    : `## ${title}\n\n${items.map((item) => `- ${plain(oneLine(item))}`).join('\n')}`;
}

/** Indented, so that nothing in it can end the block. */
function quoted(title: string, text: string): string {
  return `${title}:\n\n${plainText(text).replace(/^/gm, '    ')}`;
}
