// `baton sessions start`: opens a live session, for scripts and for agents without hooks.

import { identityOf, type ProcessIdentity } from '../../core/support/processIdentity';
import { callingShell } from '../../core/support/callingShell';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { textOf, withProject } from '../blocker/options';
import type { Verb, VerbInput } from '../verb';

export const start: Verb = {
  summary: msg('Open a session; it lives as long as its process'),
  options: {
    agent: { type: 'string', value: 'NAME', summary: msg('What works in it') },
    'agent-session': {
      type: 'string',
      value: 'ID',
      summary: msg('As the agent calls its session; the same again opens the same'),
    },
    pid: {
      type: 'string',
      value: 'PID',
      summary: msg('Its process; the shell that this runs in unless told'),
    },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const agentSession = textOf(input, 'agent-session');
      if (agentSession !== undefined && !/^[A-Za-z0-9_-]{8,128}$/.test(agentSession)) {
        throw new UserError(
          'usage',
          msg('A session id has 8 to 128 letters, digits, "-" and "_": {0}.', agentSession),
        );
      }
      const opened = await project.openLiveSession({
        agent: textOf(input, 'agent') ?? null,
        agentSession,
        process: processOf(input),
      });
      const id = opened?.id ?? '';
      return { json: { sessionId: id, isNew: opened?.isNew ?? false }, text: () => `${id}\n` };
    }),
};

function processOf(input: VerbInput): ProcessIdentity | undefined {
  const given = textOf(input, 'pid');
  const found = identityOf(given === undefined ? callingShell().pid : Number(given));
  if (given !== undefined && !found) {
    throw new UserError('no-process', msg('No process {0} runs here. Check --pid.', given));
  }
  return found;
}
