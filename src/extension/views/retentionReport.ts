// Which transcripts go when, and which are kept, as a document. Pure.

import type { Retention } from '../../core/retention/retention';
import { periodSentence } from '../../core/retention/retentionPeriod';
import { render } from '../../core/support/message';
import { relativeTime } from '../../core/support/relativeTime';
import { sizeText } from '../../core/support/sizeText';
import { keptText } from './retentionNotice';
import type { Rendering } from './treeNode';

export function retentionReport(retention: Retention, rendering: Rendering): string {
  const { t, language, now } = rendering;
  const { period, expiring, kept } = retention;
  const when = (time: Date) => relativeTime(time.toISOString(), now, language);
  const soon = expiring.map(({ transcript, at, isKept }) => [
    `\`${transcript.id}\``,
    when(transcript.main.modified),
    at <= now ? t('with the next start of Claude Code') : when(at),
    sizeText(transcript.main.size, language),
    isKept ? t('kept') : t('not kept'),
  ]);
  const copies = kept.map(({ id, keptAt, stored }) => [
    `\`${id}\``,
    when(keptAt),
    sizeText(stored, language),
    `\`baton context keep --restore ${id}\``,
  ]);
  return [
    `# ${t('Transcripts')}`,
    render(periodSentence(period), t),
    ...table([t('Session'), t('Last used'), t('Deleted'), t('Size'), t('Copy')], soon),
    keptText(retention, rendering),
    ...table([t('Session'), t('Kept'), t('Size'), t('To restore it')], copies),
    ...(kept.length === 0
      ? []
      : [t('Here, "Baton: Restore Transcript…" in the command palette does the same.')]),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return rows.length === 0
    ? []
    : [[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')];
}
