// Handover to…: one Markdown text for a colleague or another agent, to copy, save or begin with.

import path from 'node:path';
import * as vscode from 'vscode';
import type { HandoverTarget } from '../../core/handover/handoverReports';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { programsOnPath } from '../../core/support/programOnPath';
import { chooseProject } from '../commands/chooseProject';
import { registerCommands } from '../commands/commandSet';
import type { ProjectRow } from '../commands/projectOf';
import { commands } from '../contributions';
import { withProgress } from '../messages';
import type { Projects } from '../projects';
import { t } from '../translate';
import { firstPromptArguments, isShellScript, type PromptedAgent } from './firstPrompt';

export function registerHandoverTo(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.handoverTo]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const receiver = await askForReceiver();
      const way = receiver && (await askForWay(receiver));
      if (!receiver || !way) {
        return;
      }
      const text = await prepare(project, receiver);
      if (text !== undefined) {
        await ways[way](text, project, receiver);
      }
    },
  });
}

interface Receiver {
  readonly target: HandoverTarget;
  readonly name: string;
  /** Its CLI, where it is on this machine. */
  readonly program: string | undefined;
}

const agentNames: Readonly<Record<PromptedAgent, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
};

async function askForReceiver(): Promise<Receiver | undefined> {
  const agents = Object.entries(agentNames).map(([target, name]) => ({
    target: target as PromptedAgent,
    name,
    program: programsOnPath(target, process.env)[0],
  }));
  const colleague = { target: 'colleague' as const, name: t('A colleague'), program: undefined };
  const items = [
    { label: `$(person) ${colleague.name}`, description: '', receiver: colleague },
    ...agents.map((receiver) => ({
      label: `$(hubot) ${receiver.name}`,
      description: receiver.program === undefined ? t('not on this machine') : '',
      receiver,
    })),
  ];
  const choice = await vscode.window.showQuickPick(items, {
    title: t('Handover to…'),
    placeHolder: t('Who goes on with the work?'),
  });
  return choice?.receiver;
}

type Way = 'open' | 'copy' | 'save' | 'edit';

async function askForWay({ name, program }: Receiver): Promise<Way | undefined> {
  const openIn = { label: `$(terminal) ${t('Open in {0}', name)}`, way: 'open' as const };
  const items: { label: string; description?: string; way: Way }[] = [
    ...(program === undefined ? [] : [{ ...openIn, description: t('as its first prompt') }]),
    { label: `$(copy) ${t('Copy to Clipboard')}`, way: 'copy' },
    { label: `$(save-as) ${t('Save As…')}`, way: 'save' },
    { label: `$(go-to-file) ${t('Show in an Editor')}`, way: 'edit' },
  ];
  const choice = await vscode.window.showQuickPick(items, {
    title: t('Handover to {0}', name),
    placeHolder: t('How is it handed over?'),
  });
  return choice?.way;
}

/** undefined when it was cancelled. */
async function prepare(project: Project, { target, name }: Receiver): Promise<string | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Preparing the handover to {0}…', name),
    cancellable: true,
  };
  return withProgress(options, (_, cancelled) =>
    Promise.race([
      project.handoverTo(target),
      new Promise<undefined>((resolve) => {
        cancelled.onCancellationRequested(() => {
          resolve(undefined);
        });
      }),
    ]),
  );
}

type Hand = (text: string, project: Project, receiver: Receiver) => Promise<unknown>;

const ways: Readonly<Record<Way, Hand>> = {
  copy: async (text, _, { name }) => {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(t('$(copy) Copied: {0}', t('Handover to {0}', name)), 5_000);
  },
  save: async (text, project, receiver) => {
    const file = await saveAs(text, project, receiver);
    return file && vscode.window.showTextDocument(file, { preview: true });
  },
  edit: async (text) =>
    vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: text, language: 'markdown' }),
    ),
  open: openInAgent,
};

async function openInAgent(text: string, project: Project, receiver: Receiver): Promise<void> {
  const { target, name, program } = receiver;
  if (program === undefined || target === 'colleague') {
    return;
  }
  const prompt = { agent: target, platform: process.platform };
  const direct = isShellScript(program) ? undefined : firstPromptArguments({ ...prompt, text });
  const shellArgs = direct ?? (await promptToRead(text, project, receiver));
  if (shellArgs) {
    vscode.window.createTerminal({ name, shellPath: program, shellArgs, cwd: project.root }).show();
  }
}

/** Too long to be handed over whole: it is saved, and the agent is told where. */
async function promptToRead(
  text: string,
  project: Project,
  receiver: Receiver,
): Promise<string[] | undefined> {
  const file = await saveAs(text, project, receiver);
  if (!file || receiver.target === 'colleague') {
    return undefined;
  }
  const shown = vscode.workspace.asRelativePath(file, false);
  const shortened = firstPromptArguments({
    agent: receiver.target,
    text: `Read ${shown} and go on with the work that it hands over.`,
    platform: process.platform,
  });
  if (
    !shortened ||
    (receiver.program !== undefined && isShellScript(receiver.program) && !isPlain(shown))
  ) {
    throw new UserError(
      'odd-name',
      msg('Save it under a name of plain letters: {0} cannot be passed on.', shown),
    );
  }
  return shortened;
}

function isPlain(file: string): boolean {
  return /^[\w./\\: -]+$/.test(file);
}

async function saveAs(
  text: string,
  { root }: Project,
  { target }: Receiver,
): Promise<vscode.Uri | undefined> {
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.join(root, `handover-to-${target}.md`)),
    filters: { Markdown: ['md'] },
    title: t('Save the Handover'),
  });
  if (file) {
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  }
  return file;
}
