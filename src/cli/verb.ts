// What a verb of the command line is: parsed options in, a result out. Only main.ts prints.

import type { ParseArgsConfig } from 'node:util';
import type { Message, Translate } from '../core/support/message';

export interface Verb {
  /** One line for `baton --help`. */
  readonly summary: Message;
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  run(input: VerbInput): Promise<VerbResult>;
}

export interface VerbInput {
  readonly cwd: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly t: Translate;
  readonly language: string;
}

export interface VerbResult {
  /** The one document of `--json`. */
  readonly json: unknown;
  /** Words for people. */
  text(): string;
}
