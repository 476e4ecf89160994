// Commands in terminals, and what they print, through shell integration. Tasks run in terminals too.

import * as vscode from 'vscode';
import type { RunScan } from '../../core/detection/blockers/runScan';
import type { RunRecorder } from './runRecorder';
import type { TaskRuns } from './taskRuns';
import { verdictOf } from './taskSource';

export function registerTerminalSource(
  recorder: RunRecorder,
  tasks: Pick<TaskRuns, 'commandIn' | 'take'>,
): vscode.Disposable {
  const followed = new WeakMap<vscode.TerminalShellExecution, Promise<Followed | undefined>>();
  return vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ execution, terminal }) => {
      if (recorder.projectAt(execution.cwd)) {
        // Read at once: what is printed before that is missed.
        const commandIn = (line: string) => tasks.commandIn(line, terminal);
        followed.set(execution, follow(execution, execution.read(), commandIn));
      }
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode, terminal }) => {
      const run = followed.get(execution);
      void run?.then(async (seen) => {
        const project = recorder.projectAt(execution.cwd);
        if (seen && project) {
          const task = await tasks.take(seen.command, terminal);
          const verdict = seen.scan.end(exitCode ?? null);
          const isProved = verdict.kind !== 'unclear' || !task || exitCode === undefined;
          await recorder.record(project, {
            // What says nothing, or nothing that is known, may still be a build that failed.
            verdict: isProved ? verdict : await verdictOf({ ...task, exitCode }, project.root),
            command: seen.command,
            cwd: execution.cwd?.fsPath,
            source: task ? 'task' : 'terminal',
            // A program can print what looks like a command line; only the shell itself is believed.
            isHearsay: !task && !execution.commandLine.isTrusted,
          });
        }
      });
    }),
  );
}

type CommandIn = (line: string) => Promise<string | undefined>;

interface Followed {
  readonly command: string;
  readonly scan: RunScan;
}

/** Settles when the last of the output is there; undefined where it is not sure what ran. */
async function follow(
  { commandLine }: vscode.TerminalShellExecution,
  output: AsyncIterable<string>,
  commandIn: CommandIn,
): Promise<Followed | undefined> {
  const command = await commandOf(commandLine, commandIn);
  const { createRunScan } = await import('../../core/detection/blockers/runScan');
  const scan = command === undefined ? undefined : createRunScan(command, 'terminal');
  // Also where nobody looks at it: VS Code keeps what is not read.
  for await (const chunk of output) {
    scan?.push(chunk);
  }
  return command !== undefined && scan ? { command, scan } : undefined;
}

/**
 * A line that VS Code only guessed from the screen may be anything, also what a program printed. Of
 * a task it is a sentence around its command, which the task itself knows.
 */
async function commandOf(
  { value, confidence }: vscode.TerminalShellExecutionCommandLine,
  commandIn: CommandIn,
): Promise<string | undefined> {
  const isGuessed = confidence === vscode.TerminalShellExecutionCommandLineConfidence.Low;
  const command = isGuessed ? await commandIn(value) : value;
  return command?.trim() ? command : undefined;
}
