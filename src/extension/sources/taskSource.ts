// Tasks whose output no terminal showed: judged by their exit code, their group, and what their
// problem matchers found.

import * as vscode from 'vscode';
import type { RunRecorder } from './runRecorder';
import { taskFolder } from './taskCommand';
import type { EndedTask, TaskRuns } from './taskRuns';
import { taskVerdict, type TaskProblem } from './taskVerdict';

export function registerTaskSource(
  recorder: RunRecorder,
  tasks: Pick<TaskRuns, 'onDidEndUnseen'>,
): vscode.Disposable {
  return tasks.onDidEndUnseen(async ({ execution, command, exitCode }: EndedTask) => {
    const { task } = execution;
    const folder = typeof task.scope === 'object' ? task.scope.uri.fsPath : undefined;
    const cwd = taskFolder(task.execution, folder);
    const project = cwd === undefined ? undefined : recorder.projectAt(vscode.Uri.file(cwd));
    if (cwd !== undefined && project) {
      const problem = firstProblem(project.root);
      const group = groupOf(task);
      const verdict = await taskVerdict({ name: task.name, command, exitCode, group, problem });
      await recorder.record(project, { verdict, command, cwd, source: 'task' });
    }
  });
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

function firstProblem(root: string): TaskProblem | undefined {
  const within = `${vscode.Uri.file(root).path}/`;
  for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
    const error = diagnostics.find((each) => each.severity === vscode.DiagnosticSeverity.Error);
    if (error && uri.scheme === 'file' && uri.path.startsWith(within)) {
      return { file: uri.fsPath, line: error.range.start.line + 1, message: error.message };
    }
  }
  return undefined;
}
