// Whether the hooks are where the agent reads them, and are those of this machine's Baton.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { seeFile } from '../install/fileChange';
import { type HookCommand, hookEvents, hookGroup, type InstallScope } from '../install/hookEntries';
import { installScopes, runTwice } from '../install/installedScopes';
import { scopePaths } from '../install/installPaths';
import { type FoundHook, findHooks, isSameValue } from '../install/settingsHooks';
import { withoutByteOrderMark } from '../support/byteOrderMark';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { type DoctorCheck, fail, ok, skip, warn } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';

export function hookChecks(place: DoctorPlace): DoctorCheck[] {
  const scopes = installScopes.filter((scope) => scope === 'user' || place.root !== undefined);
  const checks = scopes.map((scope) => scopeCheck(place, scope));
  const isNowhere = checks.every(({ status }) => status === 'skip');
  const used = scopes.filter((_, index) => checks[index]?.status === 'ok');
  const own = used.filter((scope) => runTwice(scope, 'shared'));
  return [
    ...checks,
    ...(isNowhere
      ? [
          fail(
            'hooks',
            msg('Baton is set up in none of the settings that Claude Code reads here.'),
            installWith('local'),
          ),
        ]
      : []),
    ...(own.length > 0 && used.includes('shared')
      ? [
          warn(
            'hooks',
            msg(
              'Hooks are set up for you and for all who share the repository, so each event runs twice.',
            ),
            msg(
              'Take yours out with {0}, or those of all with {1}.',
              own.map((scope) => batonWith('uninstall', scope)).join(', '),
              batonWith('uninstall', 'shared'),
            ),
          ),
        ]
      : []),
    ...unreadFile(place),
  ];
}

function scopeCheck(place: DoctorPlace, scope: InstallScope): DoctorCheck {
  const name = `hooks ${scope}`;
  const { env, home, root, repository } = place;
  const facts = { env, home, root, mainRoot: repository?.mainRoot };
  const { settings, within } = scopePaths(scope, facts);
  let text: string | null;
  let found: FoundHook[];
  try {
    ({ text } = seeFile(settings, within));
    found = text?.trim() ? findHooks(text, settings) : [];
  } catch (error) {
    if (UserError.is(error)) {
      return fail(name, error.text, msg('Mend {0}, then run "baton doctor" again.', settings));
    }
    throw error;
  }
  if (text?.trim() && (JSON.parse(withoutByteOrderMark(text)) as Settings).disableAllHooks) {
    return fail(
      name,
      msg('{0} has "disableAllHooks": true, so no hook runs.', settings),
      msg('Take "disableAllHooks" out of {0}.', settings),
    );
  }
  if (found.length === 0) {
    return skip(name, msg('{0} has no hooks of Baton.', settings));
  }
  const problem = problemOf(place, scope, found);
  return problem
    ? fail(name, problem, installWith(scope))
    : ok(name, msg('{0} has a hook for each of {1} events.', settings, hookEvents.length));
}

interface Settings {
  readonly disableAllHooks?: boolean;
}

function problemOf(
  { call }: DoctorPlace,
  scope: InstallScope,
  found: readonly FoundHook[],
): Message | undefined {
  const missing = hookEvents.filter(({ name }) => !found.some(({ event }) => event === name));
  if (missing.length > 0) {
    return msg('There is no hook for {0}.', missing.map(({ name }) => name).join(', '));
  }
  for (const event of hookEvents) {
    const hook = found.find((each) => each.event === event.name);
    const wanted = hookGroup(event, { ...call, scope }).hooks[0];
    const { command, args, timeout } = (hook?.value ?? {}) as Partial<HookCommand>;
    if (command !== wanted?.command || !isSameValue(args, wanted?.args)) {
      return msg('The hook of {0} starts another launcher than that of this Baton.', event.name);
    }
    if (typeof timeout !== 'number' || timeout < 5 || timeout > 600) {
      return msg('The hook of {0} has no usable "timeout" (seconds).', event.name);
    }
    if ((hook?.matcher ?? '') !== (event.matcher ?? '')) {
      return msg('The hook of {0} has another "matcher" than Baton needs.', event.name);
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

export function installWith(scope: InstallScope): Message {
  return msg('Run {0}.', batonWith('install', scope));
}

export function batonWith(verb: 'install' | 'uninstall', scope: InstallScope): string {
  return `"baton ${verb}${scope === 'local' ? '' : ` --${scope}`}"`;
}
