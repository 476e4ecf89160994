// Java, Kotlin, Scala and .NET.

import { type Ecosystem, hint, namedCause, proof, summary, vague } from '../ecosystem';

const maven: Ecosystem = {
  name: 'maven',
  commands: [
    {
      programs: ['mvn', 'mvnd'],
      args: /(?:^| )(?:--version|-v|help:\S+|dependency:tree)(?: |$)/,
      purpose: 'probe',
    },
    {
      programs: ['mvn', 'mvnd'],
      args: /(?:^| )(?:test|verify|integration-test|surefire:test|failsafe:\S+)(?: |$)/,
      purpose: 'test',
    },
    {
      programs: ['mvn', 'mvnd'],
      args: /(?:^| )(?:checkstyle|spotless|pmd|spotbugs|formatter)\S*:/,
      purpose: 'lint',
    },
    { programs: ['mvn', 'mvnd'], args: /(?:^| )dependency:/, purpose: 'install' },
    {
      programs: ['mvn', 'mvnd', 'javac', 'kotlinc', 'scalac', 'groovyc', 'jar', 'native-image'],
      args: /^(?!.*-version)/,
      purpose: 'build',
    },
    {
      programs: ['java', 'kotlin', 'scala'],
      args: /junit|ConsoleLauncher|testng/i,
      purpose: 'test',
    },
    { programs: ['java', 'kotlin', 'jbang', 'jshell'], args: /^(?!.*-version)/, purpose: 'work' },
  ],
  failures: [
    proof('build_error', /COMPILATION ERROR/),
    proof(
      'build_error',
      /^\[ERROR\] (?<file>\S{1,300}\.(?:java|kt|scala|groovy)):\[(?<line>\d{1,7}),\d+\]/,
    ),
    proof(
      'dependency',
      /(?:error: |\] )package (?!(?:com|org)\.(?:example|demo)\b)[\w.]+ does not exist/,
    ),
    summary('test_failure', /Tests run: \d+,\s+Failures: (?:[1-9]|\d+, +Errors: [1-9])/),
    summary('test_failure', /There (?:are|were) (?:test failures|failing tests)/),
    hint(
      'test_failure',
      /Failed to execute goal \S*(?:maven-surefire-plugin|maven-failsafe-plugin)\S*/,
    ),
    hint(
      'build_error',
      /Failed to execute goal \S*(?:maven-compiler-plugin|kotlin-maven-plugin|scala-maven-plugin)\S*/,
    ),
    hint(
      'lint',
      /Failed to execute goal \S*(?:checkstyle|spotless|pmd|spotbugs|formatter|enforcer|license|errorprone)\S*/,
    ),
    proof(
      'dependency',
      /Could not resolve dependencies for project|Could not (?:find|transfer) artifact|Could not collect dependencies/,
    ),
    proof(
      'dependency',
      /Non-resolvable (?:parent|import) POM|or one of its dependencies could not be resolved/,
    ),
    hint(
      'dependency',
      /in offline mode and the artifact|No plugin found for prefix|Failure to (?:find|transfer) \S+/,
    ),
    hint('mistake', /there is no POM in this directory|Unknown lifecycle phase/),
    vague(summary('failed', /^\[(?:INFO|ERROR)\] BUILD FAILURE/)),
    hint(
      'build_error',
      /^\[(?:FATAL|ERROR)\].*(?:Non-parseable POM|Malformed POM|'[\w.]+' is missing)/,
    ),
    summary('test_failure', /^\[\s+[1-9]\d* tests failed\s+\]/),
    hint('build_error', /^[1-9]\d* errors?$/),
    hint(
      'dependency',
      /java\.lang\.(?:ClassNotFoundException|NoClassDefFoundError): (?!com\.example|org\.example|\w+$|Main)/,
    ),
    hint(
      'other',
      /^Exception in thread "|^Error: (?:Could not find or load main class|Unable to access jarfile)|java\.lang\.OutOfMemoryError/,
    ),
  ],
  passes: [/^\[INFO\] BUILD SUCCESS/],
};

const gradle: Ecosystem = {
  name: 'gradle',
  commands: [
    {
      programs: ['gradle'],
      args: /(?:^| )(?:--version|-v|help)(?: |$)/,
      purpose: 'probe',
    },
    { programs: ['gradle', 'sbt', 'mill', 'lein', 'clojure', 'clj', 'bloop'], purpose: 'script' },
  ],
  failures: [
    vague(proof(namedCause, /^(?:> Task )?:(?:\S*:)?(?<name>\w+) FAILED$/)),
    hint(namedCause, /^Execution failed for task ':(?:\S*:)?(?<name>\w+)'/),
    summary('test_failure', /^\d+ tests? completed, [1-9]\d* failed/),
    proof(
      'build_error',
      /Compilation failed; see the compiler|Compilation error\. See log|Could not compile (?:build file|settings file|initialization script)/,
    ),
    proof('build_error', /^e: (?:file:\/\/)?\S+\.kts?/),
    proof('dependency', /Could not resolve all (?:files|dependencies|artifacts|task dependencies)/),
    proof('dependency', /Could not (?:find|resolve|download) [\w.-]+:[\w.-]+:?[\w.+-]*/),
    proof('dependency', /Plugin \[id: .{1,200}\] was not found/),
    hint(
      'dependency',
      /Unsupported class file major version|Could not determine java version|No matching toolchains found|SDK location not found/,
    ),
    hint(
      'mistake',
      /^(?:> )?Task '[^']{1,200}' (?:is )?(?:not found|ambiguous)|Directory '[^']{1,300}' does not contain a Gradle build/,
    ),
    vague(summary('failed', /^BUILD FAILED(?: in \d.*)?$/)),
    hint('build_error', /^A problem occurred (?:evaluating|configuring) /),
    vague(hint('failed', /^FAILURE: Build (?:failed|completed) with /)),
    summary(
      'test_failure',
      /TestsFailedException: Tests unsuccessful|^\[error\] Failed tests:|\*\*\* [1-9]\d* (?:SUITES? ABORTED|TESTS? FAILED|TEST FAILED) \*\*\*/,
    ),
    proof('build_error', /^\[error\] \(.*[Cc]ompile.*\) Compilation failed/),
    proof('build_error', /^\[error\] (?<file>\S{1,300}\.scala):(?<line>\d{1,7}):\d+: /),
    hint(
      'dependency',
      /^\[error\] .*(?:unresolved dependency|Error downloading|not found: https?:)/,
    ),
    summary(
      'test_failure',
      /^Ran \d+ tests containing \d+ assertions\..*[1-9]\d* (?:failures|errors)/,
    ),
  ],
  passes: [/^BUILD SUCCESSFUL in \d/],
};

const dotnet: Ecosystem = {
  name: 'dotnet',
  commands: [
    {
      programs: ['dotnet'],
      args: /^(?:--version|--info|--list-sdks|--list-runtimes|list|nuget list|--help)(?: |$)/,
      purpose: 'probe',
    },
    { programs: ['dotnet', 'vstest'], args: /^(?:test|vstest)(?: |$)/, purpose: 'test' },
    {
      programs: ['nunit-console', 'nunit3-console', 'xunit.console', 'vstest.console'],
      purpose: 'test',
    },
    { programs: ['mono'], purpose: 'work' },
    { programs: ['mcs', 'gmcs'], purpose: 'build' },
    { programs: ['dotnet'], args: /^format(?: |$)/, purpose: 'lint' },
    {
      programs: ['dotnet', 'nuget', 'paket'],
      args: /^(?:restore|add|tool|workload|install|update|nuget)(?: |$)/,
      purpose: 'install',
    },
    { programs: ['dotnet'], args: /^(?:run|watch|exec|ef|\S+\.dll)(?: |$)/, purpose: 'work' },
    { programs: ['dotnet', 'csc', 'fsc', 'vbc'], purpose: 'build' },
  ],
  failures: [
    proof('dependency', /\berror NU\d{4}\b/),
    // Column 7 is what follows `using `: a namespace that no package brings.
    proof('dependency', /\(\d+,7\): error CS0246\b|\berror CS0234\b/),
    proof('dependency', /\berror NETSDK(?:1004|1045|1064|1127|1139|1147|1005|1073)\b/),
    proof(
      'lint',
      /: error (?:WHITESPACE|FINALNEWLINE|IMPORTS|CHARSET|ENDOFLINE|IDE\d{4}|SA\d{4}|CA\d{4}|RCS\d{4})\b/,
    ),
    proof(
      'build_error',
      /\b(?:error CS|error FS|error BC|error NETSDK|error AD|error RZ|error BL|error XLS|error MC|error MSTEST|error xUnit)\d{4}\b/,
    ),
    vague(summary('build_error', /^\s*Build FAILED\.|^Build failed with [1-9]\d* error/)),
    summary('test_failure', /^\s*Failed!\s+- Failed:\s+[1-9]/),
    summary('test_failure', /^\s*Test Run Failed\.|^Test run summary: Failed!/),
    summary('test_failure', /^\s+[Ff]ailed: [1-9]\d*$/),
    summary('test_failure', /^Test summary: total: \d+, failed: [1-9]/),
    hint('test_failure', /^\s+Failed \S.{0,300} \[[\d<,.\s]+\w+\]$/),
    hint('test_failure', /^\[xUnit\.net .*\[FAIL\]/),
    hint(
      'dependency',
      /No \.NET SDKs were found|A compatible \.NET SDK was not found|You must install (?:or update )?\.NET|The framework '\S+', version '\S+'.* was not found|Unable to resolve '\S+ \(>= /,
    ),
    hint('mistake', /Couldn't find a project to run|error MSB1003: /),
    hint('other', /^Unhandled [Ee]xception[.:]/),
    summary('test_failure', /^Tests run: \d+, Errors: (?:[1-9]|\d+, Failures: [1-9])/),
    summary('test_failure', /^\s*Test Count: \d+, Passed: \d+, Failed: [1-9]/),
  ],
  passes: [/^\s*Passed!\s+- Failed:\s+0/],
};

export const jvmAndDotnet: readonly Ecosystem[] = [maven, gradle, dotnet];
