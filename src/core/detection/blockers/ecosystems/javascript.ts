// JavaScript and TypeScript: package managers, compilers, bundlers, linters.

import { type Ecosystem, hint, moduleCause, names, proof, summary, vague } from '../ecosystem';

const installs =
  /^(?:.* )?(?:install|i|ci|add|update|upgrade|up|dedupe|link|rebuild|import)(?: |$)/;

const packageManagers: Ecosystem = {
  name: 'npm',
  commands: [
    {
      programs: ['npm', 'pnpm', 'yarn', 'bun'],
      args: /^(?:-\S+ )*(?:view|info|show|outdated|why|config|audit|whoami|help|explain|root|prefix|bin|get|search|fund|ping|-v|--version|--help)(?: |$)/,
      purpose: 'probe',
    },
    {
      programs: ['npm', 'pnpm', 'bun'],
      args: /^(?:\S+ )*?(?:run|run-script)(?: |$)/,
      purpose: 'script',
    },
    { programs: ['npm', 'pnpm', 'bun'], args: installs, purpose: 'install' },
    {
      programs: ['yarn'],
      args: /^(?:--\S+ ?)*$|^(?:.* )?(?:install|add|up|upgrade|dedupe)(?: |$)/,
      purpose: 'install',
    },
    {
      programs: ['npm', 'pnpm', 'yarn', 'bun', 'lerna', 'rush'],
      args: /^(?:\S+ )*?(?:publish|unpublish|deprecate|version|dist-tag|pack|release)(?: |$)/,
      purpose: 'deliver',
    },
    // npm runs no script by its mere name but these.
    {
      programs: ['npm'],
      args: /^(?:-\S+ |(?:-w|--workspace|--prefix|-C) \S+ )*(?:t|tst|test|start|stop|restart)(?: |$)/,
      purpose: 'script',
    },
    { programs: ['npm'], purpose: 'work' },
    {
      programs: names(`
        pnpm yarn bun turbo nx lerna rush wireit moon run-s run-p npm-run-all concurrently
        ng vue-cli-service react-scripts gulp grunt nps
      `),
      purpose: 'script',
    },
  ],
  failures: [
    proof(
      'dependency',
      /^npm (?:ERR!|error) code (?:ERESOLVE|E404|ETARGET|EINTEGRITY|ENOVERSIONS|EBADENGINE|EBADPLATFORM|EUSAGE|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|EUNSUPPORTEDPROTOCOL|EINVALIDPACKAGENAME|EINVALIDTAGNAME|ERR_SOCKET_TIMEOUT|ELSPROBLEMS|EOVERRIDE|EPEERINVALID|EDUPLICATEWORKSPACE)/,
    ),
    hint('dependency', /^npm (?:ERR!|error) gyp ERR! /),
    hint('dependency', /^gyp ERR! (?:build|configure|find|stack) /),
    hint(
      'other',
      /^npm (?:ERR!|error) code (?:EACCES|EPERM|EROFS|ENOSPC|EMFILE|EBUSY|E401|E403|ENEEDAUTH|EOTP|EPUBLISHCONFLICT)/,
    ),
    hint('mistake', /^npm (?:ERR!|error) Missing script:/),
    vague(proof('failed', /^npm (?:ERR!|error) /)),
    vague(
      hint(
        'failed',
        /ELIFECYCLE|^error Command failed with exit code [1-9]|ERR_PNPM_RECURSIVE_(?:RUN|EXEC)_FIRST_FAIL/,
      ),
    ),
    hint('mistake', /^npm (?:ERR!|error) enoent Could not read package\.json/),
    hint('none', /^Error: no test specified/),
    hint('mistake', /^Unknown command: "/),
    summary('test_failure', /^npm (?:ERR!|error) Test failed\./),
    summary('test_failure', /ELIFECYCLE.{1,4}Test failed\./),
    proof(
      'dependency',
      /ERR_PNPM_(?:FETCH_\d+|NO_MATCHING_VERSION|OUTDATED_LOCKFILE|FROZEN_LOCKFILE\w*|PEER_DEP_ISSUES|TARBALL_INTEGRITY|META_FETCH_FAIL|UNSUPPORTED_ENGINE|LOCKFILE_\w+|NO_LOCKFILE|SPEC_NOT_SUPPORTED\w*|WORKSPACE_PKG_NOT_FOUND|NO_MATURE_MATCHING_VERSION|BROKEN_LOCKFILE|MODULES_BREAKING_CHANGE|PREPARE_PKG_FAILURE|LINKED_PKG\w*|IGNORED_BUILDS)/,
    ),
    hint(
      'mistake',
      /ERR_PNPM_(?:NO_SCRIPT|NO_IMPORTER_MANIFEST_FOUND|NO_PKG_MANIFEST|RECURSIVE_EXEC_NO_PACKAGE)/,
    ),
    hint('dependency', /^error Couldn't find (?:any versions for|package) "/),
    hint('dependency', /^error Your lockfile needs to be updated/),
    hint('dependency', /^error Found incompatible module/),
    hint(
      'dependency',
      /^error An unexpected error occurred: .*(?:Not found|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|getaddrinfo)/,
    ),
    hint('dependency', /YN00(?:01|16|18|27|28|35|41|46|50|56|62|71|81|82|86|91): /),
    hint('mistake', /^error Command "[^"]{1,200}" not found\.$/),
    hint('mistake', /^Usage Error: Couldn't find a script named/),
    hint(
      'dependency',
      /^error: (?:No version matching|package "[^"]{1,200}" not found|failed to resolve|GET .* - 404|\S+@\S+ failed to resolve|lockfile had changes)/,
    ),
    hint('dependency', /^error: InstallFailed/),
  ],
};

const runtime: Ecosystem = {
  name: 'node',
  commands: [
    {
      programs: ['node', 'deno', 'bun', 'tsx', 'ts-node'],
      args: /^(?:.* )?(?:--version|-v|-p|--print|--help)(?: |$)/,
      purpose: 'probe',
    },
    {
      programs: ['node', 'tsx', 'deno'],
      args: /(?:^| )--test(?:[ =]|$)|^(?:-\S+ )*(?:\S*[\\/])?(?:\S*[.-])?(?:test|spec)s?(?:\.\S+|[\\/]\S*)?(?: |$)/,
      purpose: 'test',
    },
    { programs: ['node'], args: /(?:^| )--check /, purpose: 'build' },
    { programs: ['deno'], args: /^(?:check|compile|bundle)(?: |$)/, purpose: 'build' },
    { programs: ['deno'], args: /^(?:lint|fmt)(?: |$)/, purpose: 'lint' },
    { programs: ['node', 'deno', 'tsx', 'ts-node', 'nodemon'], purpose: 'work' },
  ],
  failures: [
    proof(moduleCause, /Cannot find (?:module|package) '(?<module>[^']{1,300})'/),
    proof(moduleCause, /Cannot find (?:module|package) "(?<module>[^"]{1,300})"/),
    hint('dependency', /Could not locate the bindings file/),
    hint('dependency', /was compiled against a different Node\.js version/),
    hint('build_error', /^\s*(?:\[stdin\]:|\S+: )?SyntaxError: (?!.*(?:JSON|in position))/),
    hint('build_error', /does not provide an export named/),
    hint('other', /^Node\.js v\d+\./),
    hint('other', /^node:internal\/[\w/]+:\d+/),
    hint('other', /UnhandledPromiseRejection|ERR_UNHANDLED_REJECTION/),
    proof('other', /JavaScript heap out of memory/),
    hint('dependency', /error: Relative import path "[^"]{1,200}" not prefixed/),
    hint('dependency', /^error: Module not found "http/),
  ],
  places: [
    /anonymous>? ?\((?:file:\/\/)?(?<file>(?!node:|\S*node_modules)[^()\s:]{1,300}):(?<line>\d{1,7}):\d+\)/,
    /^\s+at (?:async )?(?:\S+ \()?(?:file:\/\/)?(?<file>(?!node:|.*node_modules)[^()\s:]{1,300}\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d+\)?$/,
    /location: '(?<file>[^':]{1,300}):(?<line>\d{1,7}):\d+'/,
  ],
};

const typescript: Ecosystem = {
  name: 'tsc',
  passes: [/^Found 0 errors\b/],
  commands: [
    {
      programs: ['tsc', 'vue-tsc', 'tsgo', 'tsup', 'svelte-check', 'flow', 'attw', 'swc', 'babel'],
      args: /^(?!.*(?:--version|-v$|--help))/,
      purpose: 'build',
    },
  ],
  failures: [
    proof(moduleCause, /error TS(?:2307|2792|7016)\b.*(?:module|resolve) '(?<module>[^']{1,300})'/),
    proof(
      'dependency',
      /error TS(?:2688|2580|2582|2584|2591|2868|2867|2875)\b.*(?:[Tt]ype definition|@types|JSX tag requires the module path)/,
    ),
    proof('build_error', /^(?<file>[^\s(][^(]{0,300})\((?<line>\d{1,7}),\d+\): error TS\d+:/),
    proof('build_error', /^(?<file>[^\s:][^:]{0,300}):(?<line>\d{1,7}):\d+ - error TS\d+:/),
    proof('build_error', /\berror TS\d{4,5}\b/),
    proof('build_error', /\[ERROR\] TS-?\d+:|^TS\d{4,5} \[ERROR\]:|^error: Type checking failed/),
    summary('build_error', /svelte-check found [1-9]\d* errors?/),
    hint('build_error', /^Type error: /),
  ],
};

const bundlers: Ecosystem = {
  name: 'bundlers',
  passes: [/✓ built in \d|compiled successfully|^\s*✓ Compiled successfully|⚡ Done in \d/],
  commands: [
    {
      programs: names(`
        vite next nuxt astro remix parcel gatsby storybook wrangler
      `),
      args: /^(?:.* )?build/,
      purpose: 'build',
    },
    {
      programs: names(`
        webpack rollup esbuild rspack rolldown parcel tsdown unbuild ncc sass postcss
      `),
      args: /^(?!.*(?:serve|--watch))/,
      purpose: 'build',
    },
    {
      programs: ['vite', 'next', 'nuxt', 'astro', 'remix', 'webpack', 'gatsby', 'expo', 'wrangler'],
      purpose: 'work',
    },
  ],
  failures: [
    proof(moduleCause, /Module not found: (?:Error: )?Can't resolve '(?<module>[^']{1,300})'/),
    proof(moduleCause, /Failed to load url (?<module>[^\s(]{1,300}) \(resolved id/),
    proof(moduleCause, /[Ff]ailed to resolve import "(?<module>[^"]{1,300})"/),
    proof(moduleCause, /Could not resolve "(?<module>[^"]{1,300})"/),
    proof(moduleCause, /Could not resolve '(?<module>[^']{1,300})' from/),
    proof(moduleCause, /Failed to resolve '(?<module>[^']{1,300})' from/),
    proof(moduleCause, /Could not resolve entry module "(?<module>[^"]{1,300})"/),
    proof(moduleCause, /Failed to resolve entry for package "(?<module>[^"]{1,300})"/),
    hint('dependency', /Cannot find native binding|npm has a bug related to optional dependencies/),
    summary('build_error', /^(?:\S+ )?[Ff]ailed to compile\b/),
    summary('build_error', /compiled with [1-9]\d* errors?/),
    summary('build_error', /Build failed with [1-9]\d* errors?/),
    summary('build_error', /Transform failed with [1-9]\d* errors?/),
    proof('build_error', /^(?:✘|X) \[ERROR\] /),
    proof('build_error', /^error during build:|at failureErrorWithLog \(/),
    proof('build_error', /^ERROR in (?:\.|\/|src|app|main|\w+\.)/),
    hint('build_error', /^ERROR in /),
    proof('build_error', /(?:^|\[)RollupError: |^RolldownError: /),
    proof('build_error', /CssSyntaxError|SassError|\bModuleParseError|\bModuleBuildError/),
    hint(
      'build_error',
      /Build failed because of webpack errors|Build error occurred|Build failed in \d/,
    ),
    hint('build_error', /^\[!\] .*(?:Error|error)/),
  ],
};

const linters: Ecosystem = {
  name: 'eslint',
  passes: [/^All matched files use Prettier code style/],
  commands: [
    {
      programs: names(`
        eslint prettier stylelint biome oxlint xo standard tslint lint-staged commitlint
        markdownlint markdownlint-cli2 jshint dprint cspell knip depcheck publint
      `),
      args: /^(?!.*(?:--version|--help|--print-config))/,
      purpose: 'lint',
    },
  ],
  failures: [
    summary('lint', /^\s*✖ [1-9]\d* problems? \([1-9]\d* errors?/),
    hint('lint', /^\s*✖ [1-9]\d* problems?/),
    hint('lint', /ESLint found too many warnings/),
    hint('dependency', /ESLint couldn't find the (?:plugin|config) "/),
    hint('lint', /ESLint couldn't find an? eslint\.config/),
    hint('lint', /Parsing error: /),
    summary('lint', /Code style issues (?:found|were found) in /),
    hint('lint', /^\[warn\] .*Run Prettier/),
    hint('lint', /^\[error\] .*SyntaxError/),
    hint('lint', /\blint\/\w+\/\w+/),
    hint('lint', /^(?:×|✖|┃) .*[Ff]ormatter would have/),
    hint('lint', /^Found \d+ warnings? and [1-9]\d* errors?\./),
    hint('lint', /^\s*✖ +found [1-9]\d* problems?/),
  ],
};

export const javascript: readonly Ecosystem[] = [
  packageManagers,
  runtime,
  typescript,
  bundlers,
  linters,
];
