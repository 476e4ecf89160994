// Commands on live sessions: answer what they ask, send them work, see them, end them.

import * as vscode from 'vscode';
import type { Question } from '../../core/schemas/liveSession';
import type { LiveSession } from '../../core/sessions/liveSessions';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { commands } from '../contributions';
import { showInformation, showWarning } from '../messages';
import type { Projects } from '../projects';
import type { MutedSessions } from '../sessions/mutedSessions';
import { terminalOf } from '../sessions/sessionTerminal';
import { t } from '../translate';
import { liveSessionName } from '../views/liveSessionNode';
import { noIcons } from '../views/noIcons';
import { chooseLive, chooseQuestion, type LiveRow } from './chooseLiveSession';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';

export function registerLiveSessionCommands(
  projects: Projects,
  muted: MutedSessions,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.answerQuestion]: async (row?: LiveRow) => {
      const { project, question } = await chooseQuestion(projects, row);
      const answer = await askForAnswer(question);
      if (answer) {
        await project.answerQuestion(question.questionId, { answer, source: 'vscode' });
      }
    },
    [commands.sendWork]: async (row?: LiveRow) => {
      const { project, live } = await chooseLive(projects, row, { title: t('Send Work…') });
      const work = await vscode.window.showInputBox({
        title: t('Send Work to {0}', liveSessionName(live)),
        prompt: t('Its agent takes it when it waits for work (wait_for_command)'),
        ignoreFocusOut: true,
        validateInput: notEmpty,
      });
      if (work !== undefined) {
        await project.sendCommand(live.id, work.trim());
      }
    },
    [commands.revealTerminal]: async (row?: LiveRow) => {
      const { live } = await chooseLive(projects, row, { title: t('Reveal Terminal') });
      const terminal = await terminalOf(live);
      if (!terminal) {
        throw elsewhere(live);
      }
      terminal.show();
    },
    [commands.endLiveSession]: async (row?: LiveRow) => {
      const { project, live } = await chooseLive(projects, row, { title: t('End Session') });
      const terminal = await terminalOf(live);
      if (live.isAgentAlive && !terminal) {
        throw elsewhere(live);
      }
      if (terminal) {
        const end = t('End Session');
        const question = t('End {0}? Its terminal is closed.', liveSessionName(live));
        if ((await showWarning(question, { modal: true }, end)) !== end) {
          return;
        }
        terminal.dispose();
      }
      await project.endLiveSession(live.id);
    },
    [commands.muteSession]: async (row?: LiveRow) => {
      const { live } = await chooseLive(projects, row, { title: t('Mute or Unmute') });
      const name = noIcons(liveSessionName(live));
      vscode.window.setStatusBarMessage(
        (await muted.toggle(live.id))
          ? t('$(bell-slash) {0} is muted in this window', name)
          : t('$(bell) {0} is not muted any more', name),
        5_000,
      );
    },
    [commands.cleanUpSessions]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const { seen, removed } = await project.sweepSessions();
      await project.refresh();
      void showInformation(t('{0} live sessions looked at, {1} removed.', seen, removed.length));
    },
  });
}

/** Its options, or words of one's own. */
async function askForAnswer(question: Question): Promise<string | undefined> {
  const options = question.options ?? [];
  if (options.length === 0) {
    return typedAnswer(question);
  }
  const other = { label: t('Another answer…'), answer: undefined };
  const choice = await vscode.window.showQuickPick(
    [...options.map((answer) => ({ label: noIcons(answer), answer })), other],
    {
      title: shortLine(question.question, 100),
      placeHolder: shortLine(question.context ?? '', 200) || t('Your answer'),
      ignoreFocusOut: true,
    },
  );
  return choice === other ? typedAnswer(question) : choice?.answer;
}

async function typedAnswer({ question, context }: Question): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title: shortLine(question, 100),
    prompt: shortLine(context ?? '', 300) || t('Your answer'),
    ignoreFocusOut: true,
    validateInput: notEmpty,
  });
  return answer?.trim();
}

function notEmpty(text: string): string | undefined {
  return text.trim() === '' ? t('Say something.') : undefined;
}

function elsewhere(live: LiveSession): UserError {
  const { environment, agentProcess } = live.meta;
  return new UserError(
    'elsewhere',
    msg(
      '{0} runs in another window or terminal: {1}, process {2}. Look for it there.',
      liveSessionName(live),
      shortLine(environment?.displayName ?? '-', 60),
      agentProcess?.pid ?? environment?.pid ?? '-',
    ),
  );
}
