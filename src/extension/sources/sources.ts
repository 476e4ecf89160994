// Where blockers come from in the window: what runs in terminals and tasks, and what git, CI and
// reviews say.

import * as vscode from 'vscode';
import type { Projects } from '../projects';
import { registerOutsideSource } from './outsideSource';
import { createRunRecorder } from './runRecorder';
import { createTaskRuns } from './taskRuns';
import { registerTaskSource } from './taskSource';
import { registerTerminalSource } from './terminalSource';

export function registerSources(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const recorder = createRunRecorder(projects, log);
  const tasks = createTaskRuns();
  return vscode.Disposable.from(
    tasks,
    registerTerminalSource(recorder, tasks),
    registerTaskSource(recorder, tasks),
    registerOutsideSource(projects, log),
  );
}
