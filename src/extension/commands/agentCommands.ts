// Commands on the sessions of agents: what they said and knew, and going on with them.

import * as vscode from 'vscode';
import type { LaunchRequest } from '../../core/agents/agentLaunch';
import { noTranscript } from '../../core/agents/sessionArguments';
import type { ListedSession } from '../../core/agents/sessionList';
import type { AgentSession } from '../../core/context/agentSessions';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { render } from '../../core/support/message';
import { type AgentName, agentNames } from '../../core/transcript/transcriptEvent';
import type { AgentLists } from '../agents/agentLists';
import type { AgentTerminals } from '../agents/agentTerminals';
import { commands } from '../contributions';
import { showWarning } from '../messages';
import type { Projects } from '../projects';
import type { TranscriptDocuments } from '../transcripts/transcriptDocuments';
import { t } from '../translate';
import { contextTarget } from '../views/deliveryNode';
import { noIcons } from '../views/noIcons';
import { type ChosenSession, chooseSession, type SessionRow } from './chooseSession';
import { registerCommands } from './commandSet';
import { projectOf } from './projectOf';

export interface AgentParts {
  readonly lists: AgentLists;
  readonly terminals: AgentTerminals;
  readonly transcripts: TranscriptDocuments;
  readonly log: vscode.LogOutputChannel;
}

/** A line of a transcript, for those who found something there. */
export interface TranscriptPlace {
  readonly file: string;
  readonly agent: AgentName;
  /** 1-based, in the file. */
  readonly line: number;
}

export function registerAgentCommands(
  projects: Projects,
  { lists, terminals, transcripts, log }: AgentParts,
): vscode.Disposable {
  const choose = (
    row: SessionRow | undefined,
    title: string,
    fits: (of: AgentSession) => boolean,
  ) => chooseSession(projects, lists, row, { title, fits });
  const isListed = ({ listed }: AgentSession) => listed !== undefined;
  const goOn = async ({ project, session }: ChosenSession, how: LaunchRequest) => {
    const { listed } = session;
    if (!listed) {
      throw noTranscript(session.id);
    }
    const which = { session: listed.id, agent: listed.agent, adopt: true, title: listed.title };
    const start = (more: LaunchRequest) => terminals.start(project, { ...which, ...more });
    try {
      await start(how);
    } catch (error) {
      if (!UserError.is(error, 'running')) {
        throw error;
      }
      const open = terminals.terminalOf(listed.id);
      await offerInstead(project, render(error.text, t), { listed, open, start });
    }
    lists.refresh();
  };
  return registerCommands(log, {
    [commands.openContext]: async (row?: SessionRow) => {
      const { snapshot } = projectOf(projects, row);
      const file = row?.session?.context?.file;
      if (snapshot && file !== undefined) {
        await vscode.commands.executeCommand(commands.openFile, contextTarget(file, snapshot));
      }
    },
    [commands.copySessionId]: async (row?: SessionRow) => {
      const { session } = await choose(row, t('Copy Session Id'), () => true);
      await vscode.env.clipboard.writeText(session.id);
      vscode.window.setStatusBarMessage(t('$(copy) Copied: {0}', noIcons(session.id)), 5_000);
    },
    [commands.openTranscript]: async (row?: SessionRow | TranscriptPlace) => {
      if (row && 'file' in row) {
        await transcripts.openTranscriptAt(row.file, row.agent, row.line);
        return;
      }
      const title = t('Open Transcript');
      const { session } = await choose(row, title, ({ listed }) => listed?.file !== undefined);
      const agent = agentNames.find((name) => name === session.listed?.agent);
      if (session.listed?.file === undefined || !agent) {
        throw noTranscript(session.id);
      }
      const { file, title: name } = session.listed;
      await transcripts.openTranscript({ file, agent, title: name || session.id });
    },
    [commands.resumeAgent]: async (row?: SessionRow) => {
      await goOn(await choose(row, t('Resume Session in Agent'), isListed), { resume: true });
    },
    [commands.forkAgent]: async (row?: SessionRow) => {
      await goOn(await choose(row, t('Fork Session'), isListed), { fork: true });
    },
    [commands.renameSession]: async (row?: SessionRow) => {
      const { project, session } = await choose(row, t('Rename Session'), isListed);
      const { listed } = session;
      if (!listed) {
        throw noTranscript(session.id);
      }
      const title = await vscode.window.showInputBox({
        title: t('Rename Session'),
        prompt: t('The name under which Baton lists it; the agent keeps its own'),
        value: listed.title,
        validateInput: (text) => (text.trim() === '' ? t('A name needs a letter.') : undefined),
      });
      if (title !== undefined) {
        await project.renameAgentSession(listed.id, title);
        lists.refresh();
      }
    },
  });
}

interface RunningOffer {
  readonly listed: ListedSession;
  /** Where it runs, if it is a terminal of this window. */
  readonly open: vscode.Terminal | undefined;
  readonly start: (how: LaunchRequest) => Thenable<unknown>;
}

/** Two processes in one session both write to it, so a person says what they want. */
async function offerInstead(
  project: Project,
  message: string,
  { listed, open, start }: RunningOffer,
): Promise<void> {
  const [show, anyway, fork] = [t('Show Terminal'), t('Resume Anyway'), t('Fork Instead')];
  const agent = (await project.agents()).find(({ strategy }) => strategy.name === listed.agent);
  const choices = [...(open ? [show] : []), anyway, ...(agent?.support.fork ? [fork] : [])];
  const choice = await showWarning(message, ...choices);
  if (choice === show) {
    open?.show();
  } else if (choice === anyway) {
    await start({ resume: true, evenIfRunning: true });
  } else if (choice === fork) {
    await start({ fork: true });
  }
}
