// `baton decision list`: what was decided, in the order of the log.

import { wantedDecisions } from '../../core/decisionList';
import { decisionTypes } from '../../core/documents/decisionTypes';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Verb, VerbInput } from '../verb';
import { decisionsOf, problemLines, problemsJson, rowOf } from './decisionText';

export const list: Verb = {
  summary: msg('Show what was decided, in the order of the log'),
  options: {
    type: {
      type: 'string',
      multiple: true,
      value: 'TYPE',
      summary: msg(
        'Only those of this type, such as {0}; may be given several times',
        decisionTypes[0],
      ),
    },
    search: { type: 'string', value: 'TEXT', summary: msg('Only those that have all these words') },
    limit: { type: 'string', value: 'N', summary: msg('Only the latest N') },
  },
  run: (input) => {
    const { t, values } = input;
    const { type: types = [], search: text = '' } = values as { type?: string[]; search?: string };
    const limit = limitOf(input);
    const { file, decisions, problems } = decisionsOf(input);
    const shown = wantedDecisions(decisions, { types, text, limit });
    return Promise.resolve({
      json: { decisions: shown, problems: problemsJson(problems) },
      text: () => {
        const width = shown.reduce((widest, { id }) => Math.max(widest, id.length), 0);
        const lines = [
          ...shown.map((each) => rowOf(each, width, t)),
          ...(shown.length === 0 ? [nothing(decisions.length, t)] : []),
          ...(problems.length > 0 ? [`${t('Problems')}:`] : []),
          ...problemLines(file, problems, t),
        ];
        return `${lines.join('\n')}\n`;
      },
    });
  },
};

function nothing(all: number, t: VerbInput['t']): string {
  return all === 0 ? t('No decisions are recorded yet.') : t('No decision fits.');
}

function limitOf({ values: { limit } }: VerbInput): number | undefined {
  if (typeof limit !== 'string') {
    return undefined;
  }
  if (!/^[1-9]\d{0,8}$/.test(limit)) {
    throw new UserError('usage', msg('--limit {0}: it has to be a number above zero.', limit));
  }
  return Number(limit);
}
