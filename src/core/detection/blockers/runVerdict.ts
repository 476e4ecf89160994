// What one run of a command says about blockers. Detection makes it, core/blockers acts on it.

import type { Blocker } from '../../schemas/blocker';

/** Where a run or a blocker was seen; `evidence.source` in the file. */
export const blockerSources = [
  'terminal',
  'task',
  'test',
  'hook',
  'agent',
  'git',
  'ci',
  'review',
  'cli',
  'mcp',
  'user',
] as const;
export type BlockerSource = (typeof blockerSources)[number];

export interface FinishedRun {
  readonly command: string;
  /** null where it is not known. */
  readonly exitCode: number | null;
  readonly source: BlockerSource;
}

/** Everything about a blocker that the run itself tells; when and how often comes with the record. */
export interface DetectedBlocker extends Blocker {
  readonly type: NonNullable<Blocker['type']>;
  readonly severity: NonNullable<Blocker['severity']>;
  readonly description: string;
  readonly error_pattern: string;
  readonly recovery_agent: string | null;
  readonly evidence: NonNullable<Blocker['evidence']>;
}

/** What makes two command lines the same command, whatever the order of its flags. */
export interface CommandIdentity {
  readonly key: string;
  /** Where the line changed into before it (`cd web && npm test`), as it was written. */
  readonly directory?: string;
  /** Of a run that passed: with it, narrower runs of the same would pass. */
  readonly coversParts?: boolean;
}

export type RunVerdict =
  | {
      readonly kind: 'failed';
      readonly blocker: DetectedBlocker;
      readonly command: CommandIdentity;
    }
  /** Blockers of these commands are over. */
  | { readonly kind: 'passed'; readonly commands: readonly CommandIdentity[] }
  /** Neither is proved: an interrupted run, a probe, an exit code that a pipe hides. */
  | { readonly kind: 'unclear' };
