// PostToolUse and PostToolUseFailure: a command that an agent ran passed or failed.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunVerdict } from '../../core/detection/blockers/runVerdict';
import type { HookCaller } from './hookCall';
import { type HookInput, record, text } from './hookInput';
import { hookProject } from './hookProject';

export async function toolUse(
  input: HookInput,
  event: 'PostToolUse' | 'PostToolUseFailure',
  caller: HookCaller,
): Promise<void> {
  const run = event === 'PostToolUse' ? finishedRun(input) : failedRun(input);
  const found = run && hookProject(input, caller, 'run');
  if (!found) {
    return;
  }
  const { judgeRun } = await import('../../core/detection/blockers/runScan');
  const verdict = judgeRun({ ...run, source: 'hook' }, run.output);
  if (!matters(verdict, found.root)) {
    return;
  }
  const project = await found.open();
  try {
    const cwd = text(input.cwd) || found.root;
    await project.recordRun({ verdict, command: run.command, cwd, source: 'hook' });
  } finally {
    project.dispose();
  }
}

interface SeenRun {
  readonly command: string;
  readonly exitCode: number | null;
  readonly output: string;
}

function finishedRun(input: HookInput): SeenRun | undefined {
  const { tool_response: response } = input;
  const { stdout, stderr, interrupted, backgroundTaskId } = record(response);
  // Codex gives the output alone, and no exit code.
  return interrupted || backgroundTaskId
    ? undefined
    : typeof response === 'string'
      ? toRun(input, null, response)
      : toRun(input, 0, `${text(stdout)}\n${text(stderr)}`);
}

function failedRun(input: HookInput): SeenRun | undefined {
  const error = text(input.error);
  const [head = '', code] = /^Exit code (\d{1,10})\r?\n?/.exec(error) ?? [];
  return input.is_interrupt
    ? undefined
    : toRun(input, code === undefined ? null : Number(code), error.slice(head.length));
}

function toRun(input: HookInput, exitCode: number | null, output: string): SeenRun | undefined {
  const { command, run_in_background: isLater } = record(input.tool_input);
  return input.tool_name === 'Bash' && !isLater && text(command).trim() !== ''
    ? { command: text(command), exitCode, output }
    : undefined;
}

/** A pass closes nothing where nothing is open. */
function matters(verdict: RunVerdict, root: string): boolean {
  switch (verdict.kind) {
    case 'failed':
      return true;
    case 'passed':
      return existsSync(path.join(root, '.claude', 'state', 'blockers.json'));
    case 'unclear':
      return false;
  }
}
