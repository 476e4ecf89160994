// When an agent's session ends and leaves work that is not saved, it suggests the save that fits.

import * as vscode from 'vscode';
import type { Project } from '../core/project';
import { createEndedSessions } from '../core/protocol/endedSessions';
import { canBeSaved, suggestedModes } from '../core/protocol/suggestedMode';
import type { SessionMeta } from '../core/schemas/liveSession';
import { progressOf } from '../core/snapshot';
import { describeError } from '../core/support/errors';
import type { Notices } from './notices';
import type { Projects } from './projects';
import { saveCommandIds } from './saveCommandIds';
import { t } from './translate';
import { saveTitle, sessionEndNotice } from './views/saveNotices';

export function registerSessionEnds(
  projects: Projects,
  notices: Notices,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const endedIn = new Map<string, ReturnType<typeof createEndedSessions>>();
  return projects.onDidChange(() => {
    for (const project of projects.all) {
      const ended = endedIn.get(project.root) ?? createEndedSessions();
      endedIn.set(project.root, ended);
      for (const session of ended(project.snapshot?.sessions ?? [])) {
        suggestSave(project, session, notices).catch((error: unknown) => {
          log.warn(describeError(error));
        });
      }
    }
  });
}

async function suggestSave(
  project: Project,
  session: SessionMeta,
  notices: Notices,
): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    return;
  }
  const work = await project.unsavedWork();
  if (!canBeSaved(work)) {
    return;
  }
  const progress = project.snapshot && progressOf(project.snapshot);
  const modes = suggestedModes({ progress, hour: new Date().getHours() });
  const chosen = await notices.show(
    { severity: 'information', message: sessionEndNotice(session, work, t) },
    modes.map((mode) => ({ mode, title: saveTitle(mode, t) })),
  );
  if (chosen) {
    await vscode.commands.executeCommand(saveCommandIds[chosen.mode], { root: project.root });
  }
}
