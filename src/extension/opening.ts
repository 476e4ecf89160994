// Says once, when a window opens on saved work, whether that work is still as it was left.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../core/project';
import { nextStepOf } from '../core/protocol/nextStep';
import { commands, settings, views } from './contributions';
import type { Loads } from './loads';
import { showInformation } from './messages';
import type { Notices } from './notices';
import type { Projects } from './projects';
import { openFindings } from './views/findingNodes';
import { type OpeningChoice, openingNotice, toOpen } from './views/openingNotice';
import { currentRendering } from './views/treeView';

export interface OpeningParts {
  readonly projects: Projects;
  readonly loads: Loads;
  readonly notices: Notices;
  /** Of the workspace: what was said in an earlier window. */
  readonly memento: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

/** After the first snapshot of each project, so that it delays nothing; loading runs git. */
export function registerOpening(parts: OpeningParts): vscode.Disposable {
  const { projects, log } = parts;
  const opened = new Set<string>();
  const look = () => {
    for (const project of toOpen(projects.all, opened, vscode.workspace.isTrusted)) {
      opened.add(project.root);
      tellVerdict(project, parts).catch((error: unknown) => {
        // Nobody asked for it, so it is no failure to report.
        log.warn(error instanceof Error ? error.message : String(error));
      });
    }
  };
  return vscode.Disposable.from(
    projects.onDidChange(look),
    vscode.workspace.onDidGrantWorkspaceTrust(look),
  );
}

async function tellVerdict(
  project: Project,
  { projects, loads, notices, memento }: OpeningParts,
): Promise<void> {
  if (!project.snapshot?.state || !isWanted(project.root)) {
    return;
  }
  const report = await loads.load(project);
  const folder = projects.all.length > 1 ? path.basename(project.root) : undefined;
  const notice = openingNotice(report, currentRendering(), folder);
  const told = `baton.told ${project.root}`;
  if (!notice || memento.get(told) === notice.key) {
    return;
  }
  await memento.update(told, notice.key);
  const chosen = await notices.show(notice, notice.choices);
  if (chosen) {
    await follow(project, chosen.choice, loads);
  }
}

function isWanted(root: string): boolean {
  return vscode.workspace
    .getConfiguration(settings.section, vscode.Uri.file(root))
    .get<boolean>(settings.showOnOpen, true);
}

async function follow(
  project: Project,
  choice: OpeningChoice['choice'],
  loads: Loads,
): Promise<void> {
  const { root } = project;
  if (choice === 'next-step') {
    const step = nextStepOf(project.snapshot?.state ?? null);
    await vscode.commands.executeCommand(`${views.session}.focus`);
    if (step !== undefined) {
      void showInformation(vscode.l10n.t('Next: {0}', step));
    }
  } else if (choice === 'details') {
    // Where nothing was found, the Session view has it all.
    const report = loads.reportOf(root);
    const isFound = report && openFindings(report).length > 0;
    await vscode.commands.executeCommand(isFound ? commands.load : `${views.session}.focus`, {
      root,
    });
  } else {
    await vscode.commands.executeCommand(commands.applyAction, { root }, choice);
  }
}
