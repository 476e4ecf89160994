// The projects of this window: one per workspace folder, shared by folders with the same root.

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { redactedLogger } from '../core/detection/secrets/redactedLogger';
import { createProject, type Project } from '../core/project';
import { findProjectRoot } from '../core/projectRoot';
import { DisposableStore } from '../core/support/disposable';
import { UserError } from '../core/support/errors';
import { settings } from './contributions';
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
  let opened: Opened = { projects: [], folders: new Map(), refused: [] };
  let generation = 0;

  async function open(): Promise<void> {
    const mine = ++generation;
    const next = await openFolders(log);
    if (mine !== generation) {
      next.projects.forEach((project) => {
        project.dispose();
      });
      return;
    }
    current.dispose();
    current = new DisposableStore();
    for (const project of next.projects) {
      current.add(project);
      current.add(
        project.onDidChange(() => {
          changed.fire();
        }),
      );
      current.add(watchProject(project, log));
    }
    opened = next;
    await refreshAll();
    changed.fire();
  }

  /** One project that cannot be read must not keep the others from being shown. */
  async function refreshAll(): Promise<void> {
    const results = await Promise.allSettled(opened.projects.map((project) => project.refresh()));
    for (const result of results) {
      if (result.status === 'rejected') {
        log.error(result.reason instanceof Error ? result.reason : String(result.reason));
      }
    }
  }

  /** A folder that could not be used may have come back. */
  const refresh = () => (opened.refused.length > 0 ? open() : refreshAll());

  const reopen = () => {
    open().catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
    });
  };
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(reopen),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && opened.refused.length > 0) {
        reopen();
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settings.section}.${settings.sddDirectory}`)) {
        reopen();
      }
    }),
  );
  reopen();

  return {
    get all() {
      return opened.projects;
    },
    get refused() {
      return opened.refused;
    },
    onDidChange: changed.event,
    active: () => projectOfActiveEditor(opened) ?? opened.projects[0],
    refresh,
    dispose: () => {
      generation++;
      listeners.dispose();
      current.dispose();
      changed.dispose();
    },
  };
}

interface Opened {
  readonly projects: readonly Project[];
  /** By the address of the folder, which may lead to its project through a link. */
  readonly folders: ReadonlyMap<string, Project>;
  readonly refused: readonly UserError[];
}

function projectOfActiveEditor({ folders }: Opened): Project | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  return folder && folders.get(folder.uri.toString());
}

async function openFolders(log: vscode.LogOutputChannel): Promise<Opened> {
  // Not before activate has returned: this reads files.
  await new Promise((resolve) => setImmediate(resolve));
  const projects = new Map<string, Project>();
  const folders = new Map<string, Project>();
  const refused: UserError[] = [];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    if (folder.uri.scheme !== 'file') {
      continue;
    }
    try {
      const root = findProjectRoot(folder.uri.fsPath, homedir());
      const project = projects.get(root) ?? openProject(root, folder, log);
      projects.set(root, project);
      folders.set(folder.uri.toString(), project);
    } catch (error) {
      if (!UserError.is(error)) {
        throw error;
      }
      log.warn(error.message);
      refused.push(error);
    }
  }
  return { projects: [...projects.values()], folders, refused };
}

function openProject(
  root: string,
  folder: vscode.WorkspaceFolder,
  log: vscode.LogOutputChannel,
): Project {
  const setting = vscode.workspace
    .getConfiguration(settings.section, folder.uri)
    .get<string>(settings.sddDirectory);
  return createProject({
    root,
    home: homedir(),
    sddDirectory: process.env.BATON_SDD_DIR || setting,
    env: process.env,
    host: 'vscode',
    logger: redactedLogger(log),
    now: () => new Date(),
  });
}
