// `baton agent add`: a CLI of the user's own.

import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { textOf } from '../blocker/options';
import type { Verb, VerbInput } from '../verb';
import { agentLines } from './agentText';
import { withAgents } from './withAgents';

const argument = (summary: ReturnType<typeof msg>) =>
  ({ type: 'string', multiple: true, value: 'ARG', summary }) as const;

export const add: Verb = {
  summary: msg('Add a CLI of your own: its command and its arguments, which no shell reads'),
  words: ['NAME', 'COMMAND'],
  options: {
    title: { type: 'string', value: 'TEXT', summary: msg('How it is called') },
    start: argument(msg('An argument of a new session, one each: {0}', '--start=--id={id}')),
    resume: argument(msg('An argument to resume a session; {0} is its id', '{id}')),
    fork: argument(msg('An argument to fork a session')),
    headless: argument(
      msg(
        'An argument to run without a terminal; the message comes on stdin, or as {0}',
        '{prompt}',
      ),
    ),
  },
  run: (input) =>
    withAgents(input, async (project) => {
      const [name, command] = input.words;
      if (name === undefined || command === undefined) {
        throw new UserError('usage', msg('Say its name and its command.'));
      }
      const given = { title: textOf(input, 'title'), command, ...templates(input) };
      const { agent, isProposed } = await project.addAgent(name, given);
      const { t } = input;
      return {
        json: { name, agent, isProposed },
        text: () =>
          [
            isProposed
              ? t('Proposed: {0}. A person confirms it with "baton agent confirm {0}".', name)
              : t('Added: {0}', name),
            ...agentLines(agent, t),
            '',
          ].join('\n'),
      };
    }),
};

function templates({ values }: VerbInput) {
  const names = ['start', 'resume', 'fork', 'headless'] as const;
  return Object.fromEntries(
    names.flatMap((name) =>
      Array.isArray(values[name]) ? [[name, values[name] as string[]]] : [],
    ),
  );
}
