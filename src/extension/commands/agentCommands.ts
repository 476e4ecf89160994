// Commands on the sessions of agents: what they said and knew, and going on with them.

import * as vscode from 'vscode';
import type { LaunchRequest } from '../../core/agents/agentLaunch';
import type { AgentSession } from '../../core/context/agentSessions';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { type AgentName, agentNames } from '../../core/transcript/transcriptEvent';
import type { AgentLists } from '../agents/agentLists';
import type { AgentTerminals } from '../agents/agentTerminals';
import { commands } from '../contributions';
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
      throw gone(session);
    }
    const which = { session: listed.id, agent: listed.agent, adopt: true, title: listed.title };
    await terminals.start(project, { ...which, ...how });
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
        throw gone(session);
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
        throw gone(session);
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

function gone({ id }: AgentSession): UserError {
  return new UserError(
    'no-session',
    msg('The transcript of session {0} is no longer there, so that nothing can go on with it.', id),
  );
}
