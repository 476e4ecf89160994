// One file as a plan wants it.

import type { SeenFile } from './fileChange';
import type { ExcludeRecord, SettingsRecord, TableRecord } from './installRecord';

export interface PlannedFile {
  readonly seen: SeenFile;
  readonly after: string | null;
  readonly mode: number;
  readonly within: string | undefined;
  /** For settings: what to remember of it from now on. */
  readonly record?: SettingsRecord | undefined;
  /** For what git leaves out: what to remember of it from now on. */
  readonly excluded?: ExcludeRecord | undefined;
  /** For TOML: what to remember of it from now on. */
  readonly table?: TableRecord | undefined;
  /** What people see of the change, where that is not the whole file. */
  readonly shown?: {
    readonly at: readonly string[];
    readonly before: string | null;
    readonly after: string | null;
  };
  /** For settings that belong to the agent's own program, which changes them itself where it can. */
  readonly server?: readonly string[];
  /** It is one of Baton's own, and only Baton's. */
  readonly isWhole?: boolean;
}
