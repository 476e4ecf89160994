// `baton agent resume`: goes on with a session, in this terminal.

import { msg } from '../../core/support/message';
import { textOf } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';
import { launch, launchOptions } from './launch';
import { withAgents } from './withAgents';

export const resume: Verb = {
  summary: msg('Go on with a session in this terminal'),
  words: ['ID'],
  options: { prompt: launchOptions.prompt, yes: launchOptions.yes },
  run: (input) =>
    withAgents(input, async (project) => {
      const { id } = await chosenSession(project, input.words[0]);
      const prompt = textOf(input, 'prompt');
      return launch(project, { session: id, resume: true, adopt: true, prompt }, input);
    }),
};
