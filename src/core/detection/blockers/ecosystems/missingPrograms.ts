// A program that is not there: a dependency, unless it is a slip of the finger.

import { type Cause, type Ecosystem, hint, proof } from '../ecosystem';

/** Often typed, so that something one letter away is meant to be it. */
const everyday =
  'git npm npx node yarn pnpm python python3 pip pip3 docker make cmake cargo go java mvn gradle dotnet ruby php ls cd cat grep find mkdir touch echo clear exit sudo ssh curl code vim nano tail head less kill pytest jest tsc kubectl terraform'.split(
    ' ',
  );

function missingProgram({ groups }: RegExpExecArray): Cause {
  const name = (groups?.program ?? '').split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  return !everyday.includes(name) && everyday.some((each) => isSlip(name, each))
    ? 'none'
    : 'dependency';
}

/** One letter too many, too few or wrong, or two in the wrong order. */
function isSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1 || meant.length < 2) {
    return false;
  }
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) {
    start += 1;
  }
  const [restTyped, restMeant] = [typed.slice(start), meant.slice(start)];
  const isSwap =
    restTyped.slice(0, 2) === `${restMeant.charAt(1)}${restMeant.charAt(0)}` &&
    restTyped.slice(2) === restMeant.slice(2);
  return (
    isSwap ||
    restTyped.slice(1) === restMeant ||
    restTyped === restMeant.slice(1) ||
    restTyped.slice(1) === restMeant.slice(1)
  );
}

export const missingPrograms: Ecosystem = {
  name: 'missing programs',
  commands: [],
  failures: [
    // The shell that a runner starts says it of the runner's own command.
    proof(
      missingProgram,
      /^(?:\/bin\/)?sh: (?:\d+: |line \d+: )?(?<program>[\w.+@/-]{1,100}): (?:command )?not found$/,
    ),
    hint(missingProgram, /(?:^|: )(?<program>[\w.+@/-]{1,100}): (?:command )?not found$/),
    hint(missingProgram, /command not found: (?<program>\S{1,100})$/),
    hint(missingProgram, /Unknown command: (?<program>[\w.+-]{1,100})$/),
    hint(missingProgram, /'(?<program>[^']{1,100})' is not recognized as an internal/),
    hint(missingProgram, /The term '(?<program>[^']{1,100})' is not recognized/),
    hint(missingProgram, /^(?:\S*\/)?env: [‘'"]?(?<program>[\w.+-]{1,100})[’'"]?: No such file/),
    hint(missingProgram, /exec: "(?<program>[^"]{1,100})": executable file not found/),
    hint(missingProgram, /spawn (?<program>[\w./-]{1,100}) ENOENT/),
    hint(
      missingProgram,
      /^Command '(?<program>[^']{1,100})' not found, (?:but can be|did you mean)/,
    ),
  ],
};
