// `baton agent resume`: goes on with a session, in this terminal.

import { msg } from '../../core/support/message';
import { textOf, withProject } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';
import { launch, launchOptions } from './launch';

export const resume: Verb = {
  summary: msg('Go on with a session in this terminal'),
  words: ['ID'],
  options: { prompt: launchOptions.prompt, yes: launchOptions.yes },
  run: (input) =>
    withProject(input, async (project) => {
      const { id } = await chosenSession(project, input.words[0]);
      const prompt = textOf(input, 'prompt');
      return launch(project, { session: id, resume: true, adopt: true, prompt }, input);
    }),
};
