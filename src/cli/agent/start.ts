// `baton agent start`: a new session of an agent, in this terminal.

import { msg } from '../../core/support/message';
import { textOf } from '../blocker/options';
import type { Verb } from '../verb';
import { launch, launchOptions } from './launch';
import { withAgents } from './withAgents';

export const start: Verb = {
  summary: msg('Start an agent in this terminal, under a session id'),
  words: ['AGENT'],
  options: {
    prompt: launchOptions.prompt,
    title: launchOptions.title,
    session: { type: 'string', value: 'ID', summary: msg('Its id; a new one unless told') },
  },
  run: (input) =>
    withAgents(input, (project) =>
      launch(
        project,
        {
          agent: input.words[0],
          session: textOf(input, 'session'),
          resume: false,
          prompt: textOf(input, 'prompt'),
          title: textOf(input, 'title'),
        },
        input,
      ),
    ),
};
