// The projects of this window: one per workspace folder, shared by folders with the same root.

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { createProject, type Project } from '../core/project';
import { findProjectRoot, type ProjectRoot } from '../core/projectRoot';
import { DisposableStore } from '../core/support/disposable';
import { UserError } from '../core/support/errors';
import { settings } from './contributions';
import { reportFailure } from './log';
import { watchProject } from './watchers';

export interface Projects extends vscode.Disposable {
  readonly all: readonly Project[];
  /** Folders that are no project, and why. */
  readonly refused: readonly UserError[];
  /** The set of projects changed, or the snapshot of one. */
  readonly onDidChange: vscode.Event<void>;
  /** That of the active editor, else the first. */
  active(): Project | undefined;
  refresh(): Promise<void>;
}

export function createProjects(log: vscode.LogOutputChannel): Projects {
  const changed = new vscode.EventEmitter<void>();
  let current = new DisposableStore();
  let all: Project[] = [];
  let refused: UserError[] = [];
  let generation = 0;

  async function open(): Promise<void> {
    const mine = ++generation;
    const opened = await openFolders(log);
    if (mine !== generation) {
      opened.projects.forEach((project) => {
        project.dispose();
      });
      return;
    }
    current.dispose();
    current = new DisposableStore();
    for (const project of opened.projects) {
      current.add(project);
      current.add(
        project.onDidChange(() => {
          changed.fire();
        }),
      );
      current.add(watchProject(project, log));
    }
    all = opened.projects;
    refused = opened.refused;
    await Promise.all(all.map((project) => project.refresh()));
    changed.fire();
  }

  const reopen = () => {
    open().catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
    });
  };
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(reopen),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settings.section}.${settings.sddDirectory}`)) {
        reopen();
      }
    }),
  );
  reopen();

  return {
    get all() {
      return all;
    },
    get refused() {
      return refused;
    },
    onDidChange: changed.event,
    active: () => projectOf(vscode.window.activeTextEditor?.document.uri, all) ?? all[0],
    refresh: async () => {
      await Promise.all(all.map((project) => project.refresh()));
    },
    dispose: () => {
      generation++;
      listeners.dispose();
      current.dispose();
      changed.dispose();
    },
  };
}

async function openFolders(log: vscode.LogOutputChannel) {
  const projects = new Map<string, Project>();
  const refused: UserError[] = [];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    if (folder.uri.scheme !== 'file') {
      continue;
    }
    try {
      const found = await findProjectRoot(folder.uri.fsPath, homedir());
      if (!projects.has(found.root)) {
        projects.set(found.root, openProject(found, folder, log));
      }
    } catch (error) {
      if (!UserError.is(error)) {
        throw error;
      }
      log.warn(error.message);
      refused.push(error);
    }
  }
  return { projects: [...projects.values()], refused };
}

/** A setting that cannot be used is told, and must not take the project away. */
function openProject(
  found: ProjectRoot,
  folder: vscode.WorkspaceFolder,
  log: vscode.LogOutputChannel,
): Project {
  const options = { ...found, logger: log, now: () => new Date() };
  const sddDirectory = vscode.workspace
    .getConfiguration(settings.section, folder.uri)
    .get<string>(settings.sddDirectory);
  try {
    return createProject({ ...options, sddDirectory });
  } catch (error) {
    void reportFailure(log, folder.name, error);
    return createProject(options);
  }
}

function projectOf(uri: vscode.Uri | undefined, projects: readonly Project[]): Project | undefined {
  if (uri?.scheme !== 'file') {
    return undefined;
  }
  const holds = ({ root }: Project) =>
    uri.fsPath === root || uri.fsPath.startsWith(root + (root.endsWith('/') ? '' : '/'));
  // The innermost: a project may lie inside another one.
  return [...projects].filter(holds).sort((a, b) => b.root.length - a.root.length)[0];
}
