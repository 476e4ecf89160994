// Runs something where the person sees it, and waits for its end: commands in a terminal with their
// own shell, agents in one without a shell in between.

import path from 'node:path';
import * as vscode from 'vscode';
import type { RunScan } from '../../core/detection/blockers/runScan';
import type { RunVerdict } from '../../core/detection/blockers/runVerdict';
import { shortLine } from '../../core/support/plainText';
import { t } from '../translate';
import { createEnding, type Ending, type ExitCode } from './ending';
import { shellIntegrationOf } from './shellIntegrationOf';

export interface VisibleRuns extends vscode.Disposable {
  /** What it comes to is also seen, and recorded, by what watches the terminals. */
  runCommand(run: CommandRun, cancelled: vscode.CancellationToken): Promise<RunEnd>;
  runAgent(run: AgentRun, cancelled: vscode.CancellationToken): Promise<Pick<RunEnd, 'exitCode'>>;
}

export interface RunEnd {
  readonly exitCode: ExitCode;
  /** By its output, too: a pipe hides the exit code. */
  readonly verdict: RunVerdict;
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
        return { exitCode: undefined, verdict: { kind: 'unclear' } };
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
): Promise<RunEnd> {
  const { createRunScan } = await import('../../core/detection/blockers/runScan');
  const scan = createRunScan(command, 'terminal');
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
  const read = scanAll(execution.read(), scan);
  const exitCode = await ending.wait(cancelled, () => {
    terminal.sendText(interrupt, false);
  });
  if (exitCode === undefined) {
    return { exitCode, verdict: { kind: 'unclear' } };
  }
  await read;
  return { exitCode, verdict: scan.end(exitCode) };
}

async function scanAll(output: AsyncIterable<string>, scan: RunScan): Promise<void> {
  for await (const chunk of output) {
    scan.push(chunk);
  }
}

async function runAsTask(
  { command, cwd }: CommandRun,
  cancelled: vscode.CancellationToken,
): Promise<RunEnd> {
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
  const exitCode = await ending.wait(cancelled, () => {
    execution.terminate();
  });
  const { judgeRun } = await import('../../core/detection/blockers/runScan');
  // Its output is the terminal's own here.
  const verdict = judgeRun({ command, exitCode: exitCode ?? null, source: 'task' }, '');
  return { exitCode, verdict: exitCode === undefined ? { kind: 'unclear' } : verdict };
}

async function runAgent(
  { argv, cwd }: AgentRun,
  cancelled: vscode.CancellationToken,
): Promise<Pick<RunEnd, 'exitCode'>> {
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
  const exitCode = await ending.wait(cancelled, () => {
    terminal.dispose();
  });
  return { exitCode };
}
