// Says once that something new stands in the way, in one window only, however many are open.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../core/project';
import type { Blocker } from '../core/schemas/blocker';
import { describeError } from '../core/support/errors';
import { commands, settings, views } from './contributions';
import type { Notices } from './notices';
import type { Projects } from './projects';
import { t } from './translate';
import { type BlockerChoice, blockerNotice, isWorthNotice } from './views/blockerNotice';

export function registerBlockerNotices(
  projects: Projects,
  notices: Notices,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const known = new Map<string, ReadonlySet<string | undefined>>();
  return projects.onDidChange(() => {
    for (const project of projects.all.filter(({ snapshot }) => snapshot)) {
      const blockers = project.snapshot?.blockers ?? [];
      const before = known.get(project.root);
      known.set(project.root, new Set([...(before ?? []), ...blockers.map(({ id }) => id)]));
      // What stood there when the window opened is told by its opening.
      const fresh = blockers.filter(
        (each) => before && !before.has(each.id) && isWorthNotice(each),
      );
      if (fresh.length > 0 && isWanted()) {
        const folder = projects.all.length > 1 ? path.basename(project.root) : undefined;
        tell(project, fresh, notices, folder).catch((error: unknown) => {
          log.warn(describeError(error));
        });
      }
    }
  });
}

function isWanted(): boolean {
  return (
    vscode.workspace.isTrusted &&
    vscode.workspace
      .getConfiguration(settings.section)
      .get<boolean>(settings.blockerNotifications, true)
  );
}

async function tell(
  project: Project,
  fresh: readonly Blocker[],
  notices: Notices,
  folder: string | undefined,
): Promise<void> {
  const mine = await project.claimNotices(fresh.flatMap(({ id }) => id ?? []));
  const [first, ...more] = fresh.filter(({ id }) => id !== undefined && mine.includes(id));
  if (!first) {
    return;
  }
  const notice = blockerNotice([first, ...more], t, folder);
  const chosen = await notices.show(notice, notice.choices);
  if (chosen) {
    await follow(project, first, chosen.choice);
  }
}

async function follow(project: Project, blocker: Blocker, choice: BlockerChoice): Promise<void> {
  const row = { root: project.root, blocker };
  switch (choice) {
    case 'recover':
      await vscode.commands.executeCommand(commands.recoverBlocker, row);
      return;
    case 'solved':
      await vscode.commands.executeCommand(commands.markSolved, row);
      return;
    case 'show':
      await vscode.commands.executeCommand(`${views.blockers}.focus`);
  }
}
