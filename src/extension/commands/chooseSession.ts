// Asks which agent session is meant, where no row says it.

import * as vscode from 'vscode';
import { type AgentSession, agentSessions } from '../../core/context/agentSessions';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import type { AgentLists } from '../agents/agentLists';
import { withProgress } from '../messages';
import type { Projects } from '../projects';
import { t } from '../translate';
import { agentTitle } from '../views/agentSessionNode';
import { noIcons } from '../views/noIcons';
import type { TreeNode } from '../views/treeNode';
import { chooseProject } from './chooseProject';
import { projectOf } from './projectOf';

export type SessionRow = Pick<TreeNode, 'root' | 'session'>;

export interface ChosenSession {
  readonly project: Project;
  readonly session: AgentSession;
}

export async function chooseSession(
  projects: Projects,
  lists: AgentLists,
  row: SessionRow | undefined,
  { title, fits }: { readonly title: string; readonly fits: (session: AgentSession) => boolean },
): Promise<ChosenSession> {
  if (row?.session) {
    return { project: projectOf(projects, row), session: row.session };
  }
  const project = await chooseProject(projects, row);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Looking for sessions of agents…'),
  };
  const { sessions } = await withProgress(options, () => lists.read(project));
  const snapshot = project.snapshot ?? (await project.refresh());
  const found = agentSessions(snapshot, sessions).filter(fits);
  if (found.length === 0) {
    throw new UserError(
      'no-session',
      msg(
        'There is no such session of an agent in this project. "Baton: Start Agent…" begins one.',
      ),
    );
  }
  const choice = await vscode.window.showQuickPick(found.map(toItem), {
    title,
    placeHolder: t('Which session?'),
    matchOnDescription: true,
  });
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return { project, session: choice.session };
}

function toItem(session: AgentSession) {
  const { listed, context, agent, at } = session;
  const about = listed?.title || context?.objective || context?.request || session.id;
  return {
    label: noIcons(shortLine(about, 80)),
    description: noIcons(
      [agentTitle(agent), at && relativeTime(at, new Date(), vscode.env.language), listed?.branch]
        .filter(Boolean)
        .join(' · '),
    ),
    session,
  };
}
