// Which hooks a person approved in Codex. It keeps a hash of each, by the place of the hook in its file,
// and skips all others without a word where it runs without a terminal.

import { createHash } from 'node:crypto';
import path from 'node:path';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { recordOf } from '../transcript/lineValues';
import { codexFolder } from './agentFolders';
import type { InstallScope } from './hookEntries';
import type { FoundHook } from './settingsHooks';
import { findHooks } from './settingsHooks';
import { parseToml, type TomlStatement } from './tomlStatements';
import { tomlAt } from './tomlServer';
import { readQuietly, realOf, type TrustFacts, type TrustProblem } from './trust';

export function codexTrust(scope: InstallScope, facts: TrustFacts): TrustProblem[] {
  const { root, mainRoot = root } = facts;
  // Of a worktree, Codex reads what its repository has.
  const folder = scope === 'shared' ? path.join(mainRoot ?? '', '.codex') : codexFolder(facts);
  const file = path.join(folder, 'hooks.json');
  const known = statementsIn(path.join(codexFolder(facts), 'config.toml'));
  const waiting = hooksIn(file).filter((hook) => !isApproved(hook, file, known));
  return [
    ...(scope === 'shared' && root !== undefined ? projectProblem(root, facts, known) : []),
    ...(scope === 'shared' && root !== mainRoot && hooksIn(file).length === 0
      ? [
          {
            detail: msg(
              'In a worktree, Codex reads {0} instead, which has no hooks of Baton.',
              file,
            ),
            fix: msg('Commit .codex and bring it to that branch, or install without --shared.'),
          },
        ]
      : []),
    ...(waiting.length === 0
      ? []
      : [
          {
            detail: msg(
              'Codex runs hooks only after you approved them; {0} of Baton wait for that: {1}.',
              waiting.length,
              waiting.map(({ event }) => event).join(', '),
            ),
            fix: msg(
              'Start codex once. Where it says "Hooks need review", look at them and choose to trust them; its /hooks command shows them later, too.',
            ),
          },
        ]),
  ];
}

/** Worktrees are trusted with their repository. */
function projectProblem(
  root: string,
  { mainRoot = root }: TrustFacts,
  known: readonly TomlStatement[],
): TrustProblem[] {
  const level = (folder: string) => tomlAt(known, ['projects', folder])?.trust_level;
  return [root, mainRoot, realOf(root), realOf(mainRoot)].some((each) => level(each) === 'trusted')
    ? []
    : [
        {
          detail: msg(
            'Codex reads .codex only in folders that you trust, and {0} is none yet.',
            root,
          ),
          fix: msg('Start codex in {0} and choose "Trust and continue".', root),
        },
      ];
}

function isApproved(hook: FoundHook, file: string, known: readonly TomlStatement[]): boolean {
  const event = labelOf(hook.event);
  return [file, realOf(file)].some((each) => {
    const key = `${each}:${event}:${hook.groupIndex}:${hook.hookIndex}`;
    const { trusted_hash: hash, enabled } = tomlAt(known, ['hooks', 'state', key]) ?? {};
    return enabled !== false && hash === `sha256:${hashOf(hook)}`;
  });
}

/** As Codex names it where it keeps what it knows: session_start. */
function labelOf(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Of what a hook is, with its keys in order: whatever is changed in it, it has to be approved again. */
export function hashOf({ event, matcher, value }: Pick<FoundHook, 'event' | 'matcher' | 'value'>) {
  const hook = { async: false, ...recordOf(value) };
  const identity = {
    event_name: labelOf(event),
    ...(typeof matcher === 'string' && { matcher }),
    hooks: [hook],
  };
  return createHash('sha256')
    .update(JSON.stringify(ordered(identity)))
    .digest('hex');
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(ordered);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, each]) => [key, ordered(each)]),
      )
    : value;
}

function hooksIn(file: string): FoundHook[] {
  try {
    const text = readQuietly(file);
    return text.trim() === '' ? [] : findHooks(text, file);
  } catch (error) {
    if (UserError.is(error)) {
      return [];
    }
    throw error;
  }
}

function statementsIn(file: string): TomlStatement[] {
  try {
    return parseToml(readQuietly(file));
  } catch {
    // Another check says that it cannot be read.
    return [];
  }
}
