// Says once that something new stands in the way, in one window only, however many are open.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../core/project';
import type { Blocker } from '../core/schemas/blocker';
import { describeError } from '../core/support/errors';
import { commands, settings } from './contributions';
import type { Notices } from './notices';
import type { Projects } from './projects';
import { t } from './translate';
import { type BlockerChoice, blockerNotice, isWorthNotice } from './views/blockerNotice';
import type { ModelView } from './views/treeView';

export interface NoticeParts {
  readonly notices: Notices;
  readonly view: Pick<ModelView, 'reveal'>;
}

export function registerBlockerNotices(
  projects: Projects,
  parts: NoticeParts,
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
        tell(project, fresh, parts, folder).catch((error: unknown) => {
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
  parts: NoticeParts,
  folder: string | undefined,
): Promise<void> {
  const mine = await project.claimNotices(fresh.flatMap(({ id }) => id ?? []));
  const [first, ...more] = fresh.filter(({ id }) => id !== undefined && mine.includes(id));
  if (!first) {
    return;
  }
  const notice = blockerNotice([first, ...more], t, folder);
  const chosen = await parts.notices.show(notice, notice.choices);
  if (chosen) {
    await follow(project, first, chosen.choice, parts);
  }
}

async function follow(
  project: Project,
  blocker: Blocker,
  choice: BlockerChoice,
  { view }: NoticeParts,
): Promise<void> {
  const row = { root: project.root, blocker };
  switch (choice) {
    case 'recover':
      await vscode.commands.executeCommand(commands.recoverBlocker, row);
      return;
    case 'solved':
      await vscode.commands.executeCommand(commands.markSolved, row);
      return;
    case 'show':
      await view.reveal((node) => node.root === project.root && node.blocker?.id === blocker.id);
  }
}
