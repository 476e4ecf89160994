// Offers once, in one window: to flush the knowledge buffer when a wave is complete, and to record why
// steering files changed.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../core/project';
import { describeError } from '../core/support/errors';
import { commands } from './contributions';
import { everyMinute } from './everyMinute';
import type { Notices } from './notices';
import type { Projects } from './projects';
import { t } from './translate';
import { type OfferNotice, offerNotices } from './views/offerNotices';

export function registerHandoverOffers(
  projects: Projects,
  notices: Notices,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const looking = new Set<string>();
  const look = async (project: Project): Promise<void> => {
    if (looking.has(project.root)) {
      return;
    }
    looking.add(project.root);
    try {
      const folder = projects.all.length > 1 ? path.basename(project.root) : undefined;
      for (const notice of offerNotices(await project.claimOffers(), t, folder)) {
        void offer(project, notice, notices).catch((error: unknown) => {
          log.warn(describeError(error));
        });
      }
    } catch (error) {
      log.warn(`What to offer for ${project.root}: ${describeError(error)}`);
    } finally {
      looking.delete(project.root);
    }
  };
  const lookAll = () => {
    // Nothing is written into a project merely because it is opened.
    const all = projects.all.filter(({ snapshot }) => snapshot?.folder === 'present');
    if (vscode.workspace.isTrusted) {
      all.forEach((project) => void look(project));
    }
  };
  return vscode.Disposable.from(
    projects.onDidChange(lookAll),
    vscode.workspace.onDidGrantWorkspaceTrust(lookAll),
    // Specs and steering files are not watched.
    everyMinute(lookAll),
  );
}

async function offer({ root }: Project, notice: OfferNotice, notices: Notices): Promise<void> {
  const chosen = await notices.show(notice, notice.choices);
  switch (chosen?.choice) {
    case 'flush':
      await vscode.commands.executeCommand(commands.flushKnowledge, { root });
      return;
    case 'record':
      await vscode.commands.executeCommand(commands.addDecision, {
        root,
        type: 'STEERING_UPDATE',
      });
      return;
    case undefined:
  }
}
