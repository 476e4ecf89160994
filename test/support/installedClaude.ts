// Claude Code in projects that Baton is installed in, with every call of a hook seen from outside.

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { SessionContext } from '../../src/core/schemas/sessionContext';
import { baton, type Run } from './baton';
import { useClaude } from './claudeCli';
import { type WorkRepository, workRepository } from './workRepository';

/** One call of a hook, as Claude Code made it. */
export interface HookCall {
  readonly event: string;
  readonly input: {
    readonly session_id: string;
    readonly source?: string;
    readonly cwd: string;
    readonly [field: string]: unknown;
  };
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export function useInstalledClaude() {
  const claude = useClaude();
  const { scratch } = claude;
  const run = (root: string, ...args: string[]): Run =>
    baton(root, args, { HOME: scratch('home'), BATON_HOME: scratch('data') });
  const succeed = (root: string, ...args: string[]): string => {
    const { code, stdout, stderr } = run(root, ...args);
    assert.equal(code, 0, `baton ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };

  return {
    ...claude,
    baton: succeed,
    /** A new repository in which a person ran `baton install`. */
    installed: (name = 'project'): WorkRepository => {
      mkdirSync(scratch('home'), { recursive: true });
      const repository = workRepository(scratch(name));
      succeed(repository.root, 'install');
      spyOn(launcherOf(repository.root), scratch('calls'));
      return repository;
    },
    /** Those that are over, in the order in which they were made. */
    calls: (): HookCall[] => callsIn(scratch('calls')),
  };
}

/** Where the settings say it is. */
export function launcherOf(root: string): string {
  const file = path.join(root, '.claude/settings.local.json');
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly hooks: Record<string, { readonly hooks: { readonly command: string }[] }[]>;
  };
  return hooks.SessionStart?.[0]?.hooks[0]?.command ?? '';
}

/** Claude Code does not tell of each hook what it got and printed, so a script in between notes it. */
function spyOn(launcher: string, calls: string): void {
  const real = `${launcher}-real`;
  if (!readFileSync(launcher, 'utf8').includes(real)) {
    renameSync(launcher, real);
    mkdirSync(calls, { recursive: true });
    const script = `#!/bin/sh
[ "$1" = hook ] || exec '${real}' "$@"
call=$(mktemp -d '${calls}'/$(date +%s%N)-XXXXXX)
printf %s "$2" > "$call/event"
cat > "$call/input"
'${real}' "$@" < "$call/input" > "$call/stdout" 2> "$call/stderr"
code=$?
printf %s "$code" > "$call/code"
cat "$call/stdout"
cat "$call/stderr" >&2
exit "$code"
`;
    writeFileSync(launcher, script, { mode: 0o700 });
  }
}

function callsIn(folder: string): HookCall[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const part = (file: string): string => {
        const from = path.join(folder, name, file);
        return existsSync(from) ? readFileSync(from, 'utf8') : '';
      };
      // Written last.
      const code = part('code');
      return code === ''
        ? []
        : {
            event: part('event'),
            input: JSON.parse(part('input')) as HookCall['input'],
            stdout: part('stdout'),
            stderr: part('stderr'),
            code: Number(code),
          };
    });
}

/** What a hook gave Claude Code to tell the model, in either of the two ways it takes. */
export function contextOf({ stdout }: HookCall): string {
  if (!stdout.startsWith('{')) {
    return stdout.trim();
  }
  const { hookSpecificOutput } = JSON.parse(stdout) as {
    readonly hookSpecificOutput?: { readonly additionalContext?: string };
  };
  return hookSpecificOutput?.additionalContext ?? '';
}

export interface SavedContexts {
  readonly newest: SessionContext;
  readonly own: SessionContext;
}

export function savedContexts(root: string, session: string): SavedContexts {
  const read = (file: string) =>
    JSON.parse(readFileSync(path.join(root, '.claude', file), 'utf8')) as SessionContext;
  return { newest: read('session-context.json'), own: read(`state/contexts/${session}.json`) };
}

/** As `.claude/state/deliveries.json` keeps it. */
export interface Delivery {
  readonly session_id: string;
  readonly source: string;
  readonly status: string;
  readonly characters: number;
  readonly problem?: string;
}

export function deliveriesIn(root: string): readonly Delivery[] {
  const file = path.join(root, '.claude/state/deliveries.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { deliveries: Delivery[] }).deliveries;
}
