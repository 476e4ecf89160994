// The agents that can be used, as the user is asked about them. To learn a version a program may have
// to be run, which takes its time.

import * as vscode from 'vscode';
import type { InstalledAgent } from '../../core/agents/installedAgents';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { withProgress } from '../messages';
import { t } from '../translate';

export function allAgents(project: Project): Thenable<readonly InstalledAgent[]> {
  const options = { location: vscode.ProgressLocation.Window, title: t('Looking for agents…') };
  return withProgress(options, () => project.agents());
}

export async function installedAgents(project: Project): Promise<readonly InstalledAgent[]> {
  const agents = await allAgents(project);
  const installed = agents.filter(({ command }) => command.length > 0);
  if (installed.length === 0) {
    throw new UserError(
      'not-installed',
      msg(
        'None of the agents is installed: {0}. Install one, then try again.',
        agents.map(({ strategy }) => strategy.title).join(', '),
      ),
    );
  }
  return installed;
}
