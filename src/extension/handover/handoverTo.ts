// Handover to…: one Markdown text for a colleague or another agent, to copy, save or begin with. Of the
// project as a whole, or of one session of an agent.

import path from 'node:path';
import * as vscode from 'vscode';
import type { HandedOver } from '../../core/handover/handoverReports';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { agentNames } from '../../core/transcript/transcriptEvent';
import type { AgentLists } from '../agents/agentLists';
import type { AgentTerminals } from '../agents/agentTerminals';
import { allAgents, installedAgents } from '../agents/usableAgents';
import { chooseProject } from '../commands/chooseProject';
import { type ChosenSession, chooseSession, type SessionRow } from '../commands/chooseSession';
import { registerCommands } from '../commands/commandSet';
import type { ProjectRow } from '../commands/projectOf';
import { commands } from '../contributions';
import { withProgress } from '../messages';
import type { Projects } from '../projects';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';

interface HandoverParts {
  readonly lists: AgentLists;
  readonly terminals: AgentTerminals;
  readonly log: vscode.LogOutputChannel;
}

export function registerHandoverTo(
  projects: Projects,
  { lists, terminals, log }: HandoverParts,
): vscode.Disposable {
  const handOver = async (project: Project, of: HandedOver | undefined, way?: Way) => {
    const receiver = await askForReceiver(project, way === 'open');
    const chosen = receiver && (way ?? (await askForWay(receiver)));
    const text = receiver && chosen && (await prepare(project, receiver, of));
    if (receiver && chosen && text !== undefined) {
      await ways[chosen]({ text, project, receiver, terminals });
      lists.refresh();
    }
  };
  return registerCommands(log, {
    [commands.handoverTo]: async (row?: ProjectRow) => {
      await handOver(await chooseProject(projects, row), undefined);
    },
    [commands.handOverSession]: async (row?: SessionRow) => {
      const title = t('Hand Over To…');
      const chosen = await chooseSession(projects, lists, row, { title, fits: () => true });
      await handOver(chosen.project, handedOver(chosen), 'open');
    },
  });
}

function handedOver({ session: { id, agent, listed } }: ChosenSession): HandedOver {
  const name = agentNames.find((each) => each === agent);
  return { agent: name ?? 'claude', session: id, transcript: name && listed?.file };
}

interface Receiver {
  /** undefined for a person. */
  readonly agent: string | undefined;
  readonly name: string;
  readonly isInstalled: boolean;
}

async function askForReceiver(project: Project, isStarted: boolean): Promise<Receiver | undefined> {
  const agents = await (isStarted ? installedAgents(project) : allAgents(project));
  const usable = agents.map(({ strategy, command }) => ({
    agent: strategy.name,
    name: strategy.title,
    isInstalled: command.length > 0,
  }));
  const colleague = { agent: undefined, name: t('A colleague'), isInstalled: false };
  const items = [
    ...(isStarted
      ? []
      : [{ label: `$(person) ${colleague.name}`, description: '', receiver: colleague }]),
    ...usable.map((receiver) => ({
      label: `$(hubot) ${noIcons(receiver.name)}`,
      description: receiver.isInstalled ? '' : t('not on this machine'),
      receiver,
    })),
  ];
  const choice = await vscode.window.showQuickPick(items, {
    title: isStarted ? t('Hand Over To…') : t('Handover to…'),
    placeHolder: t('Who goes on with the work?'),
  });
  return choice?.receiver;
}

type Way = 'open' | 'copy' | 'save' | 'edit';

async function askForWay({ name, isInstalled }: Receiver): Promise<Way | undefined> {
  const openIn = { label: `$(terminal) ${t('Open in {0}', name)}`, way: 'open' as const };
  const items: { label: string; description?: string; way: Way }[] = [
    ...(isInstalled ? [{ ...openIn, description: t('as its first prompt') }] : []),
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
async function prepare(
  project: Project,
  { agent, name }: Receiver,
  of: HandedOver | undefined,
): Promise<string | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Preparing the handover to {0}…', name),
    cancellable: true,
  };
  return withProgress(options, (_, cancelled) =>
    Promise.race([
      project.handoverTo(agent === undefined ? 'colleague' : 'agent', of),
      new Promise<undefined>((resolve) => {
        cancelled.onCancellationRequested(() => {
          resolve(undefined);
        });
      }),
    ]),
  );
}

interface Prepared {
  readonly text: string;
  readonly project: Project;
  readonly receiver: Receiver;
  readonly terminals: AgentTerminals;
}

const ways: Readonly<Record<Way, (prepared: Prepared) => Promise<unknown>>> = {
  copy: async ({ text, receiver: { name } }) => {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(t('$(copy) Copied: {0}', t('Handover to {0}', name)), 5_000);
  },
  save: async (prepared) => {
    const file = await saveAs(prepared);
    return file && vscode.window.showTextDocument(file, { preview: true });
  },
  edit: async ({ text }) =>
    vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: text, language: 'markdown' }),
    ),
  open: openInAgent,
};

async function openInAgent(prepared: Prepared): Promise<void> {
  const { text, project, receiver, terminals } = prepared;
  const { agent } = receiver;
  if (agent === undefined) {
    return;
  }
  const title = t('Handover to {0}', receiver.name);
  try {
    await terminals.start(project, { agent, prompt: text, title });
  } catch (error) {
    if (!UserError.is(error, 'long-prompt')) {
      throw error;
    }
    // Too long to be handed over whole: it is saved, and the agent is told where.
    const file = await saveAs(prepared);
    if (file) {
      const shown = vscode.workspace.asRelativePath(file, false);
      const prompt = `Read ${shown} and go on with the work that it hands over.`;
      await terminals.start(project, { agent, prompt, title });
    }
  }
}

async function saveAs({
  text,
  project: { root },
  receiver: { agent },
}: Prepared): Promise<vscode.Uri | undefined> {
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.join(root, `handover-to-${agent ?? 'colleague'}.md`)),
    filters: { Markdown: ['md'] },
    title: t('Save the Handover'),
  });
  if (file) {
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  }
  return file;
}
