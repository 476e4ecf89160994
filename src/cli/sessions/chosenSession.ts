// Which live session a verb is about: the one that is named, in full or by how its id begins, else the
// one in whose shell it runs.

import type { Project } from '../../core/project';
import type { LiveSession } from '../../core/sessions/liveSessions';
import { noSession } from '../../core/sessions/sessionPlace';
import { agentSessionOf } from '../../core/support/agentShell';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';

export async function chosenSession(
  project: Project,
  named: string | undefined,
  env: Readonly<NodeJS.ProcessEnv>,
): Promise<LiveSession> {
  const all = await project.liveSessions();
  const agentSession = agentSessionOf(env);
  const found =
    named === undefined
      ? all.filter(({ id, meta }) => [id, meta.claudeSessionId].includes(agentSession))
      : all.filter(
          ({ id, meta }) => id.startsWith(named) || meta.claudeSessionId?.startsWith(named),
        );
  const [first, ...others] = found;
  const one = found.find(({ id }) => id === named) ?? (others.length === 0 ? first : undefined);
  if (one) {
    return one;
  }
  if (found.length > 1) {
    throw new UserError(
      'ambiguous',
      msg('{0} sessions begin with {1}. Give more of the id.', found.length, named ?? ''),
    );
  }
  if (named === undefined) {
    throw new UserError('usage', msg('Say which session: "baton sessions list" shows their ids.'));
  }
  throw noSession(named);
}
