// The process of the agent that a hook or a server belongs to: by this a session's hook and its server
// find each other.

import { shells } from '../support/callingShell';
import {
  identityOf,
  type Liveness,
  livenessOf,
  ownIdentity,
  type ProcessIdentity,
} from '../support/processIdentity';
import { readProcessStat } from '../support/processStat';

/** Which process the agent itself says it is; only Claude Code does. */
export function toldAgentProcess(env: Readonly<NodeJS.ProcessEnv>): ProcessIdentity | undefined {
  const pid = Number(env.CLAUDE_PID);
  return Number.isSafeInteger(pid) && pid > 1 ? identityOf(pid) : undefined;
}

/**
 * The nearest process above that is no shell: agents start hooks, and some their servers, by one. Known
 * on Linux only; elsewhere it is the parent, if that is not merely such a shell.
 */
export function agentProcessAbove(parent = process.ppid): ProcessIdentity | undefined {
  let pid = parent;
  for (let steps = 0; steps < 8 && pid > 1; steps++) {
    const stat = readProcessStat(pid);
    if (!stat) {
      break;
    }
    if (!shells.has(stat.name.replace(/^-/, ''))) {
      return identityOf(pid);
    }
    pid = stat.parent;
  }
  return process.platform === 'linux' ? undefined : identityOf(parent);
}

/** Codex has many in one process, in the background. */
export function hasOneSession(agent: string): boolean {
  return agent !== 'codex';
}

/** macOS tells whole seconds, and both are told by it alike. */
export function isSameProcess(
  one: ProcessIdentity | null | undefined,
  other: ProcessIdentity | null | undefined,
): boolean {
  return (
    !!one &&
    !!other &&
    one.pid === other.pid &&
    one.host === other.host &&
    one.bootId === other.bootId &&
    (one.startTime === other.startTime ||
      (Math.abs((one.startTime ?? 0) - (other.startTime ?? 0)) <= 1_000 &&
        process.platform === 'darwin'))
  );
}

/** Asked once for each process: many sessions may belong to one. */
export function createLivenessLook(): (process: ProcessIdentity | null | undefined) => Liveness {
  const known = new Map<string, Liveness>();
  return (process) => {
    if (!process) {
      return 'unknown';
    }
    const key = JSON.stringify([process.pid, process.host, process.bootId, process.startTime]);
    const liveness = known.get(key) ?? look(process);
    known.set(key, liveness);
    return liveness;
  };
}

/** Where no start is told (Windows), whoever has the pid is taken for it: a living one must not go. */
function look(process: ProcessIdentity): Liveness {
  const liveness = livenessOf(process);
  const isHere = process.host === ownIdentity().host;
  return liveness === 'unknown' && isHere ? 'alive' : liveness;
}
