// Agents in terminals of this window: each terminal is the program itself with its arguments, no shell
// in between. Looks whether the session that was asked for came up, and says so once when not.

import * as vscode from 'vscode';
import type { AgentLaunch, LaunchRequest } from '../../core/agents/agentLaunch';
import type { SessionGuard } from '../../core/agents/geminiGuard';
import type { SessionCheck } from '../../core/agents/verifySession';
import type { Project } from '../../core/project';
import { describeError } from '../../core/support/errors';
import { render } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { showInformation, showWarning } from '../messages';
import { t } from '../translate';
import type { StartedAgent } from '../views/agentSessionNode';
import { changedVariables } from './terminalEnvironment';

export interface AgentTerminals extends vscode.Disposable {
  /** Opens a terminal; what comes of it is seen in `started`. */
  start(project: Project, request: LaunchRequest): Promise<vscode.Terminal>;
  /** The one that is open for a session, by its id in the registry. */
  terminalOf(session: string): vscode.Terminal | undefined;
  /** By the id in the registry. */
  readonly started: ReadonlyMap<string, StartedAgent>;
  readonly onDidChange: vscode.Event<void>;
}

/** Soon at first; a person may think for long before the first word. */
const pausesMs = [1_000, 1_000, 2_000, 3_000, 5_000];
const laterMs = 10_000;
const mostLooks = 1_000;
/** So often in a row it has to be another session before anybody is told. */
const surely = 2;

export function createAgentTerminals(log: vscode.LogOutputChannel): AgentTerminals {
  const started = new Map<string, StartedAgent>();
  const open = new Map<vscode.Terminal, Opened>();
  const changed = new vscode.EventEmitter<void>();

  const note = (session: string, news: Partial<StartedAgent>) => {
    const before: StartedAgent = { isOpen: true, state: 'unseen', message: undefined };
    started.set(session, { ...before, ...started.get(session), ...news });
    changed.fire();
  };

  const start = async (project: Project, request: LaunchRequest): Promise<vscode.Terminal> => {
    const launch = await project.planLaunch(request);
    const guard = await launch.guard();
    const terminal = terminalFor(launch, request.title);
    const opened: Opened = { project, launch, guard, timer: undefined, looks: 0, wrongs: 0 };
    open.set(terminal, opened);
    note(launch.session, { isOpen: true, state: 'unseen', message: undefined });
    terminal.show();
    void terminal.processId.then((pid) => (pid === undefined ? undefined : launch.running(pid)));
    lookLater(terminal, opened);
    return terminal;
  };

  const lookLater = (terminal: vscode.Terminal, opened: Opened) => {
    if (opened.looks < mostLooks) {
      opened.timer = setTimeout(() => {
        look(terminal, opened).catch((error: unknown) => {
          log.warn(`Which session came up is not known: ${describeError(error)}`);
        });
      }, pausesMs[opened.looks++] ?? laterMs);
    }
  };

  const look = async (terminal: vscode.Terminal, opened: Opened): Promise<void> => {
    const { project, launch } = opened;
    const pid = await terminal.processId;
    const check = await project.verifySession(launch.session, {
      pid,
      since: launch.startedAt.getTime(),
    });
    const seen = stateOf(check);
    const isWrong = seen === 'other' || seen === 'elsewhere';
    opened.wrongs = isWrong ? opened.wrongs + 1 : 0;
    // A session that somebody else began meanwhile looks the same, until the one that was asked for
    // says something.
    const state = isWrong && opened.wrongs < surely ? 'unseen' : seen;
    note(launch.session, { state, message: check.message });
    if (seen !== 'verified' && open.has(terminal)) {
      lookLater(terminal, opened);
    }
    if (opened.wrongs === surely) {
      offerAnother(project, launch, check).catch((error: unknown) => {
        log.error(error instanceof Error ? error : String(error));
      });
    }
  };

  const offerAnother = async (project: Project, launch: AgentLaunch, check: SessionCheck) => {
    const fresh = t('Start a New Session');
    const choice = await showWarning(render(check.message, t), fresh);
    if (choice === fresh) {
      await start(project, { agent: launch.strategy.name, resume: false });
    }
  };

  const closed = async (terminal: vscode.Terminal): Promise<void> => {
    const opened = open.get(terminal);
    if (!opened) {
      return;
    }
    const { launch, guard } = opened;
    open.delete(terminal);
    clearTimeout(opened.timer);
    note(launch.session, { isOpen: false });
    const { isRestored } = await guard.end();
    if (isRestored) {
      await showInformation(
        t('{0} had deleted the session, and Baton put it back.', launch.strategy.title),
      );
    }
    // What it said last may tell what was not known yet.
    if (started.get(launch.session)?.state === 'unseen') {
      await look(terminal, opened);
    }
  };

  const listener = vscode.window.onDidCloseTerminal((terminal) => {
    closed(terminal).catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
    });
  });
  return {
    start,
    terminalOf: (session) => [...open].find(([, { launch }]) => launch.session === session)?.[0],
    started,
    onDidChange: changed.event,
    dispose: () => {
      listener.dispose();
      changed.dispose();
      for (const { timer, guard } of open.values()) {
        clearTimeout(timer);
        void guard.end();
      }
    },
  };
}

interface Opened {
  readonly project: Project;
  readonly launch: AgentLaunch;
  readonly guard: SessionGuard;
  timer: NodeJS.Timeout | undefined;
  looks: number;
  wrongs: number;
}

function terminalFor(launch: AgentLaunch, title: string | undefined): vscode.Terminal {
  const [program = '', ...args] = launch.command;
  return vscode.window.createTerminal({
    name: [launch.strategy.title, shortLine(title ?? '', 30)].filter(Boolean).join(': '),
    shellPath: program,
    shellArgs: args,
    cwd: launch.cwd,
    env: changedVariables(process.env, launch.env),
    iconPath: new vscode.ThemeIcon('hubot'),
    // After a reload its arguments would start another one.
    isTransient: true,
  });
}

function stateOf({ verdict, elsewhere }: SessionCheck): StartedAgent['state'] {
  if (verdict === 'other' || verdict === 'unknown') {
    return verdict === 'other' ? 'other' : 'unseen';
  }
  return elsewhere === undefined ? 'verified' : 'elsewhere';
}
