// `baton buffer add`: one thing that was learned, and where.

import { knowledgeTags } from '../../core/documents/knowledgeTags';
import { withSource } from '../../core/documents/buffer';
import type { AddedKnowledge } from '../../core/handover/buffer';
import { UserError } from '../../core/support/errors';
import { msg, type Translate } from '../../core/support/message';
import { oneOf, textOf, withProject } from '../blocker/options';
import type { Verb, VerbInput } from '../verb';

export const add: Verb = {
  summary: msg('Write down something that was learned'),
  options: {
    tag: { type: 'string', value: 'TAG', summary: msg('One of {0}', knowledgeTags.join(', ')) },
    text: { type: 'string', value: 'TEXT', summary: msg('What was learned, in one sentence') },
    category: {
      type: 'string',
      value: 'NAME',
      summary: msg('What kind of pattern it is: the second of a kind makes a skill candidate'),
    },
    spec: { type: 'string', value: 'NAME', summary: msg('The spec it comes from') },
    role: { type: 'string', value: 'NAME', summary: msg('Who says so, as "builder"') },
    task: { type: 'string', value: 'NUMBER', summary: msg('In which task of the spec') },
  },
  run: async (input) => {
    const entry = toEntry(input);
    const { isWaiting, ...report } = await withProject(input, (project) =>
      project.addKnowledge([entry]),
    );
    return {
      json: { ...report, waiting: isWaiting },
      text: () => `${sentences({ ...report, isWaiting }, input.t).join('\n')}\n`,
    };
  },
};

function toEntry(input: VerbInput) {
  const tag = oneOf(knowledgeTags, textOf(input, 'tag')?.toUpperCase(), 'tag');
  const text = textOf(input, 'text')?.trim() ?? '';
  if (!tag || text === '') {
    throw new UserError('usage', msg('Give --tag and --text.'));
  }
  const { description, source } = withSource(text);
  const category = textOf(input, 'category')?.trim();
  const spec = textOf(input, 'spec')?.trim() || source?.spec;
  const role = textOf(input, 'role')?.trim() || source?.role;
  const task = textOf(input, 'task')?.trim() || source?.task;
  if (!spec && (role ?? task)) {
    throw new UserError('usage', msg('--role and --task say more about --spec: give that, too.'));
  }
  return {
    tag,
    description: category ? `${category}: ${description}` : description,
    ...(spec && { source: { spec, ...(role && { role }), ...(task && { task }) } }),
  };
}

function sentences(report: AddedKnowledge, t: Translate): string[] {
  const { path, added, candidates, isWaiting } = report;
  if (isWaiting) {
    return [t('Somebody else is writing {0}. It is kept, and goes in with the next entry.', path)];
  }
  return [
    added.length > 0 ? t('Added to {0}.', path) : t('It is in {0} already.', path),
    ...candidates.map((name) => t('A new skill candidate: {0}', name)),
  ];
}
