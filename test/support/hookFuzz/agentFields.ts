// What the events of other agents tell, as each of them does.

import type { AgentName } from '../../../src/core/transcript/transcriptEvent';
import { commands, type Fields, outputs, secret } from './mutatedInput';
import { pick, type Random } from './oddValues';

const said = (random: Random) =>
  pick(random, ['It is done.', `It is done, with ${secret}.`, '[WORKFLOW_STATUS] status: DONE']);

const shellTool = (random: Random) => ({
  tool_name: pick(random, ['run_shell_command', 'run_shell_command', 'replace']),
  tool_input: { command: pick(random, commands), is_background: pick(random, [false, true, 7]) },
});

/** How a command ended, as the model is told. */
function told(random: Random): string {
  const output = pick(random, outputs);
  return pick(random, [
    `Output: ${output}\nProcess Group PGID: 7`,
    `<untrusted_context>\nOutput: ${output}\nExit Code: ${random(3)}\n</untrusted_context>`,
    `Command: npm test\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${random(3)}\nSignal: (none)`,
    `Output: ${output}\nExit Code: 99999999999999999999\nSignal: 9`,
    'Command was cancelled by user before it could complete.',
    output,
  ]);
}

const notification = () => ({
  message: `Waiting for ${secret}`,
  notification_type: 'ToolPermission',
});

const codex: Fields = {
  SessionStart: (random) => ({
    source: pick(random, ['startup', 'resume', 'fork', 'compact']),
    permission_mode: 'bypassPermissions',
  }),
  UserPromptSubmit: () => ({ prompt: `Go on, with ${secret}`, turn_id: 't' }),
  PostToolUse: (random) => ({
    tool_name: pick(random, ['Bash', 'Bash', 'apply_patch']),
    tool_input: { command: pick(random, commands) },
    tool_response: pick(random, outputs),
  }),
  PreCompact: () => ({ trigger: 'auto' }),
  PostCompact: () => ({ trigger: 'auto' }),
  Stop: (random) => ({ stop_hook_active: false, last_assistant_message: said(random) }),
  Interrupt: () => ({ turn_id: 't' }),
  SubagentStop: (random) => ({ agent_type: 'explorer', last_assistant_message: said(random) }),
  SessionEnd: () => ({ reason: 'other' }),
};

const gemini: Fields = {
  SessionStart: (random) => ({ source: pick(random, ['startup', 'resume', 'clear']) }),
  BeforeAgent: (random) => ({
    prompt: pick(random, [
      `<hook_context>Baton context</hook_context>\n\nGo on, with ${secret}`,
      '<hook_context>'.repeat(2_000),
    ]),
  }),
  AfterTool: (random) => ({
    ...shellTool(random),
    tool_response: { llmContent: told(random), returnDisplay: pick(random, outputs) },
  }),
  PreCompress: (random) => ({ trigger: pick(random, ['manual', 'auto']) }),
  AfterAgent: (random) => ({ prompt: 'Go on', prompt_response: said(random) }),
  Notification: notification,
  SessionEnd: (random) => ({ reason: pick(random, ['exit', 'clear']) }),
};

const qwen: Fields = {
  SessionStart: (random) => ({ source: pick(random, ['startup', 'resume', 'clear', 'compact']) }),
  UserPromptSubmit: (random) => ({ prompt: pick(random, ['', `Go on, with ${secret}`]) }),
  PostToolUse: (random) => ({
    ...shellTool(random),
    tool_response: { llmContent: told(random), returnDisplay: '' },
  }),
  PostToolUseFailure: (random) => ({
    ...shellTool(random),
    error: told(random),
    is_interrupt: pick(random, [false, true]),
  }),
  PreCompact: () => ({ trigger: 'auto', custom_instructions: '' }),
  PostCompact: () => ({ trigger: 'auto', compact_summary: `A summary with ${secret}` }),
  Stop: (random) => ({ stop_hook_active: false, last_assistant_message: said(random) }),
  SubagentStop: (random) => ({ agent_type: 'explorer', last_assistant_message: said(random) }),
  Notification: notification,
  SessionEnd: () => ({ reason: 'prompt_input_exit' }),
};

export const agentFields: Readonly<Record<Exclude<AgentName, 'claude'>, Fields>> = {
  codex,
  gemini,
  qwen,
};
