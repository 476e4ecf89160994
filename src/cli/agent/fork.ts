// `baton agent fork`: goes on with a copy of a session, in this terminal.

import { msg } from '../../core/support/message';
import { textOf } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';
import { launch, launchOptions } from './launch';
import { withAgents } from './withAgents';

export const fork: Verb = {
  summary: msg('Go on with a copy of a session in this terminal'),
  words: ['ID'],
  options: { prompt: launchOptions.prompt, title: launchOptions.title },
  run: (input) =>
    withAgents(input, async (project) => {
      const { id } = await chosenSession(project, input.words[0]);
      const [prompt, title] = [textOf(input, 'prompt'), textOf(input, 'title')];
      return launch(project, { session: id, fork: true, adopt: true, prompt, title }, input);
    }),
};
