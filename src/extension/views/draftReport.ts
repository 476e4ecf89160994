// What a draft did, as plain values: one sentence for a notification, and all of it as Markdown.

import type { Drafted } from '../../core/handover/draftNow';
import type { Translate } from '../../core/support/message';
import { oneLine, plainText } from '../../core/support/plainText';
import { plainMarkdown as plain } from './plainMarkdown';

export interface ShownDraft {
  readonly summary: string;
  /** A person's words stood where others would have been written. */
  readonly warns: boolean;
  readonly markdown: string;
}

export function shownDraft(draft: Drafted, t: Translate): ShownDraft {
  const { path, archive, carried, conflicts, waves, steering } = draft;
  const kept = archive && t('The polished one is kept as {0}.', archive);
  const offers = [
    ...waves.map((wave) =>
      t('Wave {0} is complete: what was learned in it can be flushed.', oneLine(wave)),
    ),
    ...(steering.length > 0
      ? [t('Steering has changed ({0}): say why in a decision.', steering.map(oneLine).join(', '))]
      : []),
  ];
  return {
    summary: [
      t('Drafted {0}.', path),
      kept,
      conflicts.length === 1 && t('In 1 place your words were kept.'),
      conflicts.length > 1 && t('In {0} places your words were kept.', conflicts.length),
      ...offers,
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
      section(t('Next steps'), offers),
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
