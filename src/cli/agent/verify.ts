// `baton agent verify`: whether the session that was asked for came up.

import { UserError } from '../../core/support/errors';
import { msg, render } from '../../core/support/message';
import { textOf, withProject } from '../blocker/options';
import type { Verb, VerbInput } from '../verb';
import { chosenSession } from './chosenSession';
import { checkJson } from './launch';

export const verify: Verb = {
  summary: msg('Check that the session that was asked for is the one that came up'),
  words: ['ID'],
  options: {
    pid: { type: 'string', value: 'PID', summary: msg('The process that runs it now') },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const { id } = await chosenSession(project, input.words[0]);
      const check = await project.verifySession(id, { pid: pidOf(input) });
      const isWrong = check.verdict === 'other' || check.elsewhere !== undefined;
      return {
        json: checkJson(check),
        text: () => (isWrong ? '' : `${render(check.message, input.t)}\n`),
        notDone: isWrong ? check.message : undefined,
      };
    }),
};

function pidOf(input: VerbInput): number | undefined {
  const given = textOf(input, 'pid');
  const pid = Number(given);
  if (given !== undefined && !(Number.isSafeInteger(pid) && pid > 0)) {
    throw new UserError('usage', msg('--pid {0}: it has to be the number of a process.', given));
  }
  return given === undefined ? undefined : pid;
}
