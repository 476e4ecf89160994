// What a step of a command line is run for, and what makes it the same as another. Pure.

import type { Command, CommandStep } from './commandLine';
import { type Ecosystem, type Purpose, purposeOfName } from './ecosystem';
import type { CommandIdentity } from './runVerdict';

export interface CommandUseFound {
  readonly purpose: Purpose | undefined;
  /** The name of the entry that knows the program. */
  readonly ecosystem: string | undefined;
}

/** `purpose` is undefined for a program that no entry knows. */
export function useOf(step: Command, ecosystems: readonly Ecosystem[]): CommandUseFound {
  const args = step.args.join(' ');
  for (const { name, commands } of ecosystems) {
    const use = commands.find(
      (each) => each.programs.includes(step.program) && (each.args?.test(args) ?? true),
    );
    if (use) {
      const purpose =
        isWatching(args) && use.purpose !== 'ci'
          ? 'neutral'
          : use.purpose === 'script'
            ? scriptPurpose(step)
            : use.purpose;
      return { purpose, ecosystem: name };
    }
  }
  return { purpose: purposeOfScript(step.program), ecosystem: undefined };
}

export function purposeOf(step: Command, ecosystems: readonly Ecosystem[]): Purpose | undefined {
  return useOf(step, ecosystems).purpose;
}

/** Somebody sits before it: when it ends, that is their wish. */
function isWatching(args: string): boolean {
  return /(?:^| )--watch(?:All)?(?: |$)/.test(args);
}

function purposeOfScript(program: string): Purpose | undefined {
  if (
    /\.(?:sh|bash|zsh|bat|ps1|py|rb|js|mjs|cjs|ts|pl)$/.test(program) ||
    /^(?:run|ci|all|do)[-_]/.test(program)
  ) {
    return purposeOfName(program);
  }
  return /(?:^|[-_])(?:tests?|specs?)(?:$|[-_])/.test(program) ? 'test' : undefined;
}

/** `npm run test:unit`, `make -j4 check`, `gradle clean build`: by the names of what is run. */
function scriptPurpose({ program, args }: Command): Purpose | undefined {
  const names = scriptNames(args);
  if (names.length === 0) {
    return ['make', 'ninja', 'ant'].includes(program) ? 'build' : undefined;
  }
  const purposes = names.map((name) => purposeOfName(name) ?? (name === 't' ? 'test' : undefined));
  return purposes.find((purpose) => purpose === 'test') ?? purposes.find(Boolean);
}

const valued =
  /^(?:-C|-f|-j|-w|--workspace|--prefix|--filter|-F|--dir|--cwd|--scope|-p|--project|--directory|-c)$/;
const runWords = new Set([
  'run',
  'run-script',
  'workspace',
  'workspaces',
  'foreach',
  'run-many',
  'affected',
]);

function scriptNames(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  return own.filter(
    (arg, index) =>
      !arg.startsWith('-') &&
      !/^\w+=/.test(arg) &&
      !valued.test(own[index - 1] ?? '') &&
      !runWords.has(arg) &&
      own[index - 1] !== 'workspace',
  );
}

export function identityOf(step: CommandStep, purpose: Purpose | undefined): CommandIdentity {
  const { program, args, place } = step;
  const { words, directory } = withoutDirectory(step);
  const own =
    program === 'git'
      ? gitVerb(args)
      : purpose === 'install'
        ? ['install']
        : targets(program, asRun(program, words));
  const name = place === undefined ? nameOf(step) : `${place} ${nameOf(step)}`;
  // Long enough for any; secrets are taken out before it is cut further.
  const key = [name, ...own].join(' ').slice(0, 2_000);
  return directory === undefined ? { key } : { key, directory };
}

/** Whether what passed says so about every part of it: without a target, go tests one package. */
export function isOfAll({ program }: CommandStep, purpose: Purpose | undefined): boolean {
  return purpose === 'test' && program !== 'go';
}

/** For what ends as soon as the program is used rightly, whatever for. */
export function anyUseOf({ program }: CommandStep): CommandIdentity {
  return { key: `${program} *` };
}

/** Two scripts of the same name in two folders are two programs; `/usr/bin/gcc` is `gcc`. */
function nameOf({ program, written }: CommandStep): string {
  const isOwnScript =
    /^(?!.*node_modules)\.{0,2}[\w.-]*[\\/]/.test(written) && !written.startsWith('/');
  return isOwnScript && written.toLowerCase().endsWith(program)
    ? written.replace(/^\.[\\/]/, '')
    : program;
}

/** What a message, a branch or a remote says does not make it another command. */
function gitVerb(args: readonly string[]): string[] {
  const verb = args.find(
    (arg, index) => !arg.startsWith('-') && !/^-[Cc]$/.test(args[index - 1] ?? ''),
  );
  return verb === undefined ? [] : [verb];
}

const directoryFlags = /^(?:-C|--prefix|--cwd|--dir|--directory)$/;

/** `npm --prefix web test` is `cd web && npm test`. */
function withoutDirectory({ program, args, directory }: CommandStep): {
  words: string[];
  directory: string | undefined;
} {
  const takesFolder = ['npm', 'pnpm', 'yarn', 'make', 'go', 'ninja'].includes(program);
  const at = args.findIndex((arg) => directoryFlags.test(arg.split('=')[0] ?? ''));
  const [flag = '', attached] = (args[at] ?? '').split('=');
  const folder = attached ?? args[at + 1];
  if (!takesFolder || at === -1 || !folder || (program === 'ninja' && flag !== '-C')) {
    return { words: [...args], directory };
  }
  return {
    words: args.filter((_, index) => index < at || index > (attached === undefined ? at + 1 : at)),
    directory: directory === undefined ? folder : `${directory}/${folder}`,
  };
}

/** How much is told, in which colours: the same command with and without them. */
const presentation =
  /^(?:-v+|-q|-s|--verbose|--quiet|--silent|--colors?(?:=.*)?|--no-colors?|--watch(?:All)?=false|--no-progress|--progress(?:=.*)?|--reporter=.*|--ci|--run|--no-fund|--no-audit|--pretty(?:=.*)?|--stacktrace|--bail(?:=.*)?|--tb=.*|--output-on-failure|-j\d*|--nocapture|--maxfail=\d+)$/;
const valuedPresentation = /^(?:--reporter|-R|--tb|-j|--color|--maxfail)$/;
/** Their value belongs to them, wherever they stand. */
const valuedFlags =
  /^(?:-k|-m|-t|-p|-c|-f|-w|-g|-P|-F|-n|-D|--grep|--filter|--project|--config|--workspace|--package|--testNamePattern|--test|--bin|--features|--target|--suite|--tests|--scope)$/;

/** The rest in an order of its own, so that the order of flags makes no difference. */
function targets(program: string, args: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const isLast = index === args.length - 1;
    if (valuedPresentation.test(arg) && !isLast) {
      index += 1;
    } else if (valuedFlags.test(arg) && !isLast) {
      words.push(`${arg} ${args[index + 1] ?? ''}`);
      index += 1;
    } else if (arg !== '' && !presentation.test(arg) && !(program === 'pytest' && arg === '-x')) {
      words.push(arg);
    }
  }
  return words.sort();
}

/** `npm t`, `npm run test` and `npm test` are one. */
function asRun(program: string, args: readonly string[]): string[] {
  if (!['npm', 'pnpm', 'yarn', 'bun'].includes(program)) {
    return [...args];
  }
  const shortened: Readonly<Record<string, string>> = { t: 'test', tst: 'test' };
  return args
    .filter((arg) => arg !== 'run' && arg !== 'run-script' && arg !== '--')
    .map((arg) => shortened[arg] ?? arg);
}
