// What a person or another tool wrote into a saved context stays in it when it is written again. By a
// list of our own fields, not by the schema: that takes longer to load than a hook may.

import type { SessionContext } from '../schemas/sessionContext';
import { isRecord } from '../transcript/lineValues';

/** All that Baton writes into each part; the lists have none but its own. */
const ownFields: Readonly<Record<string, readonly string[]>> = {
  meta: [
    ...['version', 'saved_at', 'session_id', 'project', 'agent', 'parent_session_id', 'repo'],
    ...['trigger', 'compactions', 'last_event_at', 'branch', 'commit'],
  ],
  goal: ['original_request', 'current_objective'],
  progress: ['done', 'current', 'pending', 'left_out'],
  decisions: [],
  discoveries: [],
  state: ['recent_files', 'blockers', 'errors'],
  elsewhere: ['project', 'goal', 'progress', 'decisions', 'discoveries', 'state'],
};

export function withUnknownFields(
  made: SessionContext,
  before: object | undefined,
): SessionContext {
  const parts = Object.entries(made).map(([name, part]): [string, unknown] => {
    const known = ownFields[name] ?? [];
    const old = (before as Readonly<Record<string, unknown>> | undefined)?.[name];
    return [name, isRecord(part) && isRecord(old) ? { ...without(old, known), ...part } : part];
  });
  const others = Object.entries(without(before ?? {}, Object.keys(ownFields)));
  return Object.fromEntries([...others, ...parts]);
}

function without(value: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
