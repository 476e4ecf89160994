// What a command line runs, one step after the other, and whose exit code comes out of it. Pure.

import { type Operator, shellTokens, type Token } from './shellWords';
import { unwrapped } from './wrappers';

export interface Command {
  /** Its file name, without wrappers such as `sudo`, `npx` and `timeout 60`. */
  readonly program: string;
  readonly args: readonly string[];
}

export interface CommandStep extends Command {
  /** As it was typed, with its folder. */
  readonly written: string;
  /** The last `cd` before it. */
  readonly directory: string | undefined;
  /** The exit code of the line says nothing about this step: a pipe, `;` or `|| true` hides it. */
  readonly isHidden: boolean;
  /** One side of `||`: which of them ran, a 0 does not tell. */
  readonly isAlternative: boolean;
  /** The container or host it runs in, as it was written. */
  readonly place: string | undefined;
  /** What its output went through: `tail`, `grep`. */
  readonly filters: readonly string[];
  /** A `timeout` or its like stands in front of it. */
  readonly isLimited: boolean;
}

interface Surroundings {
  readonly isHidden: boolean;
  readonly isAlternative: boolean;
  readonly place?: string | undefined;
  readonly filters: readonly string[];
  readonly depth: number;
  readonly isLimited: boolean;
  readonly shell: Shell;
  readonly isRetry: (first: Command, second: Command) => boolean;
}

/** What a line changes for the steps after it. */
interface Shell {
  directory: string | undefined;
  /** Where it was before, for `popd` and `cd -`. */
  before: (string | undefined)[];
  pipefail: boolean;
  stopsAtFailure: boolean;
}

const deepest = 8;
const mostSteps = 50;

/** `isRetry`: whether the second is another way to what the first is for, as in `npm ci || npm i`. */
export function commandSteps(
  line: string,
  isRetry: (first: Command, second: Command) => boolean,
): CommandStep[] {
  const shell = { directory: undefined, before: [], pipefail: false, stopsAtFailure: false };
  const around = { ...nothing, shell, isRetry };
  return listSteps(shellTokens(line), around).slice(0, mostSteps);
}

const nothing = { isHidden: false, isAlternative: false, isLimited: false, filters: [], depth: 0 };

interface Pipeline {
  readonly elements: readonly (readonly Token[])[];
  /** What comes after it. */
  readonly then: Operator | undefined;
}

function listSteps(tokens: readonly Token[], around: Surroundings): CommandStep[] {
  const pipelines = toPipelines(tokens).slice(0, mostSteps);
  const hidden = hiddenOnes(pipelines, around);
  return pipelines.flatMap((pipeline, index) =>
    pipelineSteps(pipeline, {
      ...around,
      isHidden: around.isHidden || hidden[index] === true,
      isAlternative:
        around.isAlternative || pipeline.then === '||' || pipelines[index - 1]?.then === '||',
    }),
  );
}

/** Whose exit code is lost by what follows; from the end, because it depends on what comes after. */
function hiddenOnes(pipelines: readonly Pipeline[], around: Surroundings): boolean[] {
  const hidden: boolean[] = [];
  const strictFrom = around.shell.stopsAtFailure ? -1 : pipelines.findIndex(isSetStrict);
  for (let index = pipelines.length - 1; index >= 0; index -= 1) {
    const { then } = pipelines[index] ?? {};
    const next = hidden[index + 1] ?? false;
    const isLast = index === pipelines.length - 1;
    const isStrict = around.shell.stopsAtFailure || (strictFrom !== -1 && index > strictFrom);
    hidden[index] =
      then === '&' ||
      (!isLast &&
        (then === '&&'
          ? next
          : then === '||'
            ? next || !mends(pipelines[index], pipelines[index + 1], around)
            : !isStrict));
  }
  return hidden;
}

function isSetStrict({ elements }: Pipeline): boolean {
  const [program, ...args] = wordsOf(elements[0] ?? []);
  return program === 'set' && args.some((arg) => /^-[a-z]*e/.test(arg));
}

/** `|| true` makes a failure a success; `|| exit 1` does not, nor does a second try. */
function mends(
  first: Pipeline | undefined,
  second: Pipeline | undefined,
  { isRetry }: Surroundings,
): boolean {
  const one = commandOf(first);
  const other = commandOf(second);
  return other.program === 'exit' || other.program === 'return'
    ? (other.args[0] ?? '0') !== '0'
    : other.program === 'false' || isRetry(one, other);
}

function commandOf(pipeline: Pipeline | undefined): Command {
  const [program = '', ...args] = unwrapped(wordsOf(pipeline?.elements[0] ?? [])).command;
  return { program, args };
}

function pipelineSteps({ elements }: Pipeline, around: Surroundings): CommandStep[] {
  const programs = elements.map((element) => firstWord(element));
  return elements.flatMap((element, index) => {
    const isPiped = index < elements.length - 1 && !around.shell.pipefail;
    return elementSteps(element, {
      ...around,
      isHidden: around.isHidden || isPiped,
      filters: [...programs.slice(index + 1), ...around.filters],
    });
  });
}

function elementSteps(tokens: readonly Token[], around: Surroundings): CommandStep[] {
  if (around.depth >= deepest) {
    return [];
  }
  const inner = { ...around, depth: around.depth + 1 };
  const [first] = tokens;
  if (first?.kind === 'operator' && first.text === '(') {
    return listSteps(tokens.slice(1, -1), { ...inner, shell: { ...around.shell } });
  }
  return simpleSteps(wordsOf(tokens), inner);
}

function simpleSteps(words: readonly string[], around: Surroundings): CommandStep[] {
  const {
    command,
    script,
    isControl,
    isLimited,
    written = '',
    place = around.place,
  } = unwrapped(words);
  const inner = {
    ...around,
    place,
    isHidden: around.isHidden || isControl,
    isLimited: around.isLimited || isLimited,
  };
  if (script !== undefined) {
    const pipefail = around.shell.pipefail || command.includes('pipefail');
    return listSteps(shellTokens(script), { ...inner, shell: { ...around.shell, pipefail } });
  }
  const [program, ...args] = command;
  if (program === undefined) {
    return [];
  }
  if (program === 'set') {
    around.shell.pipefail ||= args.includes('pipefail');
    around.shell.stopsAtFailure ||= args.some((arg) => /^-[a-z]*e/.test(arg));
  }
  const { directory } = around.shell;
  changeDirectory(around.shell, program, args);
  const { isHidden, isAlternative, filters } = inner;
  const step = { program, written, args, directory, isHidden, isAlternative, place, filters };
  return [{ ...step, isLimited: inner.isLimited }];
}

function changeDirectory(shell: Shell, program: string, args: readonly string[]): void {
  const isBack = program === 'popd' || (program === 'cd' && args[0] === '-');
  if (isBack) {
    shell.directory = shell.before.at(-1);
    shell.before = shell.before.slice(0, -1);
  } else if (['cd', 'pushd', 'chdir', 'set-location'].includes(program)) {
    const target = args.find((arg) => !arg.startsWith('-') && arg !== '/d') ?? '~';
    shell.before = [...shell.before, shell.directory];
    // Where a substitution leads is not known; most lead to the root of the project.
    shell.directory = /[$`%]/.test(target) ? undefined : joined(shell.directory, target);
  }
}

function joined(before: string | undefined, target: string): string {
  const isAbsolute = /^(?:[/~\\]|[A-Za-z]:)/.test(target);
  return before === undefined || isAbsolute ? target : `${before}/${target}`;
}

/** Splits at the top level: what is in parentheses stays together. */
function toPipelines(tokens: readonly Token[]): Pipeline[] {
  const pipelines: Pipeline[] = [];
  let elements: Token[][] = [[]];
  let depth = 0;
  const close = (then: Operator | undefined) => {
    const filled = elements.filter((element) => element.length > 0);
    if (filled.length > 0) {
      pipelines.push({ elements: filled, then });
    }
    elements = [[]];
  };
  for (const token of tokens) {
    const operator = token.kind === 'operator' ? token.text : undefined;
    depth += operator === '(' ? 1 : 0;
    if (depth > 0 || operator === undefined) {
      elements.at(-1)?.push(token);
    } else if (operator === '|') {
      elements.push([]);
    } else if (operator !== ')') {
      close(operator);
    }
    depth -= operator === ')' && depth > 0 ? 1 : 0;
  }
  close(undefined);
  return pipelines;
}

function firstWord(tokens: readonly Token[]): string {
  return unwrapped(wordsOf(tokens)).command[0] ?? '';
}

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === 'word' ? token.text : []));
}
