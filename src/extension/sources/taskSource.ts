// Tasks whose output no terminal showed, or whose output proves nothing: judged by their exit code,
// their group, and what their problem matchers found.

import path from 'node:path';
import * as vscode from 'vscode';
import type { RunVerdict } from '../../core/detection/blockers/runVerdict';
import { errorsOfEditor } from './errorsOfEditor';
import type { RunRecorder } from './runRecorder';
import { taskFolder } from './taskCommand';
import { taskProblem } from './taskProblem';
import { folderOf, type EndedTask, type TaskRuns } from './taskRuns';
import { taskVerdict } from './taskVerdict';

export function registerTaskSource(
  recorder: RunRecorder,
  tasks: Pick<TaskRuns, 'onDidEndUnseen'>,
): vscode.Disposable {
  return tasks.onDidEndUnseen(async (ended) => {
    const { command, execution } = ended;
    const cwd = taskFolder(execution.task.execution, folderOf(execution.task));
    const project = cwd === undefined ? undefined : recorder.projectAt(vscode.Uri.file(cwd));
    if (cwd !== undefined && project) {
      const verdict = await verdictOf(ended, project.root);
      await recorder.record(project, { verdict, command, cwd, source: 'task' });
    }
  });
}

export function verdictOf(
  { execution: { task }, command, exitCode, problemsBefore }: EndedTask,
  root: string,
): Promise<RunVerdict> {
  const here = errorsOfEditor().filter(({ file }) => file.startsWith(`${root}${path.sep}`));
  const problem = taskProblem(here, problemsBefore, task.problemMatchers);
  return taskVerdict({ name: task.name, command, exitCode, group: groupOf(task), problem });
}

function groupOf({ group }: vscode.Task): 'build' | 'test' | undefined {
  switch (group?.id) {
    case vscode.TaskGroup.Build.id:
    case vscode.TaskGroup.Rebuild.id:
      return 'build';
    case vscode.TaskGroup.Test.id:
      return 'test';
    default:
      return undefined;
  }
}
