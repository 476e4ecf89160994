// Runs something where the person sees it, and waits for its end: commands in a terminal with their
// own shell, agents in one without a shell in between.

import path from 'node:path';
import * as vscode from 'vscode';
import { shortLine } from '../../core/support/plainText';
import { t } from '../translate';
import { createEnding, type Ending, type ExitCode } from './ending';
import { shellIntegrationOf } from './shellIntegrationOf';

export interface VisibleRuns extends vscode.Disposable {
  /** What it comes to is also seen, and recorded, by what watches the terminals. */
  runCommand(run: CommandRun, cancelled: vscode.CancellationToken): Promise<ExitCode>;
  runAgent(run: AgentRun, cancelled: vscode.CancellationToken): Promise<ExitCode>;
}

export interface CommandRun {
  readonly command: string;
  readonly cwd: string;
}

export interface AgentRun {
  readonly argv: readonly string[];
  readonly cwd: string;
}

const interrupt = '\u0003';

export function createVisibleRuns(): VisibleRuns {
  const ours = new Set<vscode.Terminal>();
  const busy = new Set<vscode.Terminal>();
  const listeners = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal }) => busy.add(terminal)),
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => busy.delete(terminal)),
    vscode.window.onDidCloseTerminal((terminal) => {
      ours.delete(terminal);
      busy.delete(terminal);
    }),
  );
  /** One that an earlier run left, so that they do not pile up. */
  const idle = (cwd: string) =>
    [...ours].find((each) => !busy.has(each) && each.shellIntegration?.cwd?.fsPath === cwd);
  const open = (cwd: string) => {
    const name = t('Baton: {0}', path.basename(cwd));
    const iconPath = new vscode.ThemeIcon('debug-rerun');
    const terminal = vscode.window.createTerminal({ name, cwd, iconPath });
    ours.add(terminal);
    return terminal;
  };

  return {
    runCommand: async (run, cancelled) => {
      const terminal = idle(run.cwd) ?? open(run.cwd);
      terminal.show();
      const shell = await shellIntegrationOf(terminal, cancelled);
      if (cancelled.isCancellationRequested) {
        return undefined;
      }
      if (shell) {
        return runInShell(terminal, shell, run.command, cancelled);
      }
      // Without it nobody would know the exit code.
      terminal.dispose();
      return runAsTask(run, cancelled);
    },
    runAgent,
    dispose: () => void listeners.dispose(),
  };
}

async function runInShell(
  terminal: vscode.Terminal,
  shell: vscode.TerminalShellIntegration,
  command: string,
  cancelled: vscode.CancellationToken,
): Promise<ExitCode> {
  const ending: Ending = createEnding(
    vscode.window.onDidEndTerminalShellExecution((event) => {
      if (event.execution === execution) {
        ending.settle(event.exitCode);
      }
    }),
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed === terminal) {
        ending.settle(undefined);
      }
    }),
  );
  const execution = shell.executeCommand(command);
  return ending.wait(cancelled, () => {
    terminal.sendText(interrupt, false);
  });
}

async function runAsTask(
  { command, cwd }: CommandRun,
  cancelled: vscode.CancellationToken,
): Promise<ExitCode> {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(cwd));
  const task = new vscode.Task(
    { type: 'baton' },
    folder ?? vscode.TaskScope.Workspace,
    shortLine(command, 60),
    'Baton',
    new vscode.ShellExecution(command, { cwd }),
  );
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    showReuseMessage: false,
  };
  const ending: Ending = createEnding(
    vscode.tasks.onDidEndTaskProcess(({ execution: { task: ended }, exitCode }) => {
      if (ended.name === task.name && ended.source === task.source) {
        ending.settle(exitCode);
      }
    }),
  );
  const execution = await vscode.tasks.executeTask(task);
  return ending.wait(cancelled, () => {
    execution.terminate();
  });
}

async function runAgent(
  { argv, cwd }: AgentRun,
  cancelled: vscode.CancellationToken,
): Promise<ExitCode> {
  const [program = '', ...args] = argv;
  const terminal = vscode.window.createTerminal({
    name: t('Recovery: {0}', path.basename(program)),
    shellPath: program,
    shellArgs: args,
    cwd,
    iconPath: new vscode.ThemeIcon('tools'),
    isTransient: true,
  });
  const ending: Ending = createEnding(
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed === terminal) {
        ending.settle(closed.exitStatus?.code);
      }
    }),
  );
  terminal.show();
  return ending.wait(cancelled, () => {
    terminal.dispose();
  });
}
