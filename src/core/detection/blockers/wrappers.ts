// Takes off what stands in front of a command: assignments, `sudo`, `npx`, `timeout 60`, `bash -c`.

export interface Unwrapped {
  readonly command: readonly string[];
  /** The program as it was written, with its folder. */
  readonly written?: string;
  /** A command line of its own, as `bash -c` gets one; `command` are then the options of that shell. */
  readonly script: string | undefined;
  /** Part of a loop or a condition, so that its exit code does not come out. */
  readonly isControl: boolean;
  /** Ended from outside when it takes too long. */
  readonly isLimited: boolean;
  /** The container or host it runs in, as it was written. */
  readonly place?: string;
}

interface Wrapper {
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Words after the options that are no part of the command. */
  readonly skips?: number;
  /** Only with this sub-command: `npm exec`, `poetry run`. */
  readonly after?: readonly string[];
  readonly limits?: boolean;
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { valued: ['-u', '-g', '-C', '-h', '-p'] },
  doas: { valued: ['-u'] },
  env: { valued: ['-u', '-C', '-S'] },
  time: { valued: ['-f', '-o'] },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n', '-p'] },
  nohup: {},
  setsid: {},
  command: {},
  exec: {},
  builtin: {},
  stdbuf: { valued: ['-i', '-o', '-e'] },
  unbuffer: {},
  caffeinate: {},
  timeout: { valued: ['-k', '-s', '--signal', '--kill-after'], skips: 1, limits: true },
  gtimeout: { valued: ['-k', '-s'], skips: 1, limits: true },
  'xvfb-run': { valued: ['-n', '-s', '-e', '-f', '-w', '-p'] },
  'dbus-run-session': {},
  'cross-env': {},
  'cross-env-shell': {},
  'env-cmd': { valued: ['-f', '-e'] },
  dotenv: { valued: ['-e', '-c', '-f'] },
  npx: { valued: ['-p', '--package', '-w', '--workspace'] },
  pnpx: {},
  bunx: {},
  uvx: { valued: ['--from', '--with', '-p', '--python'] },
  pipx: { after: ['run'], valued: ['--spec'] },
  npm: { after: ['exec', 'x'], valued: ['-p', '--package', '-w', '--workspace', '--prefix', '-C'] },
  pnpm: { after: ['exec', 'dlx'], valued: ['--filter', '-F', '-C', '--dir'] },
  yarn: { after: ['exec', 'dlx'], valued: ['--cwd'] },
  bun: { after: ['x'] },
  poetry: { after: ['run'], valued: ['-C', '-P', '--directory'] },
  pipenv: { after: ['run'] },
  pdm: { after: ['run'], valued: ['-p'] },
  rye: { after: ['run'] },
  hatch: { after: ['run'], valued: ['-e'] },
  uv: { after: ['run'], valued: ['--with', '-p', '--python', '--extra', '--group', '--project'] },
  conda: { after: ['run'], valued: ['-n', '-p', '--name', '--prefix'] },
  mamba: { after: ['run'], valued: ['-n', '-p'] },
  bundle: { after: ['exec'] },
  bundler: { after: ['exec'] },
  asdf: { after: ['exec'] },
  mise: { after: ['exec', 'x'] },
  direnv: { after: ['exec'], skips: 1 },
  xargs: { valued: ['-n', '-P', '-I', '-L', '-d', '-a', '-s', '-E'] },
  arch: {},
  watchexec: { valued: ['-e', '-w', '-i'] },
  'start-server-and-test': {},
  dumbinit: {},
  tini: {},
  strace: { valued: ['-e', '-o', '-p'] },
  valgrind: {},
};

/** Their options end in an image, a host or a pod, and only then comes what is run there. */
const places = new Set([
  'docker',
  'podman',
  'docker-compose',
  'kubectl',
  'ssh',
  'nix',
  'nix-shell',
]);
const placeVerbs = /^(?:run|exec|develop|--run|--command|-c)$/;

const shells = new Set([
  'bash',
  'sh',
  'zsh',
  'dash',
  'ksh',
  'fish',
  'ash',
  'cmd',
  'pwsh',
  'powershell',
]);
const opens = new Set(['if', 'while', 'until', 'elif', '!']);
const words = new Set(['then', 'else', 'do', '{', 'fi', 'done', '}', 'esac', 'function', 'coproc']);
const assignment = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

export function unwrapped(line: readonly string[]): Unwrapped {
  let rest = line;
  const around: Around = { isControl: false, isLimited: false };
  for (let turn = 0; turn < 30 && rest.length > 0; turn += 1) {
    const [first = '', ...others] = rest;
    if (first === 'for' || first === 'case' || first === 'select') {
      return { ...around, command: [], script: undefined, isControl: true };
    }
    const inner = isGrammar(first, around) ? others : withoutOne(rest, around);
    if (!inner) {
      return { ...around, written: first, ...asCommand(first, others) };
    }
    rest = inner;
  }
  return { ...around, command: [], script: undefined };
}

interface Around {
  isControl: boolean;
  isLimited: boolean;
  place?: string;
}

/** Assignments, and words of the shell itself: the body of a loop or a branch hides its exit code. */
function isGrammar(word: string, around: Around): boolean {
  around.isControl ||= opens.has(word) || ['then', 'else', 'do'].includes(word);
  return assignment.test(word) || words.has(word) || opens.has(word) || word === '&';
}

/** What is left without a wrapper or a place in front; undefined when there is none. */
function withoutOne(
  [first = '', ...others]: readonly string[],
  around: Around,
): readonly string[] | undefined {
  const program = programName(first);
  if (program === 'command' && /^-[vV]$/.test(others[0] ?? '')) {
    return undefined;
  }
  if (places.has(program)) {
    const inside = inPlace(program, others);
    if (inside) {
      around.place = [program, ...others.slice(0, others.length - inside.length)].join(' ');
    }
    return inside;
  }
  const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  const inner = wrapper && withoutWrapper(wrapper, others);
  if (!inner || inner.length === 0) {
    return undefined;
  }
  around.isLimited ||= wrapper.limits === true;
  return inner;
}

function asCommand(
  first: string,
  others: readonly string[],
): Pick<Unwrapped, 'command' | 'script' | 'written'> {
  const program = programName(first);
  if (shells.has(program) || (program === 'su' && others.includes('-c'))) {
    return inShell([program, ...others]);
  }
  if (program === 'script') {
    const at = others.findIndex((word) => /^-[a-z]*c$/.test(word));
    return { command: [program, ...others], script: at === -1 ? undefined : others[at + 1] };
  }
  return { command: asProgram(program, others), script: undefined };
}

/** `/usr/bin/gcc-13`, `.\gradlew.bat`, `Pytest.EXE` → as the tables know them. */
function programName(word: string): string {
  const name = word.split(/[\\/]/).at(-1) ?? '';
  const plain = name.replace(/\.(?:exe|cmd|bat|ps1|phar)$/i, '').toLowerCase();
  const unversioned = plain.replace(/(?<=[a-z+])-?\d+(?:\.\d+)*$/, '');
  return aliases[plain] ?? aliases[unversioned] ?? (unversioned.length > 1 ? unversioned : plain);
}

const aliases: Readonly<Record<string, string>> = {
  mvnw: 'mvn',
  gradlew: 'gradle',
  gmake: 'make',
  'mingw32-make': 'make',
  'py.test': 'pytest',
  py: 'python',
  // Their numbers are part of the name.
  k9s: 'k9s',
  b2: 'b2',
  nose2: 'nose2',
  'markdownlint-cli2': 'markdownlint-cli2',
  npm6: 'npm',
  rebar3: 'rebar3',
  py3: 'python',
  '[': 'test',
  '[[': 'test',
  bat: 'cat',
  batcat: 'cat',
  egrep: 'grep',
  fgrep: 'grep',
  zgrep: 'grep',
  'ninja-build': 'ninja',
  vue: 'vue-cli-service',
};

/** A module that Python runs is the program: `python -m pytest`. */
function asProgram(program: string, args: readonly string[]): readonly string[] {
  const at = program === 'python' ? args.findIndex((arg) => !/^-(?!m$)/.test(arg)) : -1;
  if (at !== -1 && args[at] === '-m') {
    const [module = '', ...rest] = args.slice(at + 1);
    return [programName(module), ...rest];
  }
  return [program, ...args];
}

/** undefined when this is no wrapping use: `npm test`, `sudo` alone. */
function withoutWrapper(wrapper: Wrapper, args: readonly string[]): readonly string[] | undefined {
  const { valued = [], skips = 0, after } = wrapper;
  const skipOptions = (from: number): number => {
    let position = from;
    while (position < args.length) {
      const arg = args[position] ?? '';
      if (arg === '--') {
        return position + 1;
      }
      if (!arg.startsWith('-') && !assignment.test(arg)) {
        break;
      }
      position += valued.includes(arg) ? 2 : 1;
    }
    return position;
  };
  let position = skipOptions(0);
  if (after) {
    if (!after.includes(args[position] ?? '')) {
      return undefined;
    }
    position = skipOptions(position + 1);
  }
  return args.slice(position + skips);
}

function inShell([program = '', ...args]: readonly string[]): Pick<
  Unwrapped,
  'command' | 'script' | 'written'
> {
  const at = args.findIndex((arg) => /^(?:-[a-z]*c|\/c|-command|--command)$/i.test(arg));
  if (at !== -1) {
    const isOneWord = !['cmd', 'pwsh', 'powershell'].includes(program);
    const script = isOneWord ? args[at + 1] : args.slice(at + 1).join(' ');
    return { command: [program, ...args.slice(0, at)], script };
  }
  // `bash scripts/test.sh` is that script.
  const file = args.find((arg) => !/^[-+]/.test(arg) && arg !== 'pipefail');
  return file === undefined
    ? { command: [program, ...args], script: undefined }
    : {
        written: file,
        command: [programName(file), ...args.slice(args.indexOf(file) + 1)],
        script: undefined,
      };
}

/** What is run in a container or on another host; undefined when nothing of it can be told apart. */
function inPlace(program: string, args: readonly string[]): readonly string[] | undefined {
  const from = program === 'ssh' ? 0 : args.findIndex((arg) => placeVerbs.test(arg)) + 1;
  if (program !== 'ssh' && from === 0) {
    return undefined;
  }
  const inside = args.slice(from);
  const dashes = inside.indexOf('--');
  if (dashes !== -1) {
    return inside.slice(dashes + 1);
  }
  const known = inside.findIndex((arg, index) => index > 0 && isRunnable(arg));
  if (known !== -1) {
    const [first = '', ...others] = inside.slice(known);
    // A whole command line in one word, as ssh gets it.
    return first.includes(' ') ? ['sh', '-c', [first, ...others].join(' ')] : [first, ...others];
  }
  return undefined;
}

function isRunnable(arg: string): boolean {
  const [first = ''] = arg.trim().split(/\s+/);
  const name = programName(first);
  return (
    !arg.startsWith('-') &&
    (shells.has(name) ||
      Object.hasOwn(wrappers, name) ||
      runnable.test(name) ||
      (arg.includes(' ') && /^[a-z][\w./-]*$/.test(first)))
  );
}

/** Programs that are looked for behind the options of a container. */
const runnable =
  /^(?:npm|pnpm|yarn|bun|node|deno|jest|vitest|mocha|tsc|eslint|python|pytest|pip|tox|go|cargo|make|cmake|ctest|ninja|mvn|gradle|dotnet|ruby|rspec|rake|bundle|rails|php|phpunit|composer|mix|gcc|g\+\+|clang|cat|ls|grep|test|cd)$/;
