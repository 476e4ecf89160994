// Something in a file that a reader could not take as it is. It never hides the rest of the file.

import type { Message } from '../support/message';

export interface Problem {
  /** Stable, for programs. */
  readonly code:
    | 'invalid-json'
    | 'invalid-field'
    | 'missing-field'
    | 'unreadable'
    | 'outside-project'
    | 'malformed-entry'
    | 'unknown-type'
    | 'duplicate-id'
    | 'out-of-order'
    | 'torn-tail'
    | 'conflict-marker'
    | 'duplicate-section'
    | 'invalid-setting';
  /** Relative to the project root, with forward slashes; of a setting, its name. */
  readonly file: string;
  /** 1-based; absent when the whole file is meant. */
  readonly line?: number;
  readonly message: Message;
  /** What is shown comes from the backup. */
  readonly usesBackup?: boolean;
  /** A validated backup can be put back in its place. */
  readonly restorable?: boolean;
}
