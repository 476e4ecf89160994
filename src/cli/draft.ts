// `baton draft`: renews session.md after a piece of work, without asking anybody.

import { type DraftReport, draftTriggers } from '../core/handover/handoverReports';
import type { HandoverOffers } from '../core/handover/offers';
import { UserError } from '../core/support/errors';
import { msg } from '../core/support/message';
import { shortLine } from '../core/support/plainText';
import { oneOf, textOf, withProject } from './blocker/options';
import { offerLines } from './offerLines';
import type { Verb, VerbInput } from './verb';

export const draft: Verb = {
  summary: msg('Renew session.md after a piece of work; what people wrote in it stays'),
  options: {
    trigger: {
      type: 'string',
      value: 'NAME',
      summary: msg('What was done: one of {0}', draftTriggers.join(', ')),
    },
    next: { type: 'string', value: 'TEXT', summary: msg('What comes next') },
    accomplished: {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      summary: msg('What was accomplished; may be given several times'),
    },
  },
  run: async (input) => {
    const trigger = oneOf(draftTriggers, textOf(input, 'trigger'), 'trigger');
    if (!trigger) {
      throw new UserError('usage', msg('Give --trigger, one of {0}.', draftTriggers.join(', ')));
    }
    const request = { trigger, next: textOf(input, 'next'), accomplished: accomplishedIn(input) };
    return withProject(input, async (project) => {
      const drafted = await project.draft(request);
      const offers = await project.handoverOffers();
      return { json: drafted, text: () => `${lines(drafted, offers, input).join('\n')}\n` };
    });
  },
};

function accomplishedIn({ values: { accomplished } }: VerbInput): string[] {
  return Array.isArray(accomplished)
    ? accomplished.filter((each): each is string => typeof each === 'string')
    : [];
}

function lines(
  { path, archive, conflicts }: DraftReport,
  offers: HandoverOffers,
  { t }: VerbInput,
): string[] {
  return [
    t('Drafted {0}.', path),
    ...(archive ? [t('The polished one is kept as {0}.', archive)] : []),
    ...conflicts.map(({ section, line, notWritten }) =>
      t(
        '{0}, line {1}: what stood there was kept. Not written: {2}',
        section,
        line,
        shortLine(notWritten),
      ),
    ),
    ...offerLines(offers, t),
  ];
}
