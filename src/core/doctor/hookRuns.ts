// Runs every hook once, by the launcher that agents use, and holds what it does against what agents
// take: exit code 0, no more output than they pass on, nothing where it would steer them. Since a hook
// that fails ends well, too, what it is there for must have happened.

import path from 'node:path';
import { injectionBudget } from '../context/injection';
import type { AgentPlan } from '../install/agentPlan';
import { batonCommand } from '../install/batonCommand';
import { scopeInUse } from '../install/installedScopes';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { type DoctorCheck, fail, ok } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';
import { usedFacts } from './hookChecks';
import { clearEffects, missingEffect } from './hookEffects';
import { hookSample } from './hookSamples';
import { probe, type Probed } from './probe';
import type { Sandbox } from './sandbox';

/** One after the other, as they come in a session. */
export async function hookRuns(place: DoctorPlace, sandbox: Sandbox): Promise<DoctorCheck[]> {
  const checks: DoctorCheck[] = [];
  const fix = msg(
    'Run {1} and "baton doctor" again; if it stays so, install Baton anew. What hooks of your sessions log is in {0}.',
    path.join(place.dataFolder, 'logs', 'hooks.log'),
    batonCommand('install', scopeInUse(usedFacts(place), place.plan), place.plan.name),
  );
  const { name: agent, events } = place.plan;
  const isClaude = agent === 'claude';
  for (const { name: event, timeout } of events) {
    clearEffects(sandbox);
    const { input, effect } = hookSample(agent, event, sandbox);
    const words = ['hook', event, ...(isClaude ? [] : ['--agent', agent])];
    const ended = await probe(place.call.launcher, words, {
      cwd: sandbox.project,
      env: sandbox.env,
      input: JSON.stringify(input),
      timeoutMs: timeout * 1000,
      signal: place.signal,
    });
    const name = isClaude ? `hook ${event}` : `${agent} hook ${event}`;
    const given = injectedBy(ended.stdout, place.plan);
    const problem = problemOf(event, ended, given) ?? missingEffect(effect, given, sandbox);
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
function injectedBy(stdout: string, { takesPlainText }: AgentPlan): string {
  try {
    const { hookSpecificOutput: output } = JSON.parse(stdout) as {
      readonly hookSpecificOutput?: { readonly additionalContext?: unknown };
    };
    return typeof output?.additionalContext === 'string' ? output.additionalContext : '';
  } catch {
    return takesPlainText ? stdout : '';
  }
}
