// Tasks that run or have just ended, so that what a terminal shows of them is told apart from what
// people type, and what it does not show is not lost.

import * as vscode from 'vscode';
import { taskCommand } from './taskCommand';

export interface TaskRun {
  readonly execution: vscode.TaskExecution;
  readonly command: string;
}

export interface EndedTask extends TaskRun {
  readonly exitCode: number;
}

export interface TaskRuns extends vscode.Disposable {
  /** The command of the task that a line on the screen is about; it may begin a moment later. */
  commandIn(line: string): Promise<string | undefined>;
  /** Whether it was a task that ran this; what is taken was seen with its output. */
  take(command: string, terminalName: string): boolean;
  /** Tasks that ended and whose output no terminal showed. */
  readonly onDidEndUnseen: vscode.Event<EndedTask>;
}

/** The terminal tells of the same run a moment before the task begins or after it ends. */
const graceMilliseconds = 3000;

export function createTaskRuns(): TaskRuns {
  const running = new Set<TaskRun>();
  const begun = new vscode.EventEmitter<TaskRun>();
  const endedUnseen = new vscode.EventEmitter<EndedTask>();
  const isIn = (line: string) => (run: TaskRun) => line.includes(run.command);

  const listeners = vscode.Disposable.from(
    begun,
    endedUnseen,
    vscode.tasks.onDidStartTaskProcess(({ execution }) => {
      const command = taskCommand(execution.task.execution);
      if (command !== undefined) {
        const run = { execution, command };
        running.add(run);
        begun.fire(run);
      }
    }),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      const run = [...running].find((each) => each.execution === execution);
      if (!run) {
        return;
      }
      setTimeout(() => {
        // A task that was ended by hand has no exit code, and proves nothing.
        if (running.delete(run) && exitCode !== undefined) {
          endedUnseen.fire({ ...run, exitCode });
        }
      }, graceMilliseconds);
    }),
  );

  return {
    commandIn: (line) => {
      const known = [...running].find(isIn(line));
      return known ? Promise.resolve(known.command) : nextOf(begun.event, isIn(line));
    },
    take: (command, terminalName) => {
      const run = [...running].find(
        (each) => each.command === command || each.execution.task.name === terminalName,
      );
      return run !== undefined && running.delete(run);
    },
    onDidEndUnseen: endedUnseen.event,
    dispose: () => void listeners.dispose(),
  };
}

function nextOf(
  begun: vscode.Event<TaskRun>,
  isIt: (run: TaskRun) => boolean,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const done = (command?: string) => {
      listener.dispose();
      clearTimeout(timer);
      resolve(command);
    };
    const timer = setTimeout(done, graceMilliseconds);
    const listener = begun((run) => {
      if (isIt(run)) {
        done(run.command);
      }
    });
  });
}
