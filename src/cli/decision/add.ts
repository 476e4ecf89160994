// `baton decision add`: appends to the log, with the next number.

import { inOneLine, type NewDecision } from '../../core/documents/decisionEntry';
import { typeNamed } from '../../core/documents/decisionHead';
import { missingFields, missingMessage } from '../../core/documents/decisionProblems';
import { decisionTypes } from '../../core/documents/decisionTypes';
import { UserError } from '../../core/support/errors';
import { msg, render } from '../../core/support/message';
import { openProject } from '../openProject';
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
    const project = openProject(input);
    const { id, tornTail } = await project.addDecision(decision).finally(() => {
      project.dispose();
    });
    const missing = missingFields(decision);
    const gaps = missing.length > 0 ? missingMessage(id ?? decision.summary, missing) : undefined;
    return {
      json: {
        id: id ?? null,
        ...decision,
        ...(tornTail && { tornTail }),
        ...(gaps && { problems: [{ code: 'missing-field', message: render(gaps) }] }),
      },
      text: () =>
        [
          id
            ? t('Noted as {0}.', id)
            : t(
                'Somebody else is writing to decisions.md, so it waits and is noted with the next one.',
              ),
          tornTail &&
            t(
              'Line {0} before it was cut off: it was ended there, and nothing was removed.',
              tornTail.line,
            ),
          gaps && render(gaps, t),
          '',
        ]
          .filter((line) => line !== undefined)
          .join('\n'),
    };
  },
};

function toDecision({ values }: VerbInput): NewDecision {
  const given = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? inOneLine(value) || undefined : undefined;
  };
  const written = given('type');
  const type = written && typeNamed(written);
  if (!type) {
    throw new UserError(
      'usage',
      written
        ? msg('--{0} {1}: it has to be one of {2}.', 'type', written, decisionTypes.join(', '))
        : msg('Say with --type what kind of decision it is: {0}.', decisionTypes.join(', ')),
    );
  }
  const summary = given('summary');
  if (!summary) {
    throw new UserError('usage', msg('Say with --summary in one line what was decided.'));
  }
  const others = Object.keys(fields).flatMap((name) => {
    const value = given(name);
    return value ? [[name === 'steering-ref' ? 'steeringRef' : name, value] as const] : [];
  });
  return { at: new Date().toISOString(), type, summary, ...Object.fromEntries(others) };
}
