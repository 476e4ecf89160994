// `baton blocker list`: those that are open, and those that are over.

import type { Blocker, ClosedBlocker } from '../../core/schemas/blocker';
import { msg } from '../../core/support/message';
import { oneLine, shortLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import type { Verb, VerbInput } from '../verb';
import { lineOf, readable, shownId, withProject } from './options';

const mostClosed = 10;

export const list: Verb = {
  summary: msg('Show what is open, and what closed the others'),
  options: { all: { type: 'boolean', summary: msg('Show the whole history') } },
  run: async (input) => {
    const snapshot = await withProject(input, readable);
    const open = snapshot.blockers;
    const closed = snapshot.closedBlockers.slice(0, input.values.all ? undefined : mostClosed);
    return {
      json: { open, closed },
      text: () => {
        const { t } = input;
        const lines = [
          ...open.flatMap((each) => openLines(each, input)),
          ...(open.length === 0 ? [t('No blocker is open.')] : []),
          ...(closed.length > 0 ? [`${t('Closed')}:`] : []),
          ...closed.map((each) => closedLine(each, input)),
        ];
        return `${lines.join('\n')}\n`;
      },
    };
  },
};

function openLines(blocker: Blocker, { t, language }: VerbInput): string[] {
  const { evidence, detected_at: since, resolution, recovery_attempted: attempts = 0 } = blocker;
  const place =
    evidence?.file && `${evidence.file}${evidence.file_line ? `:${evidence.file_line}` : ''}`;
  const details = [
    shownId(blocker),
    since && relativeTime(since, new Date(), language),
    evidence?.command && shortLine(evidence.command, 80),
    place && oneLine(place),
    attempts > 0 && t('recovery tried {0} times', attempts),
  ];
  return [
    lineOf(blocker, t),
    `    ${details.filter(Boolean).join(' · ')}`,
    ...(resolution ? [`    ${t('What may help: {0}', shortLine(resolution))}`] : []),
  ];
}

function closedLine(blocker: ClosedBlocker, { t, language }: VerbInput): string {
  const when = blocker.closed_at && relativeTime(blocker.closed_at, new Date(), language);
  const how = [when, oneLine(blocker.closed_by ?? '')].filter(Boolean).join(', ');
  return `  ${lineOf(blocker, t)}${how ? ` (${how})` : ''}`;
}
