// Which state is loaded: this worktree's own, else the main one's; at a resume also the backup of a
// broken one, which stays where it is.

import type { SessionState } from '../schemas/sessionState';
import type { JsonFileState } from '../stores/jsonFile';
import { withoutByteOrderMark } from '../support/byteOrderMark';
import type { Message } from '../support/message';
import type { Workplace } from '../workplace';

export interface SavedSession {
  readonly state: SessionState;
  /** The JSON value, with what a lenient reading leaves out. */
  readonly raw: unknown;
  readonly from: 'own' | 'shared' | 'backup';
  /** A rewrite of the file would lose nothing. */
  readonly isWhole: boolean;
}

export interface BrokenFile {
  readonly reason: Message;
  readonly hasBackup: boolean;
}

export interface Saved {
  /** undefined: there is none, or none that can be used. */
  readonly session: SavedSession | undefined;
  readonly broken: BrokenFile | undefined;
}

export async function readSaved({ sessionState, state }: Workplace): Promise<Saved> {
  const seen = await sessionState.read();
  switch (seen.kind) {
    case 'ok':
      return { session: ownSession(seen), broken: undefined };
    case 'missing':
      return {
        session: state ? { state, raw: state, from: 'shared', isWhole: true } : undefined,
        broken: undefined,
      };
    case 'corrupt': {
      const { reason, backup } = seen;
      return {
        session: backup && {
          state: backup.value,
          raw: toJson(backup.raw),
          from: 'backup',
          isWhole: false,
        },
        broken: { reason, hasBackup: backup !== undefined },
      };
    }
    default:
      return { session: undefined, broken: { reason: seen.reason, hasBackup: false } };
  }
}

function ownSession({
  value,
  raw,
  problems,
}: Extract<JsonFileState<SessionState>, { kind: 'ok' }>): SavedSession {
  return { state: value, raw: toJson(raw), from: 'own', isWhole: problems.length === 0 };
}

function toJson(raw: string): unknown {
  return JSON.parse(withoutByteOrderMark(raw));
}
