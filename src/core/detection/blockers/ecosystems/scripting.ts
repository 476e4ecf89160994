// Ruby, PHP, Elixir, Perl, and tools of infrastructure.

import { type Ecosystem, hint, names, proof, summary } from '../ecosystem';

const ruby: Ecosystem = {
  name: 'ruby',
  commands: [
    {
      programs: ['rspec', 'cucumber', 'minitest', 'm'],
      args: /^(?!.*(?:--version|--dry-run))/,
      purpose: 'test',
    },
    {
      programs: ['rails', 'ruby'],
      args: /(?:^| )(?:test\S*|-Itest\b.*|spec\S*|\S*(?:test|spec)\S*\.rb)(?: |$)/,
      purpose: 'test',
    },
    {
      programs: ['bundle', 'bundler', 'gem'],
      args: /^(?:--\S+ ?)*$|^(?:install|update|add|lock|package)(?: |$)/,
      purpose: 'install',
    },
    {
      programs: ['rubocop', 'standardrb', 'reek', 'erblint', 'brakeman', 'haml-lint', 'slim-lint'],
      purpose: 'lint',
    },
    { programs: ['ruby'], args: /^-c /, purpose: 'build' },
    { programs: ['sorbet', 'srb', 'steep'], purpose: 'build' },
    {
      programs: ['ruby', 'rails', 'puma', 'jekyll', 'irb'],
      args: /^(?!-v|--version|-e )/,
      purpose: 'work',
    },
  ],
  failures: [
    summary('test_failure', /^\d+ examples?, [1-9]\d* failures?/),
    hint('build_error', /[1-9]\d* errors? occurred outside of examples/),
    proof('test_failure', /^rspec \.\/\S+:\d+ # /),
    summary(
      'test_failure',
      /^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|\d+ failures, [1-9]\d* errors)/,
    ),
    summary('test_failure', /^\d+ scenarios? \(.*[1-9]\d* (?:failed|undefined)/),
    proof(
      'dependency',
      /Could not find gem '|Bundler could not find compatible versions|Could not find .{1,200} in (?:any of the sources|locally installed gems|rubygems|cached gems)|Could not find compatible versions/,
    ),
    hint(
      'dependency',
      /An error occurred while installing \S+ \(|Gem::(?:Ext::BuildError|MissingSpecError|LoadError)|bundler: command not found: |Bundler::GemNotFound/,
    ),
    proof('dependency', /cannot load such file -- (?![./])/),
    hint('dependency', /ERROR: {2}(?:Could not find a valid gem|While executing gem)/),
    hint('build_error', /: syntax errors? (?:found|,)|syntax error, unexpected|\(SyntaxError\)$/),
    hint(
      'other',
      /\((?:NameError|NoMethodError|RuntimeError|ArgumentError|TypeError|LoadError|Errno::\w+|StandardError|KeyError|ZeroDivisionError)\)$/,
    ),
    summary('lint', /\d+ files? inspected, [1-9]\d* offenses?/),
    hint('mistake', /^Don't know how to build task '/),
  ],
  passes: [/^\d+ examples?, 0 failures/, /^\d+ runs, \d+ assertions, 0 failures, 0 errors/],
  places: [/^rspec \.\/(?<file>[^\s:]{1,300}):(?<line>\d{1,7}) # /],
};

const php: Ecosystem = {
  name: 'php',
  commands: [
    { programs: ['phpunit', 'pest', 'codecept', 'paratest', 'behat', 'phpspec'], purpose: 'test' },
    { programs: ['php', 'artisan'], args: /(?:artisan |^)test|phpunit|pest/, purpose: 'test' },
    {
      programs: ['composer'],
      args: /^(?:.* )?(?:install|update|require|upgrade)(?: |$)/,
      purpose: 'install',
    },
    { programs: ['composer'], purpose: 'script' },
    { programs: ['phpstan', 'psalm', 'phan'], purpose: 'build' },
    { programs: ['php'], args: /^-l /, purpose: 'build' },
    { programs: ['phpcs', 'php-cs-fixer', 'pint', 'phpmd', 'rector', 'ecs'], purpose: 'lint' },
    { programs: ['php', 'symfony'], args: /^(?!-v|--version|-r |-i)/, purpose: 'work' },
  ],
  failures: [
    summary('test_failure', /^(?:FAILURES|ERRORS)!$/),
    summary('test_failure', /^Tests: \d+, Assertions: \d+,.*(?:Failures|Errors): [1-9]/),
    proof(
      'dependency',
      /Your requirements could not be resolved|Could not find (?:a matching version of )?package |Failed opening required '\S*vendor\/autoload\.php'|vendor\/autoload\.php\): [Ff]ailed to open stream/,
    ),
    hint(
      'dependency',
      /Your lock file does not contain a compatible set|requires ext-\w+ .* it is missing from your system|requires php .* does not satisfy/,
    ),
    proof('build_error', /^(?:PHP )?Parse error: /),
    summary('build_error', /^ \[ERROR\] Found [1-9]\d* errors?|^[1-9]\d* errors found$/),
    hint('other', /^(?:PHP )?Fatal error: /),
    hint('lint', /^FOUND [1-9]\d* ERRORS? /),
    hint('lint', /^Found \d+ of \d+ files that can be fixed/),
  ],
  passes: [/^OK \(\d+ tests?, \d+ assertions?\)/],
};

const elixir: Ecosystem = {
  name: 'elixir, erlang, perl',
  commands: [
    { programs: ['mix', 'rebar3', 'gleam'], args: /^(?:test|eunit|ct)/, purpose: 'test' },
    { programs: ['mix', 'rebar3'], args: /^(?:deps|get-deps|local|archive)/, purpose: 'install' },
    { programs: ['mix'], args: /^(?:format|credo)/, purpose: 'lint' },
    {
      programs: ['mix', 'rebar3', 'gleam'],
      args: /^(?:compile|build|check|dialyzer|release)/,
      purpose: 'build',
    },
    { programs: ['prove'], purpose: 'test' },
    { programs: ['bats', 'shellspec', 'busted', 'testthat'], purpose: 'test' },
    { programs: ['perl', 'elixir', 'lua', 'julia', 'rscript', 'iex'], purpose: 'work' },
  ],
  failures: [
    summary('test_failure', /^\s*\d+ (?:doctests?, \d+ )?tests?, [1-9]\d* failures?/),
    proof('build_error', /^== Compilation error in file/),
    hint(
      'dependency',
      /^Unchecked dependencies for environment|^\*\* \(Mix\) (?:Could not compile dependency|Can't continue due to errors on dependencies|Hex dependency resolution failed|No package with name)|the dependency (?:is not available|build is outdated)/,
    ),
    proof('dependency', /Can't locate \S+ in @INC/),
    summary('test_failure', /^Result: FAIL$/),
    hint('build_error', /^syntax error at \S+ line \d+|had compilation errors\.$/),
    hint(
      'dependency',
      /module '[^']{1,200}' not found:|there is no package called ‘|Package \S+ not found in current path/,
    ),
  ],
};

const infrastructure: Ecosystem = {
  name: 'docker, terraform',
  commands: [
    {
      programs: ['docker', 'podman', 'docker-compose', 'buildah', 'nerdctl'],
      args: /^(?:\S+ )*?(?:ps|images|logs|inspect|version|info|stats|top|ls|diff|history|events|port|config)(?: |$)/,
      purpose: 'display',
    },
    {
      programs: ['docker', 'podman', 'docker-compose', 'buildah', 'nerdctl'],
      args: /^(?:\S+ )*?build(?: |$)/,
      purpose: 'build',
    },
    {
      programs: ['kubectl', 'oc', 'k9s'],
      args: /^(?:\S+ )*?(?:get|describe|logs|top|explain|version|config|diff)(?: |$)/,
      purpose: 'ask',
    },
    { programs: ['terraform', 'tofu'], args: /^fmt /, purpose: 'lint' },
    {
      programs: names(`
        docker podman docker-compose kubectl terraform tofu pulumi ansible ansible-playbook
        helm vagrant packer serverless sls sam cdk az gcloud aws heroku fly flyctl vercel
        netlify firebase
      `),
      purpose: 'work',
    },
  ],
  failures: [
    hint(
      'dependency',
      /failed to (?:solve|resolve).*(?:not found|pull access denied|manifest unknown|failed to resolve source)|manifest for \S+ not found|pull access denied for/,
    ),
    hint(
      'other',
      /Cannot connect to the Docker daemon|permission denied while trying to connect to the Docker daemon|docker: Error response from daemon/,
    ),
    hint('build_error', /dockerfile parse error/),
    {
      ...hint(
        'build_error',
        /failed to solve(?:: | with )|^The command '.{1,300}' returned a non-zero code: [1-9]/,
      ),
      isVague: true,
    },
    hint(
      'dependency',
      /Error: (?:Missing required provider|Could not load plugin|Failed to (?:query available provider|install provider)|Required plugins are not installed|Module not installed)/,
    ),
    hint(
      'build_error',
      /Error: (?:Reference to undeclared|Unsupported (?:argument|block type)|Invalid (?:reference|expression)|Missing required argument|Argument or block definition)/,
    ),
    hint('other', /^(?:│ )?Error: |^fatal: \[\S+\]: (?:FAILED|UNREACHABLE)!|^Error from server/),
  ],
};

export const scripting: readonly Ecosystem[] = [ruby, php, elixir, infrastructure];
