// What a command line runs, one step after the other, and whose exit code comes out of it. Pure.

import { type Operator, shellTokens, type Token } from './shellWords';
import { unwrapped } from './wrappers';

export interface Command {
  /** Its file name, without wrappers such as `sudo`, `npx` and `timeout 60`. */
  readonly program: string;
  readonly args: readonly string[];
}

export interface CommandStep extends Command {
  /** The last `cd` before it. */
  readonly directory: string | undefined;
  /** The exit code of the line says nothing about this step: a pipe, `;` or `|| true` hides it. */
  readonly isHidden: boolean;
  /** What its output went through: `tail`, `grep`. */
  readonly filters: readonly string[];
  /** A `timeout` or its like stands in front of it. */
  readonly isLimited: boolean;
}

interface Surroundings {
  readonly isHidden: boolean;
  readonly filters: readonly string[];
  readonly depth: number;
  readonly isLimited: boolean;
  readonly shell: Shell;
  readonly isIdle: (command: Command) => boolean;
}

/** What a line changes for the steps after it. */
interface Shell {
  directory: string | undefined;
  pipefail: boolean;
  stopsAtFailure: boolean;
}

const deepest = 8;
const mostSteps = 50;

/** `isIdle`: whether a command only shows something, so that it mends nothing after `||`. */
export function commandSteps(line: string, isIdle: (command: Command) => boolean): CommandStep[] {
  const shell = { directory: undefined, pipefail: false, stopsAtFailure: false };
  const around = { isHidden: false, isLimited: false, filters: [], depth: 0, shell, isIdle };
  return listSteps(shellTokens(line), around).slice(0, mostSteps);
}

interface Pipeline {
  readonly elements: readonly (readonly Token[])[];
  /** What comes after it. */
  readonly then: Operator | undefined;
}

function listSteps(tokens: readonly Token[], around: Surroundings): CommandStep[] {
  const pipelines = toPipelines(tokens);
  return pipelines.flatMap((pipeline, index) => {
    const later = pipelines.slice(index);
    const isHidden = around.isHidden || isHiddenBy(later, around);
    return pipelineSteps(pipeline, { ...around, isHidden });
  });
}

/** Whether the exit code of the first of these is lost by what follows. */
function isHiddenBy([first, ...later]: readonly Pipeline[], around: Surroundings): boolean {
  if (!first || later.length === 0) {
    return first?.then === '&';
  }
  switch (first.then) {
    case '&&':
      return isHiddenBy(later, around);
    case '||':
      return isFallback(later[0], around) || isHiddenBy(later, around);
    case ';':
      return !around.shell.stopsAtFailure;
    default:
      return true;
  }
}

/** `|| true` makes a failure a success; `|| exit 1` does not. */
function isFallback(pipeline: Pipeline | undefined, { isIdle }: Surroundings): boolean {
  const [program = '', ...args] = unwrapped(wordsOf(pipeline?.elements[0] ?? [])).command;
  return program === 'exit' ? (args[0] ?? '0') === '0' : isIdle({ program, args });
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
  const { command, script, isControl, isLimited } = unwrapped(words);
  const isHidden = around.isHidden || isControl;
  if (script !== undefined) {
    const pipefail = around.shell.pipefail || command.includes('pipefail');
    return listSteps(shellTokens(script), {
      ...around,
      isHidden,
      isLimited: around.isLimited || isLimited,
      shell: { ...around.shell, pipefail },
    });
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
  if (['cd', 'pushd', 'chdir', 'set-location'].includes(program)) {
    const target = args.find((arg) => !arg.startsWith('-') && arg !== '/d') ?? '~';
    around.shell.directory = joined(directory, target);
  }
  const limited = around.isLimited || isLimited;
  return [{ program, args, directory, isHidden, filters: around.filters, isLimited: limited }];
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
