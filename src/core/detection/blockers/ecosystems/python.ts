// Python: test runners, type checkers, installers, linters, and scripts.

import { type Ecosystem, hint, names, proof, summary, vague } from '../ecosystem';

const pytest: Ecosystem = {
  name: 'pytest',
  commands: [
    {
      programs: names(`
        pytest unittest nose2 nosetests tox nox behave robot trial doctest green
      `),
      args: /^(?!.*(?:--version|--help|--collect-only|--fixtures|-l$|--list))/,
      purpose: 'test',
    },
    {
      programs: ['python', 'coverage'],
      args: /(?:^| )(?:manage\.py test|-m (?:pytest|unittest)|\S*(?:run_?tests?|\btests?[._/]|_test)\S*\.py)/,
      purpose: 'test',
    },
    { programs: ['coverage'], args: /^run .*(?:pytest|unittest|test)/, purpose: 'test' },
  ],
  failures: [
    summary('test_failure', /^(?:=+ )?(?:.*\b)?[1-9]\d* failed\b.* in \d/),
    summary('test_failure', /^(?:=+ )?(?:.*\b)?[1-9]\d* errors?\b.* in \d+\.\d+s/),
    proof('test_failure', /^FAILED \S+::/),
    hint('test_failure', /^ERROR \S+\.py::/),
    proof('build_error', /^_+ ERROR collecting /),
    proof('build_error', /Interrupted: [1-9]\d* errors? during collection/),
    hint('build_error', /^ImportError while (?:loading conftest|importing test module)/),
    hint('build_error', /ImportError: Failed to import test module/),
    hint('mistake', /: error: (?:unrecognized arguments|argument )/),
    hint('none', /no tests ran in /),
    hint('none', /^!+ KeyboardInterrupt !+|^KeyboardInterrupt$/),
    hint('mistake', /^ERROR: (?:file or directory not found|not found: )/),
    hint('other', /^INTERNALERROR> /),
    summary('test_failure', /^FAILED \((?:failures|errors|unexpected successes)=[1-9]/),
    hint('test_failure', /^(?:FAIL|ERROR): \w+ \(/),
    hint('test_failure', /^\s+\S+: (?:FAIL|commands failed|exited with)(?: code [1-9])?/),
    hint('test_failure', /^nox > (?:\* \S+: failed|Session \S+ failed)/),
    summary('test_failure', /^(?:\d+ scenarios? passed, |Failing scenarios:)(?:[1-9]\d* failed)?/),
  ],
  passes: [
    /^=+ (?!.*(?:failed|error)).*\d+ passed.* in \d/,
    /^\d+ passed(?!.*(?:failed|error)).* in \d/,
    /^OK(?: \(.*\))?$/,
  ],
  places: [
    /^(?<file>[^\s:]{1,300}\.py):(?<line>\d{1,7}): \w*(?:Error|Exception|Failed)\b/,
    /^\s+File "(?<file>(?!.*(?:site-packages|lib\/python|<frozen|<string))[^"]{1,300})", line (?<line>\d{1,7})/,
  ],
};

const typeCheckers: Ecosystem = {
  name: 'mypy',
  passes: [/^Success: no issues found/, /^0 errors, \d+ warnings?/],
  commands: [
    {
      programs: names(`
        mypy dmypy pyright basedpyright pyre pytype ty py_compile compileall
      `),
      args: /^(?!.*(?:--version|--help))/,
      purpose: 'build',
    },
    {
      programs: ['python'],
      args: /setup\.py (?:build|bdist|sdist)|-m (?:build|py_compile|compileall)/,
      purpose: 'build',
    },
    { programs: ['cython', 'maturin', 'pyinstaller', 'build'], purpose: 'build' },
  ],
  failures: [
    proof('dependency', /error: Cannot find implementation or library stub for module named/),
    proof('dependency', /error: Library stubs not installed for/),
    proof(
      'dependency',
      /error: Skipping analyzing "[^"]{1,200}": module is installed, but missing library stubs/,
    ),
    proof('dependency', /error: Import "[^"]{1,200}" could not be resolved/),
    proof('build_error', /^(?<file>[^\s:][^:]{0,300}\.pyi?):(?<line>\d{1,7})(?::\d+)?: error: /),
    summary('build_error', /^Found [1-9]\d* errors? in \d+ files?/),
    summary('build_error', /^[1-9]\d* errors?, \d+ warnings?/),
    proof('build_error', /^\s+(?<file>\S{1,300}\.pyi?):(?<line>\d{1,7}):\d+ - error: /),
    hint('build_error', /^\*\*\* (?:Error compiling|File ")/),
    hint('build_error', /^Sorry: (?:IndentationError|SyntaxError|TabError)/),
  ],
};

const installers: Ecosystem = {
  name: 'pip',
  commands: [
    {
      programs: names(`
        pip pipx uv poetry pipenv pdm conda mamba micromamba hatch rye easy_install pip-sync
        pip-compile pixi
      `),
      args: /(?:^| )(?:install|sync|lock|add|update|upgrade|create|compile|env|wheel|download)(?: |$)/,
      purpose: 'install',
    },
    {
      programs: ['pip', 'uv', 'poetry', 'conda', 'pipenv', 'pdm'],
      args: /^(?:pip )?(?:list|show|freeze|info|--version|search|config|tree|env list)/,
      purpose: 'probe',
    },
  ],
  failures: [
    proof(
      'dependency',
      /^\s*(?:ERROR: )?(?:Could not find a version that satisfies|No matching distribution found)/,
    ),
    proof(
      'dependency',
      /^\s*ERROR: (?:Cannot install|ResolutionImpossible|Failed building wheel|Failed to build|Could not build wheels|Invalid requirement|Package '?.* requires a different Python|THESE PACKAGES DO NOT MATCH|Could not open requirements file|In --require-hashes|Double requirement)/,
    ),
    hint(
      'dependency',
      /^\s*(?:× |ERROR: |error: )(?:This environment is externally managed|externally-managed-environment)/,
    ),
    hint('dependency', /error: (?:subprocess-exited-with-error|metadata-generation-failed)/),
    hint(
      'dependency',
      /ERROR: Could not install packages due to (?!.*(?:Permission|Errno 13|No space))/,
    ),
    hint(
      'other',
      /ERROR: Could not install packages due to .*(?:Permission denied|Errno 13|No space)/,
    ),
    hint('dependency', /requires \S+, which is not installed|has requirement \S+, but you have/),
    proof('dependency', /version solving failed/),
    proof('dependency', /^\s*(?:× |error: )?No solution found when resolving/),
    hint(
      'dependency',
      /^\s*(?:error: )?(?:The lockfile at .* needs to be updated|pyproject\.toml changed significantly)/,
    ),
    hint(
      'dependency',
      /PackagesNotFoundError|UnsatisfiableError|ResolvePackageNotFound|LibMambaUnsatisfiable/,
    ),
    hint(
      'dependency',
      /Locking [Ff]ailed|pkg_resources\.DistributionNotFound|PackageNotFoundError/,
    ),
    hint('dependency', /^\s*× Failed to (?:build|download|fetch|resolve)/),
  ],
};

const scripts: Ecosystem = {
  name: 'python',
  commands: [
    {
      programs: ['python', 'ipython', 'pypy'],
      args: /^$|^(?:-V|--version|-c .*version)/,
      purpose: 'probe',
    },
    {
      programs: names(`
        python pypy uvicorn gunicorn flask django-admin celery jupyter streamlit
      `),
      purpose: 'work',
    },
  ],
  failures: [
    proof('dependency', /ModuleNotFoundError: No module named /),
    hint('dependency', /ImportError: No module named /),
    hint(
      'dependency',
      /ImportError: .*(?:cannot open shared object file|Library not loaded|DLL load failed)/,
    ),
    hint('dependency', /: No module named \w[\w.]*$/),
    hint('build_error', /^(?:E\s+)?\s*(?:SyntaxError|IndentationError|TabError): (?!.*JSON)/),
    hint('test_failure', /^(?:E\s+)?AssertionError\b/),
    vague(hint('other', /^Traceback \(most recent call last\)/)),
    hint('other', /^(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt): /),
  ],
};

const linters: Ecosystem = {
  name: 'flake8',
  passes: [/^All checks passed!/, /^All done! /],
  commands: [
    {
      programs: names(`
        ruff flake8 pylint black isort autopep8 yapf bandit pycodestyle pydocstyle pyflakes
        vulture pre-commit codespell yamllint djlint blue interrogate
      `),
      args: /^(?!.*(?:--version|--help))/,
      purpose: 'lint',
    },
  ],
  failures: [
    proof('lint', /^[^\s:][^:]{0,300}\.pyi?:\d+:\d+: [A-Z]{1,4}\d{3,4}\b/),
    hint('lint', /^would reformat |^Would reformat: |^Oh no! /),
    hint('lint', /^ERROR: .* Imports are incorrectly sorted/),
    hint('lint', /^Your code has been rated at /),
    hint('lint', /^- exit code: [1-9]/),
    hint('lint', /^error: cannot format /),
  ],
};

export const python: readonly Ecosystem[] = [pytest, typeCheckers, installers, scripts, linters];
