// Starts an agent in a terminal, and lets a person confirm an agent that another one proposed.

import * as vscode from 'vscode';
import { wideArguments } from '../../core/agents/addedAgent';
import type { ProposedAgent } from '../../core/agents/addedAgents';
import type { InstalledAgent } from '../../core/agents/installedAgents';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import type { AgentLists } from '../agents/agentLists';
import type { AgentTerminals } from '../agents/agentTerminals';
import { installedAgents } from '../agents/usableAgents';
import { commands } from '../contributions';
import { showInformation, showWarning } from '../messages';
import type { Projects } from '../projects';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';
import type { TreeNode } from '../views/treeNode';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';

interface StartParts {
  readonly lists: AgentLists;
  readonly terminals: AgentTerminals;
  readonly log: vscode.LogOutputChannel;
}

type ProposalRow = Pick<TreeNode, 'root' | 'proposal'>;

export function registerStartAgent(
  projects: Projects,
  { lists, terminals, log }: StartParts,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.startAgent]: async (row?: Pick<TreeNode, 'root'>) => {
      const project = await chooseProject(projects, row);
      const agent = await chooseAgent(project);
      const prompt = await vscode.window.showInputBox({
        title: t('Start {0}', agent.strategy.title),
        prompt: t('What is it to do? Leave it empty to say that in the terminal.'),
      });
      if (prompt !== undefined) {
        await terminals.start(project, { agent: agent.strategy.name, prompt });
        lists.refresh();
      }
    },
    [commands.confirmAgent]: async (row?: ProposalRow) => {
      const project = await chooseProject(projects, row);
      const proposal = await chooseProposal(project, row?.proposal);
      const confirm = t('Let Baton Run It');
      const remove = t('Remove the Proposal');
      const choice = await showWarning(
        t('Is Baton to run "{0}" as the agent {1}?', proposal.agent.command, proposal.name),
        { modal: true, detail: describe(proposal) },
        confirm,
        remove,
      );
      if (choice === confirm) {
        await project.confirmAgent(proposal.name, proposal.agent);
        void showInformation(t('{0} is now one of the agents.', proposal.name));
      } else if (choice === remove) {
        await project.removeAgent(proposal.name);
      }
      lists.refresh();
    },
  });
}

async function chooseAgent(project: Project): Promise<InstalledAgent> {
  const installed = await installedAgents(project);
  const choice = await vscode.window.showQuickPick(
    installed.map((agent) => ({
      label: `$(hubot) ${noIcons(agent.strategy.title)}`,
      description: agent.version ?? '',
      detail: agent.file,
      agent,
    })),
    { title: t('Start Agent'), placeHolder: t('Which agent?') },
  );
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return choice.agent;
}

async function chooseProposal(project: Project, name: string | undefined): Promise<ProposedAgent> {
  const proposals = await project.proposedAgents();
  if (proposals.length === 0) {
    throw new UserError('no-proposal', msg('No agent is proposed at the moment.'));
  }
  const known = proposals.find((each) => each.name === name);
  if (known) {
    return known;
  }
  const choice = await vscode.window.showQuickPick(
    proposals.map((proposal) => ({
      label: noIcons(proposal.name),
      description: noIcons(proposal.agent.command),
      proposal,
    })),
    { title: t('Confirm Proposed Agent'), placeHolder: t('Which agent?') },
  );
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return choice.proposal;
}

/** All that it would run, word by word, because that is what a person agrees to. */
function describe({ agent, root }: ProposedAgent): string {
  const lines: readonly (readonly [string, readonly string[] | undefined])[] = [
    [t('Starts with'), agent.start],
    [t('Resumes with'), agent.resume],
    [t('Forks with'), agent.fork],
    [t('Without a terminal'), agent.headless],
  ];
  const wide = wideArguments(agent);
  return [
    `${t('Program')}: ${oneLine(agent.command)}`,
    ...lines.flatMap(([label, args]) =>
      args ? [`${label}: ${args.map((arg) => JSON.stringify(arg)).join(' ')}`] : [],
    ),
    ...(root === undefined ? [] : [t('Proposed in {0}', root)]),
    ...(wide.length === 0
      ? []
      : ['', t('With these arguments it asks less before it acts: {0}', wide.join(' '))]),
  ].join('\n');
}
