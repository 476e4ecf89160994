// Runs every hook once, by the launcher that agents use, and holds what it does against what agents
// take: exit code 0, no more output than they pass on, nothing where it would steer them. Since a hook
// that fails ends well, too, what it is there for must have happened.

import path from 'node:path';
import { injectionBudget } from '../context/injection';
import { hookEvents } from '../install/hookEntries';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { type DoctorCheck, fail, ok } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';
import { clearEffects, failingCommand, missingEffect } from './hookEffects';
import { probe, type Probed } from './probe';
import { doctorRequest, type Sandbox } from './sandbox';

/** One after the other, as they come in a session. */
export async function hookRuns(place: DoctorPlace, sandbox: Sandbox): Promise<DoctorCheck[]> {
  const checks: DoctorCheck[] = [];
  const fix = msg(
    'Run "baton install" and "baton doctor" again; if it stays so, install Baton anew. What hooks of your sessions log is in {0}.',
    path.join(place.dataFolder, 'logs', 'hooks.log'),
  );
  for (const { name: event, timeout } of hookEvents) {
    clearEffects(sandbox);
    const ended = await probe(place.call.launcher, ['hook', event], {
      cwd: sandbox.project,
      env: sandbox.env,
      input: JSON.stringify(sampleInput(event, sandbox)),
      timeoutMs: timeout * 1000,
      signal: place.signal,
    });
    const name = `hook ${event}`;
    const given = injectedBy(ended.stdout);
    const problem = problemOf(event, ended, given) ?? missingEffect(event, given, sandbox);
    checks.push(
      problem
        ? fail(name, problem, fix)
        : ok(name, msg('{0} ms, {1} characters.', ended.ms, given.length)),
    );
  }
  return checks;
}

function problemOf(event: string, ended: Probed, given: string): Message | undefined {
  const { code, stdout, stderr, isTimedOut, isMissing } = ended;
  if (isMissing) {
    return msg('The launcher could not be started.');
  }
  if (isTimedOut) {
    return msg('It did not end in the time that the settings give it.');
  }
  if (code !== 0) {
    return msg('It ended with code {0}. {1}', code ?? '?', shortLine(stderr));
  }
  if (given.length > injectionBudget) {
    return msg(
      'It printed {0} characters; agents take whole what has up to {1}.',
      given.length,
      injectionBudget,
    );
  }
  // It would become part of what the model is told to do.
  return event !== 'SessionStart' && stdout !== ''
    ? msg('It printed something, which the agent would take for a part of the conversation.')
    : undefined;
}

/** Of an answer in JSON, only its context counts. */
function injectedBy(stdout: string): string {
  try {
    const { hookSpecificOutput: output } = JSON.parse(stdout) as {
      readonly hookSpecificOutput?: { readonly additionalContext?: unknown };
    };
    return typeof output?.additionalContext === 'string' ? output.additionalContext : '';
  } catch {
    return stdout;
  }
}

function sampleInput(event: string, { project, session, transcript }: Sandbox): object {
  const common = {
    session_id: session,
    transcript_path: transcript,
    cwd: project,
    hook_event_name: event,
  };
  const tool = {
    tool_name: 'Bash',
    tool_input: { command: failingCommand },
    tool_use_id: 'toolu_doctor',
  };
  const extra: Readonly<Record<string, object>> = {
    SessionStart: { source: 'compact' },
    UserPromptSubmit: { prompt: doctorRequest },
    PostToolUse: { ...tool, tool_response: { stdout: '', stderr: '', interrupted: false } },
    PostToolUseFailure: {
      ...tool,
      error: 'Exit code 1\n\n  0 passing\n  1 failing\n',
      is_interrupt: false,
    },
    PreCompact: { trigger: 'manual', custom_instructions: null },
    PostCompact: { trigger: 'manual', compact_summary: 'Nothing.' },
    Stop: { stop_hook_active: false, last_assistant_message: 'They do.' },
    SubagentStop: { stop_hook_active: false, agent_id: 'a1', agent_type: '' },
    Notification: { message: 'Waiting', notification_type: 'idle_prompt' },
    SessionEnd: { reason: 'other' },
  };
  return { ...common, ...extra[event] };
}
