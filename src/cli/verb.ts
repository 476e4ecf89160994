// What a verb of the command line is: parsed options in, a result out. Only main.ts prints.

import type { ParseArgsConfig } from 'node:util';
import type { Message, Translate } from '../core/support/message';

type ParsedOption = NonNullable<ParseArgsConfig['options']>[string];

export interface Verb {
  /** One line for `baton --help`. */
  readonly summary: Message;
  readonly options?: Readonly<Record<string, VerbOption>>;
  /** The words it takes, as the help shows them: `[ID]`. None unless told. */
  readonly words?: readonly string[];
  run(input: VerbInput): Promise<VerbResult>;
}

/** Verbs of a verb: `baton blocker add`. */
export interface VerbGroup {
  readonly summary: Message;
  readonly verbs: Verbs<Verb>;
}

/** Loaded when asked for: agents run this on every turn, and each verb brings its own weight. */
export type Verbs<V> = Readonly<Record<string, () => Promise<V>>>;

export type VerbOption = ParsedOption & {
  /** One line for `baton VERB --help`. */
  readonly summary: Message;
  /** What stands for the value in the help. */
  readonly value?: string;
};

export interface VerbInput {
  readonly cwd: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** What is no option, at most as many as the verb takes. */
  readonly words: readonly string[];
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly t: Translate;
  readonly language: string;
}

export interface VerbResult {
  /** The one document of `--json`. */
  readonly json: unknown;
  /** Words for people. */
  text(): string;
  /** Why what was asked for is not done, all of it: said on stderr, and the exit code is 1. */
  readonly notDone?: Message | undefined;
  /** What another program said about that. */
  readonly detail?: string | undefined;
}
