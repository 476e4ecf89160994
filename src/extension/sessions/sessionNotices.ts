// Says once, in one window, that a session asks or waits, and lets the user answer right there.

import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { LiveSession } from '../../core/sessions/liveSessions';
import { commands, settings } from '../contributions';
import { everyMinute } from '../everyMinute';
import { reportFailure } from '../log';
import type { Notices } from '../notices';
import type { Projects } from '../projects';
import { t } from '../translate';
import { isQuiet } from '../views/quietHours';
import { type SessionNotice, sessionNotices } from '../views/sessionNotice';
import type { MutedSessions } from './mutedSessions';

export interface SessionNoticeParts {
  readonly notices: Notices;
  readonly muted: MutedSessions;
}

export function registerSessionNotices(
  projects: Projects,
  parts: SessionNoticeParts,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const seen = new Set<string>();
  const look = () => {
    // What comes in quiet hours is told after them, if it still stands.
    if (!isWanted()) {
      return;
    }
    for (const project of projects.all) {
      for (const session of project.snapshot?.live ?? []) {
        if (session.status === 'terminated' || parts.muted.has(session.id)) {
          continue;
        }
        for (const notice of sessionNotices(session, new Date(), t)) {
          const key = `${session.id} ${notice.key}`;
          if (!seen.has(key)) {
            seen.add(key);
            tell(project, session, notice, parts).catch((error: unknown) => {
              void reportFailure(log, t('Answer…'), error);
            });
          }
        }
      }
    }
  };
  // Also when nothing has changed but the time.
  return vscode.Disposable.from(projects.onDidChange(look), everyMinute(look));
}

function isWanted(): boolean {
  const configured = vscode.workspace.getConfiguration(settings.section);
  return (
    vscode.workspace.isTrusted &&
    configured.get<boolean>(settings.sessionNotifications, true) &&
    !isQuiet(configured.get<string>(settings.quietHours, ''), new Date())
  );
}

async function tell(
  project: Project,
  live: LiveSession,
  notice: SessionNotice,
  { notices, muted }: SessionNoticeParts,
): Promise<void> {
  if (!(await project.claimTelling(live.id, notice.key))) {
    return;
  }
  const chosen = await notices.show(notice, notice.choices);
  if (!chosen) {
    return;
  }
  const row = { root: project.root, live, question: notice.question };
  switch (chosen.kind) {
    case 'option':
      await project.answerQuestion(notice.key, { answer: chosen.answer, source: 'vscode' });
      return;
    case 'answer':
      await vscode.commands.executeCommand(commands.answerQuestion, row);
      return;
    case 'reveal':
      await vscode.commands.executeCommand(commands.revealTerminal, row);
      return;
    case 'mute':
      if (!muted.has(live.id)) {
        await muted.toggle(live.id);
      }
  }
}
