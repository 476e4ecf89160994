// What each agent tells a hook of an event, as far as hooks look at it, and what has to come of it.

import { meaningOf } from '../install/agentEvents';
import type { AgentName } from '../transcript/transcriptEvent';
import { doctorAnswer, doctorRequest } from './sampleTranscripts';
import type { Sandbox } from './sandbox';

/** Of the tool call that the hooks are told of. */
export const failingCommand = 'npm test';

const failed = '\n  0 passing\n  1 failing\n';

export type HookEffect = 'injects' | 'saves' | 'blocks';

export interface HookSample {
  readonly input: object;
  /** undefined where it need not be seen. */
  readonly effect: HookEffect | undefined;
}

export function hookSample(agent: AgentName, event: string, sandbox: Sandbox): HookSample {
  const { project, session, transcript } = sandbox;
  const common = {
    session_id: session,
    transcript_path: transcript,
    cwd: project,
    hook_event_name: event,
  };
  const meaning = meaningOf(agent, event);
  return { input: { ...common, ...told(agent, meaning) }, effect: effectOf(agent, meaning) };
}

function effectOf(agent: AgentName, meaning: string): HookEffect | undefined {
  switch (meaning) {
    case 'SessionStart':
      return 'injects';
    case 'PreCompact':
    case 'Stop':
    case 'Interrupt':
    case 'SessionEnd':
      return 'saves';
    case 'PostToolUseFailure':
      return 'blocks';
    case 'PostToolUse':
      // Those that have no event of its own for what failed.
      return agent === 'codex' || agent === 'gemini' ? 'blocks' : undefined;
    default:
      return undefined;
  }
}

function told(agent: AgentName, meaning: string): object {
  switch (meaning) {
    case 'SessionStart':
      return { source: agent === 'gemini' ? 'startup' : 'compact' };
    case 'UserPromptSubmit':
      return { prompt: doctorRequest };
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { ...toolCall(agent), ...toolResult(agent, meaning) };
    case 'PreCompact':
      return { trigger: 'manual', custom_instructions: null };
    case 'PostCompact':
      return { trigger: 'manual', compact_summary: 'Nothing.' };
    case 'Stop':
      return agent === 'gemini'
        ? { stop_hook_active: false, prompt: doctorRequest, prompt_response: doctorAnswer }
        : { stop_hook_active: false, last_assistant_message: doctorAnswer };
    case 'SubagentStop':
      return { stop_hook_active: false, agent_id: 'a1', agent_type: '' };
    case 'Notification':
      return { message: 'Waiting', notification_type: 'idle_prompt' };
    case 'SessionEnd':
      return { reason: 'other' };
    default:
      return {};
  }
}

function toolCall(agent: AgentName): object {
  const tool = agent === 'claude' || agent === 'codex' ? 'Bash' : 'run_shell_command';
  return { tool_name: tool, tool_input: { command: failingCommand }, tool_use_id: 'toolu_doctor' };
}

function toolResult(agent: AgentName, meaning: 'PostToolUse' | 'PostToolUseFailure'): object {
  const isFailure = meaning === 'PostToolUseFailure';
  switch (agent) {
    case 'claude':
      return isFailure
        ? { error: `Exit code 1\n${failed}`, is_interrupt: false }
        : { tool_response: { stdout: '', stderr: '', interrupted: false } };
    case 'codex':
      return { tool_response: failed };
    case 'gemini':
      return {
        tool_response: {
          llmContent: `<untrusted_context>\nOutput: ${failed}Exit Code: 1\n</untrusted_context>`,
        },
      };
    case 'qwen': {
      const head = `Command: ${failingCommand}\nDirectory: (root)\nOutput: `;
      const tail = 'Signal: (none)\nProcess Group PGID: (none)';
      return isFailure
        ? { error: `${head}${failed}Error: (none)\nExit Code: 1\n${tail}`, is_interrupt: false }
        : { tool_response: { llmContent: `${head}(empty)\nError: (none)\nExit Code: 0\n${tail}` } };
    }
  }
}
