// Looks after transcripts that Claude Code will delete: keeps copies where the user wants them, else
// says so once a day.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import { describeError } from '../../core/support/errors';
import { commands } from '../contributions';
import type { MirroredSetting } from '../mirroredSetting';
import type { Notices } from '../notices';
import type { Projects } from '../projects';
import { retentionNotice } from '../views/retentionNotice';
import { currentRendering } from '../views/treeView';
import type { Retentions } from './retentions';

export interface GuardParts {
  readonly projects: Projects;
  readonly retentions: Retentions;
  readonly setting: Pick<MirroredSetting, 'mirror' | 'onDidChange'>;
  readonly notices: Notices;
  /** Of the workspace: what was said on which day. */
  readonly memento: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

const lookEveryMilliseconds = 6 * 3_600_000;

export function registerTranscriptGuard(parts: GuardParts): vscode.Disposable {
  const { projects, log } = parts;
  const guarded = new Set<string>();
  const guard = (all: readonly Project[]) => {
    if (!vscode.workspace.isTrusted) {
      return;
    }
    for (const project of all.filter(({ snapshot }) => snapshot)) {
      guarded.add(project.root);
      guardProject(project, parts).catch((error: unknown) => {
        // Nobody asked for it, so it is no failure to report.
        log.warn(`Transcripts of ${project.root}: ${describeError(error)}`);
      });
    }
  };
  const guardNew = () => {
    guard(projects.all.filter(({ root }) => !guarded.has(root)));
  };
  const timer = setInterval(() => {
    guard(projects.all);
  }, lookEveryMilliseconds);
  return vscode.Disposable.from(
    projects.onDidChange(guardNew),
    vscode.workspace.onDidGrantWorkspaceTrust(guardNew),
    parts.setting.onDidChange(() => {
      guard(projects.all);
    }),
    {
      dispose: () => {
        clearInterval(timer);
      },
    },
  );
}

async function guardProject(project: Project, parts: GuardParts): Promise<void> {
  const { retentions, setting } = parts;
  await setting.mirror(project);
  const { isKeeping } = await retentions.look(project);
  if (!isKeeping) {
    await warn(project, parts);
    return;
  }
  const { kept } = await project.keepTranscripts();
  if (kept > 0) {
    await retentions.look(project);
  }
}

async function warn(project: Project, parts: GuardParts): Promise<void> {
  const { projects, retentions, notices, memento } = parts;
  const { root } = project;
  const retention = retentions.of(root);
  const folder = projects.all.length > 1 ? path.basename(root) : undefined;
  const notice = retention && retentionNotice(retention, currentRendering(), folder);
  const told = `baton.transcriptsTold ${root}`;
  const today = new Date().toDateString();
  const last = memento.get<string>(told);
  if (!notice || last === today || last === never) {
    return;
  }
  await memento.update(told, today);
  const chosen = await notices.show(notice, notice.choices);
  switch (chosen?.choice) {
    case 'keep':
      await vscode.commands.executeCommand(commands.keepTranscripts, { root });
      return;
    case 'show':
      await vscode.commands.executeCommand(commands.showTranscripts, { root });
      return;
    case 'never':
      await memento.update(told, never);
      return;
    case undefined:
  }
}

const never = 'never';
