// Which session a word of the command line means: an id, or the beginning of one.

import type { ListedSession } from '../../core/agents/sessionList';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';

/** Whoever names one waits for it. */
export const longestMs = 20_000;
const shortest = 4;

export async function chosenSession(
  project: Project,
  word: string | undefined,
): Promise<ListedSession> {
  if (word === undefined) {
    throw new UserError(
      'usage',
      msg('Say which session: its id, or the beginning of it. See "baton agent sessions".'),
    );
  }
  const { sessions } = await project.agentSessions({ budgetMs: longestMs });
  const exact = sessions.filter(({ id, cliSession }) => id === word || cliSession === word);
  const fitting =
    exact.length > 0 || word.length < shortest
      ? exact
      : sessions.filter(
          ({ id, cliSession }) => id.startsWith(word) || cliSession?.startsWith(word),
        );
  const [first, second] = fitting;
  if (first && !second) {
    return first;
  }
  throw new UserError(
    first ? 'which-session' : 'no-session',
    first
      ? msg('Several sessions begin so. Say which one: {0}', fitting.map(({ id }) => id).join(', '))
      : msg(
          'There is no session {0} in this project. List them with "baton agent sessions".',
          JSON.stringify(word.slice(0, 80)),
        ),
  );
}
