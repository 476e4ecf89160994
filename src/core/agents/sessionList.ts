// The sessions of agents in this project: what the registry knows and what is in the CLIs' stores, each
// one once, by one id.

import { shortLine } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { type DiscoveryOptions, discoverSessions, type FoundSession } from './discovery';
import { type LiveClaudeSession, liveClaudeSessions } from './liveClaude';
import { type RegisteredSession, registeredSessions } from './registryFile';
import { notedSessions } from './runningSession';

export interface ListedSession {
  /** Ours: that of the registry, else the one that its CLI gave it. */
  readonly id: string;
  readonly agent: string;
  readonly cliSession: string | null;
  /** As somebody named it, else how it began; empty where nobody has said a word. */
  readonly title: string;
  /** Milliseconds of its last change or use. */
  readonly lastUsed: number;
  readonly createdAt?: string | undefined;
  readonly cwd?: string | undefined;
  readonly branch?: string | undefined;
  /** What a person said, and all that was said. */
  readonly prompts?: number | undefined;
  readonly messages?: number | undefined;
  /** What the model had before it at its last answer. */
  readonly tokens?: number | undefined;
  /** Its transcript; undefined where there is none on this machine. */
  readonly file?: string | undefined;
  readonly size?: number | undefined;
  /** The session that it is a copy of, as its CLI calls it. */
  readonly parent?: string | undefined;
  readonly isRegistered: boolean;
  /** How often Baton was asked to say something in it. */
  readonly requests: number;
  readonly live?: Pick<LiveClaudeSession, 'pid' | 'status'> | undefined;
}

export interface SessionList {
  /** The one that was used last comes first. */
  readonly sessions: readonly ListedSession[];
  /** Transcripts that are still to be read: another call goes on with them. */
  readonly pending: number;
}

export async function listSessions(
  place: QuietPlace,
  options: DiscoveryOptions = {},
): Promise<SessionList> {
  const { sessions: found, pending } = await discoverSessions(place, options);
  const registered = await registeredSessions(place);
  const live = new Map(liveClaudeSessions(place).map((each) => [each.id, each]));
  const noted = notedSessions(place);
  const key = (agent: string, id: string | null) => `${agent} ${id ?? ''}`;
  const byCli = new Map(found.map((each) => [key(each.agent, each.id), each]));
  const known = new Set(registered.map(({ entry }) => key(entry.cli_name, entry.cli_session_id)));
  const sessions = [
    ...registered.map((each) => {
      const { cli_name, cli_session_id } = each.entry;
      const found = byCli.get(key(cli_name, cli_session_id));
      const { live: shown, ...rest } = listed(found, each, live);
      const pid = noted.get(each.id);
      return {
        ...rest,
        live: shown ?? (pid === undefined ? undefined : { pid, status: undefined }),
      };
    }),
    ...found
      .filter((each) => !known.has(key(each.agent, each.id)))
      .map((each) => listed(each, undefined, live)),
  ];
  return { sessions: sessions.sort((a, b) => b.lastUsed - a.lastUsed), pending };
}

function listed(
  found: FoundSession | undefined,
  registered: RegisteredSession | undefined,
  live: ReadonlyMap<string, LiveClaudeSession>,
): ListedSession {
  const { id, entry } = registered ?? {};
  const cliSession = entry ? entry.cli_session_id : (found?.id ?? null);
  const running = cliSession === null ? undefined : live.get(cliSession);
  return {
    id: id ?? found?.id ?? '',
    agent: entry?.cli_name ?? found?.agent ?? '',
    cliSession,
    title: titleOf(found, entry?.title ?? undefined),
    lastUsed: Math.max(found?.changedAt ?? 0, Date.parse(entry?.last_used ?? '') || 0),
    createdAt: found?.at ?? entry?.created_at,
    cwd: found?.cwd ?? found?.startedIn ?? entry?.cwd ?? undefined,
    branch: found?.branch,
    prompts: found?.prompts,
    messages: found && found.prompts + found.answers,
    tokens: found?.tokens,
    file: found?.file,
    size: found?.size,
    parent: found?.parent,
    isRegistered: entry !== undefined,
    requests: entry?.request_count ?? 0,
    live: running && { pid: running.pid, status: running.status },
  };
}

/** The registry's own is how it began, too, until a person renames it. */
function titleOf(found: FoundSession | undefined, title: string | undefined): string {
  const isFirst =
    title !== undefined && found?.first !== undefined && startsAlike(title, found.first);
  return (isFirst ? found.title : undefined) ?? title ?? found?.title ?? found?.first ?? '';
}

function startsAlike(one: string, other: string): boolean {
  return shortLine(one, 60).slice(0, 50) === shortLine(other, 60).slice(0, 50);
}
