// What a task proves whose output nobody saw: its exit code, together with what it is for.

import type { RunVerdict } from '../../core/detection/blockers/runVerdict';
import type { Problem } from './taskProblem';

export interface FinishedTask {
  readonly name: string;
  readonly command: string;
  readonly exitCode: number;
  /** What the task says that it is for. */
  readonly group: 'build' | 'test' | undefined;
  /** The first error that its problem matchers found. */
  readonly problem?: Omit<Problem, 'source'> | undefined;
}

/** Ended by a signal, as by Ctrl-C: that proves nothing. */
const firstSignal = 128;

export async function taskVerdict(task: FinishedTask): Promise<RunVerdict> {
  const { judgeRun } = await import('../../core/detection/blockers/runScan');
  const { command, exitCode, group, problem } = task;
  const output = problem ? `${problem.file}:${problem.line}: error: ${problem.message}\n` : '';
  const verdict = judgeRun({ command, exitCode, source: 'task' }, exitCode === 0 ? '' : output);
  if (verdict.kind !== 'unclear' || group === undefined || exitCode > firstSignal) {
    return verdict;
  }
  const passed = judgeRun({ command, exitCode: 0, source: 'task' }, '');
  const commands = passed.kind === 'passed' ? passed.commands : [{ key: command }];
  return exitCode === 0
    ? { kind: 'passed', commands }
    : {
        kind: 'failed',
        command: commands.at(-1) ?? { key: command },
        blocker: byGroup(task, group),
      };
}

function byGroup(
  { name, command, exitCode, problem }: FinishedTask,
  group: 'build' | 'test',
): Extract<RunVerdict, { kind: 'failed' }>['blocker'] {
  const failed = `The task "${name}" failed with exit code ${exitCode}`;
  return {
    type: group === 'test' ? 'test_failure' : 'build_error',
    severity: 'high',
    description: problem ? `${failed}: ${problem.message}` : failed,
    error_pattern: `exit code ${exitCode}`,
    recovery_agent: group === 'test' ? 'tester' : 'cpp-builder',
    evidence: {
      command,
      line: problem?.message ?? `exit code ${exitCode}`,
      exit_code: exitCode,
      source: 'task',
      ...(problem && { file: problem.file, file_line: problem.line }),
    },
  };
}
