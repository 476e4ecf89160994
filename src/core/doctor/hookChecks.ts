// Whether the hooks are where an agent reads them, and are those of this machine's Baton.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AgentPlan } from '../install/agentPlan';
import { agentPlans } from '../install/agentPlans';
import { batonCommand } from '../install/batonCommand';
import { seeSettings } from '../install/fileChange';
import { type HookCommand, type InstallScope, isOurHook } from '../install/hookEntries';
import {
  agentsInUse,
  installScopes,
  runTwice,
  scopesInUse,
  type UsedFacts,
} from '../install/installedScopes';
import { withoutComments } from '../install/jsonComments';
import { type FoundHook, findHooks, isSameValue } from '../install/settingsHooks';
import { withoutByteOrderMark } from '../support/byteOrderMark';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { recordOf, recordsOf, stringOf } from '../transcript/lineValues';
import type { AgentName } from '../transcript/transcriptEvent';
import { type DoctorCheck, fail, ok, skip, warn } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';

/** Of Claude Code; of all agents, where Baton is set up in none. */
export function hookChecks(place: DoctorPlace): DoctorCheck[] {
  const plan = agentPlans.claude;
  const checks = scopesOf(place).map((scope) => scopeCheck(place, plan, scope));
  const isNowhere = checks.every(({ status }) => status === 'skip');
  return [
    ...checks,
    ...(isNowhere && agentsInUse(usedFacts(place)).length === 0
      ? [
          fail(
            'hooks',
            msg('Baton is set up in none of the settings that Claude Code reads here.'),
            installWith('local'),
          ),
        ]
      : []),
    ...twice('hooks', plan, checks, scopesOf(place)),
    ...unreadFile(place),
  ];
}

/** Of another agent, where Baton is set up in it. */
export function otherHookChecks(place: DoctorPlace, plan: AgentPlan): DoctorCheck[] {
  const scopes = scopesInUse(usedFacts(place), plan).map(({ scope }) => scope);
  const checks = scopes.map((scope) => {
    const check = scopeCheck(place, plan, scope);
    // They were installed, and something else took them out.
    return check.status === 'skip'
      ? fail(check.name, check.detail, installWith(scope, plan.name))
      : check;
  });
  return [...checks, ...twice(`${plan.name} hooks`, plan, checks, scopes)];
}

export function usedFacts(place: DoctorPlace): UsedFacts {
  const { env, home, root, repository, dataFolder } = place;
  return { env, home, root, dataFolder, mainRoot: repository?.mainRoot };
}

function scopesOf({ root }: DoctorPlace): InstallScope[] {
  return installScopes.filter((scope) => scope === 'user' || root !== undefined);
}

function twice(
  name: string,
  { name: agent }: AgentPlan,
  checks: readonly DoctorCheck[],
  scopes: readonly InstallScope[],
): DoctorCheck[] {
  const used = scopes.filter((_, index) => checks[index]?.status === 'ok');
  const own = used.filter((scope) => runTwice(scope, 'shared'));
  return own.length > 0 && used.includes('shared')
    ? [
        warn(
          name,
          msg(
            'Hooks are set up for you and for all who share the repository, so each event runs twice.',
          ),
          msg(
            'Take yours out with {0}, or those of all with {1}.',
            own.map((scope) => batonCommand('uninstall', scope, agent)).join(', '),
            batonCommand('uninstall', 'shared', agent),
          ),
        ),
      ]
    : [];
}

function scopeCheck(place: DoctorPlace, plan: AgentPlan, scope: InstallScope): DoctorCheck {
  const name = plan.name === 'claude' ? `hooks ${scope}` : `${plan.name} hooks ${scope}`;
  const { settings, within } = plan.paths(scope, usedFacts(place));
  let text: string | null;
  let found: FoundHook[];
  try {
    ({ text } = seeSettings(settings, within, plan));
    found = text?.trim() ? findHooks(text, settings) : [];
  } catch (error) {
    if (UserError.is(error)) {
      return fail(name, error.text, msg('Mend {0}, then run "baton doctor" again.', settings));
    }
    throw error;
  }
  const off = text?.trim() ? switchedOff(text, plan) : undefined;
  if (off) {
    return fail(
      name,
      msg('{0} has {1}, so no hook runs.', settings, off.shown),
      msg('Take "{1}" out of {0}.', settings, off.key),
    );
  }
  if (found.length === 0) {
    return skip(name, msg('{0} has no hooks of Baton.', settings));
  }
  const problem = problemOf(place, plan, scope, found);
  if (problem) {
    return fail(name, problem, installWith(scope, plan.name));
  }
  const byHand = writtenByHand(text ?? '');
  return byHand.length > 0
    ? warn(
        name,
        msg(
          '{0} also has a hook of its own that starts Baton at {1}, so that runs twice.',
          settings,
          byHand.join(', '),
        ),
        msg('Take that hook out of {0}; the one of "baton install" stays.', settings),
      )
    : ok(name, msg('{0} has a hook for each of {1} events.', settings, plan.events.length));
}

function parsed(text: string): unknown {
  return JSON.parse(withoutComments(withoutByteOrderMark(text)));
}

/** The events at which a line that a person wrote starts Baton, too; it is left alone by an install. */
function writtenByHand(text: string): string[] {
  return Object.entries(recordOf(recordOf(parsed(text)).hooks)).flatMap(([event, groups]) => {
    const hooks = recordsOf(groups).flatMap(({ hooks: list }) => recordsOf(list));
    const isDouble = hooks.some(
      (hook) =>
        !isOurHook(hook) && /\bbaton(?:\.cmd)?["']?\s+hook\s+\w/.test(stringOf(hook.command)),
    );
    return isDouble ? [event] : [];
  });
}

/** A setting with which the agent runs no hook at all. */
function switchedOff(
  text: string,
  { switches }: AgentPlan,
): { key: string; shown: string } | undefined {
  const settings = parsed(text);
  const found = switches.find(
    ({ path: keys, off }) =>
      keys.reduce((value: unknown, key) => recordOf(value)[key], settings) === off,
  );
  const key = found?.path.join('.');
  return key === undefined ? undefined : { key, shown: `"${key}": ${String(found?.off)}` };
}

function problemOf(
  { call }: DoctorPlace,
  plan: AgentPlan,
  scope: InstallScope,
  found: readonly FoundHook[],
): Message | undefined {
  const missing = plan.events.filter(({ name }) => !found.some(({ event }) => event === name));
  if (missing.length > 0) {
    return msg('There is no hook for {0}.', missing.map(({ name }) => name).join(', '));
  }
  for (const event of plan.events) {
    const hook = found.find((each) => each.event === event.name);
    const wanted = plan.hook(event, { ...call, scope }).hooks[0];
    const { command, args, timeout, additionalContextLimit } = (hook?.value ??
      {}) as Partial<HookCommand>;
    if (command !== wanted?.command || !isSameValue(args, wanted?.args)) {
      return msg('The hook of {0} starts another launcher than that of this Baton.', event.name);
    }
    const seconds = typeof timeout === 'number' ? timeout / plan.timeoutUnit : 0;
    if (seconds < Math.min(5, event.timeout) || seconds > 600) {
      return plan.timeoutUnit === 1
        ? msg('The hook of {0} has no usable "timeout" (seconds).', event.name)
        : msg('The hook of {0} has no usable "timeout" (milliseconds).', event.name);
    }
    if ((hook?.matcher ?? '') !== (event.matcher ?? '')) {
      return msg('The hook of {0} has another "matcher" than Baton needs.', event.name);
    }
    if (additionalContextLimit !== wanted?.additionalContextLimit) {
      return msg(
        'The hook of {0} has another "additionalContextLimit" than Baton needs.',
        event.name,
      );
    }
  }
  return undefined;
}

/** The place that people expect; no version of the CLI reads it. */
function unreadFile({ root }: DoctorPlace): DoctorCheck[] {
  const file = root === undefined ? undefined : path.join(root, '.claude', 'hooks.json');
  return file !== undefined && existsSync(file)
    ? [
        warn(
          'hooks file',
          msg('Claude Code does not read {0}.', file),
          msg('Move its hooks into .claude/settings.json.'),
        ),
      ]
    : [];
}

export function installWith(scope: InstallScope, agent: AgentName = 'claude'): Message {
  return msg('Run {0}.', batonCommand('install', scope, agent));
}
