// `baton context save`: what the agent knows, from its transcript, before it forgets.

import path from 'node:path';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { agentNames } from '../../core/transcript/transcriptEvent';
import { openProject } from '../openProject';
import type { Verb, VerbInput } from '../verb';
import { contextText } from './contextText';

export const save: Verb = {
  summary: msg('Save what an agent knows, from its transcript'),
  options: {
    transcript: {
      type: 'string',
      value: 'FILE',
      summary: msg(
        "The agent's transcript; else that of the session that runs this, else the newest",
      ),
    },
    agent: {
      type: 'string',
      value: 'NAME',
      summary: msg('Whose transcript it is: {0}', agentNames.join(', ')),
    },
  },
  run: async (input) => {
    const agent = agentOf(input);
    const { transcript } = input.values;
    const project = openProject(input);
    try {
      const saved = await project.saveContext({
        agent,
        transcript:
          typeof transcript === 'string' ? path.resolve(input.cwd, transcript) : undefined,
      });
      return {
        json: saved.context,
        text: () =>
          `${input.t('Saved as {0}', '.claude/session-context.json')}\n\n${contextText(saved.context, input)}`,
      };
    } finally {
      project.dispose();
    }
  },
};

function agentOf({ values: { agent } }: VerbInput) {
  const known = agentNames.find((each) => each === agent);
  if (typeof agent === 'string' && !known) {
    throw new UserError(
      'usage',
      msg('There is no agent "{0}". The agents are {1}.', agent, agentNames.join(', ')),
    );
  }
  return known;
}
