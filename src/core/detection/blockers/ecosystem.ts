// What an entry of the table of ecosystems is: how its commands are recognised, how its failures look
// and what they mean. An entry is data; runScan.ts reads it.

import type { Blocker } from '../../schemas/blocker';

type BlockerType = NonNullable<Blocker['type']>;

/** What a command is run for; decides where the output alone does not. */
export type Purpose =
  | 'test'
  | 'build'
  | 'lint'
  | 'install'
  | 'ci'
  /** Makes something lasting: a commit, a push, a release. */
  | 'deliver'
  /** Moves files about: it can fail, but it prints nothing of builds and tests. */
  | 'files'
  /** Does something that can fail, but what its failure means only the output tells. */
  | 'work'
  /** By the name of its script or target. */
  | 'script'
  /** Shows what is there: whatever failure it prints is an old one. */
  | 'display'
  /** Asks another system: only its answers count, not the old failures that it shows. */
  | 'ask'
  /** Asks a question; "no" is an answer. */
  | 'probe'
  /** Does nothing by itself: `cd`, `echo`. */
  | 'neutral';

export interface CommandUse {
  readonly programs: readonly string[];
  /** Of its arguments, joined by blanks; the first use that fits counts. */
  readonly args?: RegExp;
  readonly purpose: Purpose;
}

/**
 * `lint` and `mistake`, a wrong command line, are blockers of the type other that weigh less.
 * `failed`: what the command was run for failed. `none`: nothing stands in the way.
 */
export type Cause = BlockerType | 'lint' | 'mistake' | 'failed' | 'none';

export interface Failure {
  readonly sign: RegExp;
  readonly cause: Cause | ((match: RegExpExecArray) => Cause);
  /**
   * `summary`: the runner's own verdict, a proof where the exit code is hidden.
   * `proof`: a line that a passing run does not print.
   * `hint`: counts together with a failing exit code, or as the last words of a hidden one.
   * `fact`: the answer to a question about CI or a review, whatever the exit code is.
   */
  readonly weight: 'summary' | 'proof' | 'hint' | 'fact';
  /** Says that something failed but not what; any other sign knows better. */
  readonly isVague?: boolean;
  /** Counts only when this was seen as well. */
  readonly needs?: Failure;
}

export interface Ecosystem {
  readonly name: string;
  readonly commands: readonly CommandUse[];
  readonly failures: readonly Failure[];
  /** Lines that prove a run passed, where the exit code is hidden. */
  readonly passes?: readonly RegExp[];
  /** Lines that name a place in the code: the groups `file` and `line`. */
  readonly places?: readonly RegExp[];
}

/** All that is looked for in outputs. */
export function patternsOf({ failures, passes = [], places = [] }: Ecosystem): RegExp[] {
  return [...failures.map(({ sign }) => sign), ...passes, ...places];
}

/** Names that are separated by blanks. */
export function names(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

export const summary = (cause: Failure['cause'], sign: RegExp): Failure => ({
  sign,
  cause,
  weight: 'summary',
});
export const proof = (cause: Failure['cause'], sign: RegExp): Failure => ({
  sign,
  cause,
  weight: 'proof',
});
export const hint = (cause: Failure['cause'], sign: RegExp, needs?: Failure): Failure => ({
  sign,
  cause,
  weight: 'hint',
  ...(needs && { needs }),
});
export const fact = (cause: Failure['cause'], sign: RegExp): Failure => ({
  sign,
  cause,
  weight: 'fact',
});
export const vague = (failure: Failure): Failure => ({ ...failure, isVague: true });

/** A module by its name: a package when it is not a path or an alias of one. */
export function moduleCause({ groups }: RegExpExecArray): Cause {
  const name = groups?.module ?? '';
  const isPath =
    /^(?:[./\\~#]|@\/|[A-Za-z]:|file:|src\/)/.test(name) && !name.includes('node_modules');
  return isPath ? 'build_error' : 'dependency';
}

/** What a script or target is for, from its name. */
export function namedCause({ groups }: RegExpExecArray): Cause {
  const purpose = purposeOfName(groups?.name ?? '');
  return (purpose && causeOfPurpose[purpose]) ?? 'build_error';
}

/** What it means that such a command failed, where nothing else is known. */
export const causeOfPurpose: Readonly<Partial<Record<Purpose, Cause>>> = {
  test: 'test_failure',
  build: 'build_error',
  install: 'dependency',
  lint: 'lint',
  ci: 'ci_failure',
  deliver: 'other',
  work: 'other',
};

const purposesOfNames: readonly (readonly [RegExp, Purpose])[] = [
  [/lint|format|fmt|style|prettier|spotless|detekt|pmd|spotbugs|checkstyle|codestyle/i, 'lint'],
  [/(?:^|[^a-z])(?:type-?check|types|tsc|check-types)(?:$|[^a-z])|type-?check/i, 'build'],
  [/compile|build|bundle|dist|package|assemble|webpack|transpile/i, 'build'],
  [/test|spec|e2e|check|verify|coverage|cypress|playwright|jest|unit/i, 'test'],
  [/install|deps|bootstrap|setup|restore|vendor/i, 'install'],
  [/^(?:deploy|release|publish|push|migrate)/i, 'deliver'],
  [/^(?:start|dev|serve|server|watch|run|preview|seed)/i, 'work'],
];

export function purposeOfName(name: string): Purpose | undefined {
  return purposesOfNames.find(([pattern]) => pattern.test(name))?.[1];
}
