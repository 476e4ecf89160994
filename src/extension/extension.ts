// The VS Code host: a parts list. Activation does no I/O; projects open in the background.

import * as vscode from 'vscode';
import { registerSaveCommands } from './commands/saveCommands';
import { registerSessionCommands } from './commands/sessionCommands';
import { registerTaskCommands } from './commands/taskCommands';
import { registerWindowCommands } from './commands/windowCommands';
import { registerContextKeys } from './contextKeys';
import { views } from './contributions';
import { createProjects, type Projects } from './projects';
import { createReportDocuments } from './reportDocuments';
import { registerStatusBar, type StatusBar } from './statusBar';
import { blockersTree } from './views/blockersTree';
import { decisionsTree } from './views/decisionsTree';
import { problemNotice } from './views/problemNodes';
import { sessionTree } from './views/sessionTree';
import { dropIndex } from './views/taskNodes';
import { type ModelView, registerTreeView } from './views/treeView';

/** Read-only: what the window shows now, for other extensions and for tests. */
export interface BatonApi {
  readonly projects: Pick<Projects, 'all' | 'onDidChange'>;
  readonly statusBar: Pick<StatusBar, 'shown'>;
  readonly views: Readonly<Record<keyof typeof views, Pick<ModelView, 'nodes'>>>;
}

export function activate({ subscriptions }: vscode.ExtensionContext): BatonApi {
  const register = <T extends vscode.Disposable>(part: T): T => {
    subscriptions.push(part);
    return part;
  };
  const log = register(vscode.window.createOutputChannel('Baton', { log: true }));
  const projects = register(createProjects(log));
  register(registerContextKeys(projects));
  register(registerWindowCommands(projects, log));
  register(registerSessionCommands(projects, log));
  register(registerSaveCommands(projects, register(createReportDocuments()), log));
  register(registerTaskCommands(projects, log));
  return {
    projects,
    statusBar: register(registerStatusBar(projects)),
    views: {
      session: register(
        registerTreeView(
          views.session,
          { nodes: sessionTree, notice: problemNotice, dropIndex },
          projects,
        ),
      ),
      decisions: register(registerTreeView(views.decisions, { nodes: decisionsTree }, projects)),
      blockers: register(registerTreeView(views.blockers, { nodes: blockersTree }, projects)),
    },
  };
}
