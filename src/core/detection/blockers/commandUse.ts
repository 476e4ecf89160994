// What a step of a command line is run for, and what makes it the same as another. Pure.

import type { Command, CommandStep } from './commandLine';
import { type Ecosystem, type Purpose, purposeOfName } from './ecosystem';
import type { CommandIdentity } from './runVerdict';

/** undefined for a program that no entry knows. */
export function purposeOf(step: Command, ecosystems: readonly Ecosystem[]): Purpose | undefined {
  const args = step.args.join(' ');
  for (const { commands } of ecosystems) {
    const use = commands.find(
      (each) => each.programs.includes(step.program) && (each.args?.test(args) ?? true),
    );
    if (use) {
      return use.purpose === 'script' ? scriptPurpose(step) : use.purpose;
    }
  }
  return /\.(?:sh|bash|zsh|bat|ps1|py|rb|js|mjs|cjs|ts|pl)$/.test(step.program) ||
    /^(?:run|ci|all|do)[-_]/.test(step.program)
    ? purposeOfName(step.program)
    : /(?:^|[-_])(?:tests?|specs?)(?:$|[-_])/.test(step.program)
      ? 'test'
      : undefined;
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

/** How much is told, in which colours: the same command with and without them. */
const presentation =
  /^(?:-v+|-q|-s|--verbose|--quiet|--silent|--colors?(?:=.*)?|--no-colors?|--watch(?:All)?=false|--no-progress|--progress(?:=.*)?|--reporter(?:=.*)?|--ci|--run|--no-fund|--no-audit|--pretty(?:=.*)?|--stacktrace|-x|--bail(?:=.*)?|--tb=.*|--output-on-failure|-j\d*|--nocapture)$/;

export function identityOf({ program, args, directory }: CommandStep): CommandIdentity {
  const words = asRun(program, args).filter((arg) => arg !== '' && !presentation.test(arg));
  const key = [program, ...words.sort()].join(' ').slice(0, 300);
  return directory === undefined ? { key } : { key, directory };
}

/** For what ends as soon as the program is used rightly, whatever for. */
export function anyUseOf({ program }: CommandStep): CommandIdentity {
  return { key: `${program} *` };
}

/** `npm t`, `npm run test` and `npm test` are one. */
function asRun(program: string, args: readonly string[]): string[] {
  if (!['npm', 'pnpm', 'yarn', 'bun'].includes(program)) {
    return [...args];
  }
  const shortened: Readonly<Record<string, string>> = { t: 'test', tst: 'test', i: 'install' };
  return args
    .filter((arg) => arg !== 'run' && arg !== 'run-script' && arg !== '--')
    .map((arg) => shortened[arg] ?? arg);
}
