// Go, Rust, Swift, Dart, Haskell, Zig.

import { type Cause, type Ecosystem, hint, names, proof, summary, vague } from '../ecosystem';

const go: Ecosystem = {
  name: 'go',
  commands: [
    {
      programs: ['go'],
      args: /^(?:version|env|list|doc|help|tool|fmt -n)(?: |$)/,
      purpose: 'probe',
    },
    {
      programs: ['go', 'gotestsum', 'ginkgo', 'richgo', 'gotest'],
      args: /^(?:-C \S+ )?test(?: |$)|^(?!build|run|mod|get|install|vet|generate|fmt|work|-C)/,
      purpose: 'test',
    },
    { programs: ['go'], args: /^(?:-C \S+ )?(?:build|generate)(?: |$)/, purpose: 'build' },
    { programs: ['go'], args: /^(?:-C \S+ )?(?:mod|get|install|work)(?: |$)/, purpose: 'install' },
    { programs: ['go'], args: /^(?:-C \S+ )?(?:vet|fmt)(?: |$)/, purpose: 'lint' },
    {
      programs: names(`
        golangci-lint staticcheck gofmt goimports revive golint govulncheck
      `),
      purpose: 'lint',
    },
    { programs: ['go', 'air', 'dlv'], purpose: 'work' },
  ],
  failures: [
    proof('build_error', /^FAIL\s+\S+ \[build failed\]/),
    hint('build_error', /^FAIL\s+\S+ \[setup failed\]/),
    summary('test_failure', /^FAIL(?:\s+\S+\s+[\d.]+s)?$/),
    proof('test_failure', /^\s*--- FAIL: /),
    summary('test_failure', /^DONE \d+ tests?,.* [1-9]\d* failures?/),
    hint('build_error', /^(?<file>[^\s:]{1,300}\.go):(?<line>\d{1,7}):\d+: /),
    proof('build_error', /^vet: \S+\.go:\d+:\d+: /),
    proof(
      'build_error',
      /\.go:\d+:\d+: (?:undefined: |cannot use |syntax error: |missing return|not enough arguments|too many arguments|invalid operation: |assignment mismatch: |\S+ redeclared|"\S+" imported and not used|imported and not used|declared and not used: |\S+ declared (?:and|but) not used|unknown field |expected )/,
    ),
    proof('test_failure', /"Action":"fail"/),
    proof('dependency', /no required module provides package/),
    proof('dependency', /cannot find (?:package|module providing package|module for path) /),
    proof('dependency', /missing go\.sum entry/),
    proof('dependency', /package \S+ is not in (?:GOROOT|std)/),
    hint('dependency', /: module \S+: (?:Get "|reading |git ls-remote)/),
    hint(
      'dependency',
      /^go: .*(?:unknown revision|invalid version|404 Not Found|no matching versions|but does not contain package|checksum mismatch|dial tcp|i\/o timeout|requires go >= |unrecognized import path|repository does not exist|module lookup disabled)/,
    ),
    hint('dependency', /^go: (?:updates to go\.mod needed|inconsistent vendoring)/),
    hint(
      'build_error',
      /^go: (?:cannot find main module|go\.mod file not found|errors parsing go\.mod)/,
    ),
    hint('other', /^panic: |^fatal error: all goroutines are asleep/),
    hint('lint', /^level=error msg=/),
    proof(
      'lint',
      /\((?:errcheck|govet|staticcheck|unused|ineffassign|revive|gosimple|gofmt|goimports|typecheck)\)$/,
    ),
    summary('lint', /^[1-9]\d* issues?:$/),
  ],
  passes: [/^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/],
  places: [/^\s+(?<file>[^\s:]{1,300}_test\.go):(?<line>\d{1,7}): /],
};

/** A build script of a dependency is somebody else's; one with a path is the project's own. */
function buildScript({ groups }: RegExpExecArray): Cause {
  return groups?.rest?.includes('(') ? 'build_error' : 'dependency';
}

const cargo: Ecosystem = {
  name: 'cargo',
  commands: [
    {
      programs: ['cargo'],
      args: /^(?:\+\S+ )?(?:--version|-V|metadata|tree|search|help|--list|locate-project|pkgid)(?: |$)/,
      purpose: 'probe',
    },
    {
      programs: ['cargo'],
      args: /^(?:\+\S+ )?(?:test|t|nextest|bench|tarpaulin|llvm-cov|miri test)(?: |$)/,
      purpose: 'test',
    },
    {
      programs: ['cargo'],
      args: /^(?:\+\S+ )?(?:clippy|fmt|deny|audit|machete)(?: |$)/,
      purpose: 'lint',
    },
    {
      programs: ['cargo'],
      args: /^(?:\+\S+ )?(?:add|update|fetch|install|vendor|generate-lockfile)(?: |$)/,
      purpose: 'install',
    },
    { programs: ['cargo'], args: /^(?:\+\S+ )?(?:run|r|watch)(?: |$)/, purpose: 'work' },
    { programs: ['cargo', 'rustc', 'wasm-pack', 'cross', 'trunk'], purpose: 'build' },
    { programs: ['rustfmt'], purpose: 'lint' },
    { programs: ['rustup'], purpose: 'install' },
  ],
  failures: [
    proof('build_error', /^error\[E\d{4}\]: /),
    summary('build_error', /^error: could not compile /),
    hint('build_error', /^error: aborting due to /),
    proof('build_error', /^error: linking with /),
    hint(
      'build_error',
      /^error: (?:expected|cannot find|mismatched|unexpected|this file contains|unclosed|unknown start|macro|proc-macro|invalid|missing|no rules expected|failed to parse manifest)/,
    ),
    hint('build_error', /^error: failed to parse (?:manifest|lock file)/),
    summary('test_failure', /^test result: FAILED\./),
    proof('test_failure', /^test .{1,300} \.\.\. FAILED$/),
    summary('test_failure', /^error: (?:test failed, to rerun|doctest failed|\d+ targets? failed)/),
    summary('test_failure', /^\s*Summary \[.*[1-9]\d* failed/),
    proof('dependency', /^error: no matching package/),
    proof('dependency', /failed to select a version for/),
    hint(
      'dependency',
      /^error: failed to (?:get|load source for|download|fetch|query replaced source|sync|update registry)/,
    ),
    hint(
      'dependency',
      /^\s*(?:Unable to update|failed to load source for dependency|failed to query replaced source|no matching package named|failed to fetch|failed to download)/,
    ),
    hint(
      'dependency',
      /the lock file \S+ needs to be updated|cannot (?:create|update) the lock file/,
    ),
    hint('dependency', /cannot be built because it requires rustc|requires rustc [\d.]+ or newer/),
    proof('dependency', /can't find crate for `/),
    proof('dependency', /maybe a missing crate `|you might be missing (?:a )?crate named/),
    proof(
      'dependency',
      /use of (?:unresolved module or unlinked crate|undeclared crate or module) `(?!self|super|crate)/,
    ),
    hint(buildScript, /failed to run custom build command for `(?<rest>[^`]{1,300})`/),
    hint(
      'dependency',
      /^error: no such (?:command|subcommand): `|^error: toolchain '[^']{1,100}' is not installed|error: linker `\S+` not found|error: '\S+' is not installed for the toolchain/,
    ),
    hint(
      'mistake',
      /^error: (?:could not find `Cargo\.toml`|no (?:bin|test|example|package) target named|unexpected argument|no bin target|a bin target must be)/,
    ),
    hint('other', /^thread '.{1,200}' (?:\(\d+\) )?(?:panicked at|has overflowed)/),
    hint('lint', /^Diff in \/?\S+/),
    hint('lint', /rust-clippy\/|`#\[deny\(clippy::|-D clippy::/),
  ],
  passes: [/^test result: ok\./, /^\s*Finished `?\w+/],
  places: [
    /^\s*--> (?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d+/,
    /panicked at (?<file>[^\s:]{1,300}\.rs):(?<line>\d{1,7}):\d+/,
  ],
};

const others: Ecosystem = {
  name: 'swift, dart, haskell, zig',
  commands: [
    {
      programs: ['swift', 'xcodebuild', 'flutter', 'dart', 'zig', 'cabal', 'stack', 'melos'],
      args: /^(?:\S+ )*?(?:test|test-without-building)(?: |$)/,
      purpose: 'test',
    },
    {
      programs: names(`
        swift xcodebuild flutter dart zig cabal stack ghc dune ocamlfind nim nimble crystal
        v odin elm purs spago tectonic pdflatex latexmk solc forge hardhat truffle
      `),
      args: /^(?!run|pub|--version)/,
      purpose: 'build',
    },
    { programs: ['flutter', 'dart'], args: /^pub/, purpose: 'install' },
    {
      programs: names(`
        swiftlint swiftformat hlint ktlint detekt shellcheck shfmt hadolint actionlint buf
        sqlfluff tflint vale luacheck selene stylua ansible-lint checkov trivy semgrep
        gitleaks editorconfig-checker typos
      `),
      purpose: 'lint',
    },
  ],
  failures: [
    proof('dependency', /error: no such module '/),
    summary('test_failure', /Executed \d+ tests?, with [1-9]\d* failures?/),
    proof(
      'test_failure',
      /: error: -?\[?\w+[. ]\w+\]? : |: error: \w+\(\): |✘ Test .{1,300} (?:failed|recorded an issue)/,
    ),
    summary('test_failure', /\*\* TEST FAILED \*\*/),
    vague(summary('build_error', /\*\* BUILD FAILED \*\*/)),
    summary('test_failure', /^(?:\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]\d*: )?Some tests failed\./),
    proof('build_error', /^(?<file>[^\s:]{1,300}\.dart):(?<line>\d{1,7}):\d+: Error: /),
    proof(
      'dependency',
      /Error: Couldn't resolve the package|Because .{1,300} version solving failed/,
    ),
    hint('dependency', /Could not (?:find|load) module [‘`']/),
    hint('dependency', /Could not resolve dependencies:/),
    proof('build_error', /error: \[GHC-\d+\]/),
    summary(
      'test_failure',
      /^\d+ passed; (?:\d+ skipped; )?[1-9]\d* failed\.|^error: the following test command failed/,
    ),
    summary('test_failure', /Test suite \S+: FAIL|Test suite failure for package/),
    summary(
      'test_failure',
      /^Suite result: FAILED\.|Encountered a total of [1-9]\d* failing tests?/,
    ),
  ],
};

export const compiled: readonly Ecosystem[] = [go, cargo, others];
