// Which live session a command is about: that of its row, else the only one that fits, else one that is
// picked.

import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { Question } from '../../core/schemas/liveSession';
import type { LiveSession } from '../../core/sessions/liveSessions';
import { statusName } from '../../core/sessions/statusName';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Projects } from '../projects';
import { t } from '../translate';
import { liveSessionName } from '../views/liveSessionNode';
import { noIcons } from '../views/noIcons';
import type { TreeNode } from '../views/treeNode';
import { projectOf } from './projectOf';

export type LiveRow = Pick<TreeNode, 'root' | 'live' | 'question'>;

export interface ChosenLive {
  readonly project: Project;
  readonly live: LiveSession;
}

export async function chooseLive(
  projects: Projects,
  row: LiveRow | undefined,
  { title, fits = isAlive }: { title: string; fits?: (live: LiveSession) => boolean },
): Promise<ChosenLive> {
  if (row?.live) {
    return { project: projectOf(projects, row), live: row.live };
  }
  const all = projects.all.flatMap((project) =>
    (project.snapshot?.live ?? []).filter(fits).map((live) => ({ project, live })),
  );
  const [first, ...more] = all;
  if (!first) {
    throw new UserError('no-session', msg('No live session is there that this could be done to.'));
  }
  if (more.length === 0) {
    return first;
  }
  const choice = await vscode.window.showQuickPick(
    all.map((each) => ({
      label: noIcons(liveSessionName(each.live)),
      description: noIcons(
        [statusName(each.live.status, t), each.live.meta.gitBranch].filter(Boolean).join(' · '),
      ),
      each,
    })),
    { title, placeHolder: t('Which session?') },
  );
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return choice.each;
}

export async function chooseQuestion(
  projects: Projects,
  row: LiveRow | undefined,
): Promise<{ readonly project: Project; readonly question: Question }> {
  const title = t('Answer…');
  const { project, live } = await chooseLive(projects, row, {
    title,
    fits: ({ questions }) => questions.length > 0,
  });
  const [first, ...more] = row?.question ? [row.question] : live.questions;
  if (!first) {
    throw new UserError('no-question', msg('This session asks nothing now.'));
  }
  if (more.length === 0) {
    return { project, question: first };
  }
  const choice = await vscode.window.showQuickPick(
    [first, ...more].map((question) => ({ label: noIcons(question.question), question })),
    { title, placeHolder: t('Which question?') },
  );
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return { project, question: choice.question };
}

function isAlive({ status }: LiveSession): boolean {
  return status !== 'terminated';
}
