// `baton decision add`: appends to the log, with the next number.

import type { DecisionToAppend } from '../../core/decisions';
import { inOneLine } from '../../core/documents/decisionEntry';
import { typeNamed } from '../../core/documents/decisionHead';
import { missingFields, missingMessage } from '../../core/documents/decisionProblems';
import { decisionTypes } from '../../core/documents/decisionTypes';
import { UserError } from '../../core/support/errors';
import { msg, render } from '../../core/support/message';
import { oneOf, textOf, withProject } from '../blocker/options';
import type { Verb, VerbInput, VerbOption } from '../verb';

const fields = {
  context: { type: 'string', value: 'TEXT', summary: msg('What led to it') },
  decision: { type: 'string', value: 'TEXT', summary: msg('What was decided, at length') },
  reason: { type: 'string', value: 'TEXT', summary: msg('Why') },
  impact: { type: 'string', value: 'TEXT', summary: msg('What it changes') },
  source: { type: 'string', value: 'TEXT', summary: msg('Who or what asked for it') },
  'steering-ref': {
    type: 'string',
    value: 'FILE',
    summary: msg('The steering document that it departs from'),
  },
  supersedes: { type: 'string', value: 'ID', summary: msg('The decision whose place it takes') },
} as const satisfies Record<string, VerbOption>;

export const add: Verb = {
  summary: msg('Note a decision'),
  options: {
    type: { type: 'string', value: 'TYPE', summary: msg('One of {0}', decisionTypes.join(', ')) },
    summary: { type: 'string', value: 'TEXT', summary: msg('What was decided, in one line') },
    ...fields,
  },
  run: async (input) => {
    const { t } = input;
    const decision = toDecision(input);
    const added = await withProject(input, (project) => project.addDecision(decision));
    const { id, at, tornTail } = added;
    const missing = missingFields(decision);
    const gaps = missing.length > 0 ? missingMessage(id ?? decision.summary, missing) : undefined;
    return {
      json: {
        id: id ?? null,
        at,
        ...decision,
        ...(tornTail && { tornTail }),
        ...(gaps && { problems: [{ code: 'missing-field', message: render(gaps) }] }),
      },
      text: () => {
        const lines = [
          id === undefined
            ? t('decisions.md is in use. The decision waits and is written with the next one.')
            : t('Noted as {0}.', id),
          tornTail &&
            t(
              'Line {0} before it had no end, as after a crash: it was given one, and nothing was removed.',
              tornTail.line,
            ),
          gaps && render(gaps, t),
        ];
        return `${lines.filter(Boolean).join('\n')}\n`;
      },
    };
  },
};

function toDecision(input: VerbInput): DecisionToAppend {
  const given = (name: string) => inOneLine(textOf(input, name) ?? '') || undefined;
  const written = given('type');
  const type = oneOf(decisionTypes, written && (typeNamed(written) ?? written), 'type');
  const summary = given('summary');
  if (!type || !summary) {
    throw new UserError('usage', msg('Give --type and --summary.'));
  }
  const others = Object.keys(fields).flatMap((name) => {
    const value = given(name);
    return value ? [[name === 'steering-ref' ? 'steeringRef' : name, value] as const] : [];
  });
  return { type, summary, ...Object.fromEntries(others) };
}
