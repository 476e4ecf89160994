// `baton sessions sweep`: who is gone, and what ended an hour ago goes. Without a project around it: it
// is run now and then by whoever has many sessions, and needs neither schemas nor git.

import { homedir } from 'node:os';
import { projectPaths } from '../../core/projectPaths';
import { findProjectRoot, repositoryOf } from '../../core/projectRoot';
import { sweepSessions } from '../../core/sessions/sweepSessions';
import { silentLogger } from '../../core/support/logger';
import { msg } from '../../core/support/message';
import type { Verb } from '../verb';

export const sweep: Verb = {
  summary: msg('Bring the list up to date; what ended an hour ago is removed'),
  run: async ({ cwd, env, t }) => {
    const root = findProjectRoot(cwd, homedir());
    const swept = await sweepSessions({
      root,
      paths: projectPaths(root, ''),
      repository: repositoryOf(root, homedir()),
      env,
      logger: silentLogger,
      now: () => new Date(),
      git: async () => (await import('../../core/git/git')).createGit({ root, env }),
    });
    const { seen, changed, removed } = swept;
    const line = t('{0} seen, {1} changed, {2} removed', seen, changed.length, removed.length);
    return { json: swept, text: () => `${line}\n` };
  },
};
