// What other agents tell a hook, in the words of Claude Code, so that nothing behind it knows whose
// event it was. What it does not know, it leaves as it is.

import { meaningOf } from '../../core/install/agentEvents';
import { shellResult } from '../../core/transcript/functionCall';
import type { AgentName } from '../../core/transcript/transcriptEvent';
import { type HookInput, record, text } from './hookInput';

export interface ToldEvent {
  readonly event: string;
  readonly input: HookInput;
}

export function toldBy(agent: AgentName, event: string, told: HookInput): ToldEvent {
  const meaning = meaningOf(agent, event);
  const input = agent === 'gemini' ? fromGemini(told) : told;
  switch (meaning) {
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return agent === 'codex' ? { event: meaning, input } : toolUse(meaning, input);
    default:
      return { event: meaning, input };
  }
}

/** What it put before a prompt itself. */
const ownContext = /^\s*<hook_context>[^]*?<\/hook_context>\s*/;

function fromGemini(told: HookInput): HookInput {
  const { prompt, prompt_response: response } = told;
  return {
    ...told,
    ...(typeof prompt === 'string' && { prompt: prompt.replace(ownContext, '') }),
    ...(typeof response === 'string' && { last_assistant_message: response }),
  };
}

/** As Gemini CLI has it, and Qwen Code from it: how a command ended stands in what the model is told. */
function toolUse(event: string, input: HookInput): ToldEvent {
  const { tool_name: tool, tool_input: given, tool_response: response } = input;
  if (tool !== 'run_shell_command') {
    return { event, input };
  }
  const { command, is_background: isLater } = record(given);
  const told = event === 'PostToolUse' ? text(record(response).llmContent) : text(input.error);
  const common = {
    ...input,
    tool_name: 'Bash',
    tool_input: { command, run_in_background: isLater },
  };
  const { exitCode, output } = runIn(told);
  return exitCode === 0
    ? { event: 'PostToolUse', input: { ...common, tool_response: { stdout: output, stderr: '' } } }
    : {
        event: 'PostToolUseFailure',
        input: {
          ...common,
          error: exitCode === undefined ? output : `Exit code ${exitCode}\n${output}`,
          // What was cancelled, goes on in the background or was not allowed, did not fail.
          is_interrupt: input.is_interrupt === true || exitCode === undefined,
        },
      };
}

/** Where no code is told, all went well, unless a signal or an error of the shell is. */
function runIn(told: string): { exitCode: number | undefined; output: string } {
  const { exitCode, text: output } = shellResult(told, false);
  const isRun =
    /^(?:<untrusted_context>\n)?(?:Command: [^]*?\n(?:Directory: [^\n]*\n)?)?Output: /.test(told);
  const isBroken = /\n(?:Error|Signal): (?!\(none\))/.test(told);
  const ended = exitCode ?? (isRun && !isBroken ? 0 : undefined);
  return { exitCode: isRun ? ended : undefined, output };
}
