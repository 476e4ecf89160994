// `baton env`: the terminal this runs in.

import { terminalEnvironment } from '../core/detection/terminalEnvironment';
import { callingShell } from '../core/support/callingShell';
import { msg } from '../core/support/message';
import type { Verb } from './verb';

export const env: Verb = {
  summary: msg('Show which terminal, shell and remote this is'),
  run: ({ env, t }) => {
    const shell = callingShell();
    const agent = Number(env.CLAUDE_PID);
    const environment = terminalEnvironment({
      env,
      platform: process.platform,
      pid: Number.isInteger(agent) && agent > 0 ? agent : shell.pid,
      shell: shell.name,
    });
    const rows = [
      `${t('Terminal')}: ${environment.displayName} (${environment.terminal})`,
      `${t('Shell')}: ${environment.shell ?? t('unknown')}`,
      `${t('Process')}: ${environment.pid ?? t('unknown')}`,
      `${t('Remote')}: ${environment.remote ?? t('none')}`,
    ];
    return Promise.resolve({ json: environment, text: () => `${rows.join('\n')}\n` });
  },
};
