// Which error of the editor a task has found: one that was not there before it, and that its problem
// matchers report. Language servers and other tasks report too. Pure.

export interface Problem {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** Who reports it, as "ts" or "eslint". */
  readonly source: string | undefined;
}

/** `matchers` as a task names them, as "$tsc" or "$eslint-stylish". */
export function taskProblem(
  problems: readonly Problem[],
  before: ReadonlySet<string>,
  matchers: readonly string[],
): Problem | undefined {
  return problems.find(
    (problem) =>
      !before.has(problemKey(problem)) && matchers.some((each) => isOf(problem.source, each)),
  );
}

export function problemKey({ file, line, message, source }: Problem): string {
  return JSON.stringify([file, line, message, source]);
}

/** VS Code tells of a matcher its name alone; its source begins it. */
function isOf(source: string | undefined, matcher: string): boolean {
  return !!source && matcher.replace(/^\$/, '').toLowerCase().startsWith(source.toLowerCase());
}
