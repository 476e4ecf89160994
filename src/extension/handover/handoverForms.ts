// Handover…: a panel with the form for each project, also after the window was reloaded.

import path from 'node:path';
import * as vscode from 'vscode';
import { describeError } from '../../core/support/errors';
import {
  keptStateSchema,
  type PageState,
  type ToHost,
  toHostSchema,
  type ToPage,
} from '../../webview/handover/protocol';
import { chooseProject } from '../commands/chooseProject';
import { registerCommands } from '../commands/commandSet';
import { type ProjectRow, projectOf } from '../commands/projectOf';
import { commands, handoverPanel } from '../contributions';
import { showWarning } from '../messages';
import type { Projects } from '../projects';
import { t } from '../translate';
import { createFormDrafts } from './formDrafts';
import { formHtml, resourceRoots } from './formHtml';
import { formWords } from './formWords';
import { createHandoverForm, type HandoverForm } from './handoverForm';
import { pageState } from './pageState';

export interface HandoverForms extends vscode.Disposable {
  /** What the form of a project shows now; undefined when it is closed. */
  shown(root: string): PageState | undefined;
}

export interface FormsParts {
  readonly extension: vscode.Uri;
  readonly memento: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

/** Fast enough to follow a typist, slow enough not to render for every key. */
const previewMs = 120;

export function registerHandoverForms(projects: Projects, parts: FormsParts): HandoverForms {
  const { extension, memento, log } = parts;
  const open = new Map<string, OpenForm>();
  const drafts = createFormDrafts(memento);

  const show = (root: string, panel: vscode.WebviewPanel) => {
    const shown = showForm(root, panel, { ...parts, projects, drafts });
    open.get(root)?.panel.dispose();
    open.set(root, shown);
    panel.onDidDispose(() => {
      shown.dispose();
      if (open.get(root) === shown) {
        open.delete(root);
      }
    });
  };
  const disposables = vscode.Disposable.from(
    registerCommands(log, {
      [commands.handover]: async (row?: ProjectRow) => {
        const { root } = await chooseProject(projects, row);
        const known = open.get(root);
        if (known) {
          known.panel.reveal();
          return;
        }
        const title = t('Handover: {0}', path.basename(root));
        show(
          root,
          vscode.window.createWebviewPanel(handoverPanel, title, vscode.ViewColumn.Active, {
            enableScripts: true,
            localResourceRoots: resourceRoots(extension),
          }),
        );
      },
    }),
    vscode.window.registerWebviewPanelSerializer(handoverPanel, {
      deserializeWebviewPanel: (panel, kept) => {
        const state = keptStateSchema.safeParse(kept);
        if (state.success) {
          panel.webview.options = {
            enableScripts: true,
            localResourceRoots: resourceRoots(extension),
          };
          show(state.data.root, panel);
        } else {
          panel.dispose();
        }
        return Promise.resolve();
      },
    }),
    projects.onDidChange(() => {
      for (const { form } of open.values()) {
        form.look().catch((error: unknown) => {
          log.warn(describeError(error));
        });
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const { form } of open.values()) {
        if (form.situation.phase === 'stopped') {
          void form.collect();
        }
      }
    }),
  );
  return {
    shown: (root) => {
      const form = open.get(root)?.form;
      return form && pageState(form.situation, t);
    },
    dispose: () => {
      disposables.dispose();
      open.forEach((each) => {
        each.dispose();
      });
    },
  };
}

interface OpenForm extends vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly form: HandoverForm;
}

function showForm(
  root: string,
  panel: vscode.WebviewPanel,
  parts: FormsParts & { projects: Projects; drafts: ReturnType<typeof createFormDrafts> },
): OpenForm {
  const { projects, drafts, extension, log } = parts;
  const { webview } = panel;
  let timer: NodeJS.Timeout | undefined;
  const post = (message: ToPage) => void webview.postMessage(message);
  const fail = (error: unknown) => {
    log.error(error instanceof Error ? error : String(error));
  };
  const preview = () => {
    form.preview().then((text) => {
      if (text !== undefined) {
        post({ type: 'preview', text });
      }
    }, fail);
  };
  const form = createHandoverForm({
    root,
    drafts,
    project: async () => {
      await opened(projects);
      return projectOf(projects, { root });
    },
    isTrusted: () => vscode.workspace.isTrusted,
    onChange: (situation) => {
      post(pageState(situation, t));
      clearTimeout(timer);
      timer = setTimeout(preview, previewMs);
    },
    onBug: fail,
  });
  const listener = webview.onDidReceiveMessage((message: unknown) => {
    const parsed = toHostSchema.safeParse(message);
    if (!parsed.success) {
      log.warn(`The handover form sent something unknown: ${parsed.error.message}`);
      return;
    }
    if (parsed.data.type === 'ready') {
      // Also when a hidden tab is shown again: its page was gone meanwhile.
      post({ type: 'words', words: formWords(t, path.basename(root), writeKeys()) });
      post(pageState(form.situation, t));
      preview();
      return;
    }
    obey(parsed.data, { form, panel, root }).catch(fail);
  });
  panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
  webview.html = formHtml(webview, extension, root);
  void form.collect();
  return {
    panel,
    form,
    dispose: () => {
      clearTimeout(timer);
      listener.dispose();
    },
  };
}

async function obey(
  message: ToHost,
  { form, panel, root }: { form: HandoverForm; panel: vscode.WebviewPanel; root: string },
): Promise<void> {
  switch (message.type) {
    case 'write':
      return form.write();
    case 'cancel':
      form.cancel();
      return;
    case 'collect':
      return form.collect();
    case 'startOver':
      return (await mayForget()) ? form.startOver() : undefined;
    case 'dismiss':
      form.dismiss();
      return;
    case 'open':
      await vscode.commands.executeCommand(commands.openFile, form.fileOf(message.file));
      return;
    case 'showLog':
      await vscode.commands.executeCommand(commands.showLog);
      return;
    case 'handoverTo':
      await vscode.commands.executeCommand(commands.handoverTo, { root });
      return;
    case 'close':
      panel.dispose();
      return;
    case 'ready':
      return;
    default:
      form.edit(message);
  }
}

async function mayForget(): Promise<boolean> {
  const forget = t('Start Over');
  const detail = t('What you typed is forgotten, and what is known is collected anew.');
  const choice = await showWarning(t('Start the handover over?'), { modal: true, detail }, forget);
  return choice === forget;
}

function writeKeys(): string {
  return process.platform === 'darwin' ? '⌘Enter' : 'Ctrl+Enter';
}

/** A form that comes back with the window may be there before its project. */
async function opened(projects: Projects): Promise<void> {
  if (projects.all.length > 0 || projects.refused.length > 0) {
    return;
  }
  await new Promise<void>((resolve) => {
    const listener = projects.onDidChange(() => {
      listener.dispose();
      resolve();
    });
  });
}
