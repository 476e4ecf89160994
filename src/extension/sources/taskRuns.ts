// Tasks that run or have just ended, so that what a terminal shows of them is told apart from what
// people type, and what it does not show is not lost.

import * as vscode from 'vscode';
import { errorsOfEditor } from './errorsOfEditor';
import { taskCommand } from './taskCommand';
import { problemKey } from './taskProblem';

export interface TaskRun {
  readonly execution: vscode.TaskExecution;
  readonly command: string;
  /** Of the shell in its terminal. */
  readonly processId: number;
  /** Errors of the editor that are not the task's. */
  readonly problemsBefore: ReadonlySet<string>;
}

export interface EndedTask extends TaskRun {
  readonly exitCode: number;
}

export interface TaskRuns extends vscode.Disposable {
  /** The command of the task that a line on the screen is about; it may begin a moment later. */
  commandIn(line: string, terminal: vscode.Terminal): Promise<string | undefined>;
  /** The task that ran this; what is taken was seen with its output. */
  take(command: string, terminal: vscode.Terminal): Promise<TaskRun | undefined>;
  /** Tasks that ended and whose output no terminal showed. */
  readonly onDidEndUnseen: vscode.Event<EndedTask>;
}

/** The terminal tells of the same run a moment before the task begins or after it ends. */
const graceMilliseconds = 3000;

export function createTaskRuns(): TaskRuns {
  const running = new Set<TaskRun>();
  const timers = new Set<NodeJS.Timeout>();
  const begun = new vscode.EventEmitter<TaskRun>();
  const endedUnseen = new vscode.EventEmitter<EndedTask>();
  const later = (work: () => void): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, graceMilliseconds);
    timers.add(timer);
    return timer;
  };

  const listeners = vscode.Disposable.from(
    begun,
    endedUnseen,
    vscode.tasks.onDidStartTaskProcess(({ execution, processId }) => {
      const command = taskCommand(execution.task.execution, folderOf(execution.task));
      if (command !== undefined) {
        const problemsBefore = new Set(errorsOfEditor().map(problemKey));
        const run = { execution, command, processId, problemsBefore };
        running.add(run);
        begun.fire(run);
      }
    }),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      const run = [...running].find((each) => each.execution === execution);
      if (!run) {
        return;
      }
      later(() => {
        // A task that was ended by hand has no exit code, and proves nothing.
        if (running.delete(run) && exitCode !== undefined) {
          endedUnseen.fire({ ...run, exitCode });
        }
      });
    }),
  );

  function next(isIt: (run: TaskRun) => boolean): Promise<string | undefined> {
    return new Promise((resolve) => {
      const done = (command?: string) => {
        listener.dispose();
        clearTimeout(timer);
        timers.delete(timer);
        resolve(command);
      };
      const timer = later(done);
      const listener = begun.event((run) => {
        if (isIt(run)) {
          done(run.command);
        }
      });
    });
  }

  return {
    commandIn: async (line, terminal) => {
      const processId = await terminal.processId;
      const isIt = (run: TaskRun) => run.processId === processId || line.includes(run.command);
      const known = [...running].find(isIt);
      return known ? known.command : next(isIt);
    },
    take: async (command, terminal) => {
      const processId = await terminal.processId;
      const all = [...running];
      const run =
        all.find((each) => each.processId === processId) ??
        all.find((each) => each.command === command || each.execution.task.name === terminal.name);
      return run && running.delete(run) ? run : undefined;
    },
    onDidEndUnseen: endedUnseen.event,
    dispose: () => {
      listeners.dispose();
      timers.forEach((timer) => {
        clearTimeout(timer);
      });
    },
  };
}

/** Of the workspace folder that it belongs to. */
export function folderOf({ scope }: vscode.Task): string | undefined {
  return typeof scope === 'object' ? scope.uri.fsPath : undefined;
}
