// Test runners of JavaScript and TypeScript.

import { type Ecosystem, hint, names, proof, summary } from '../ecosystem';

const jest: Ecosystem = {
  name: 'jest',
  commands: [
    {
      programs: names(`
        jest jasmine karma qunit wtr web-test-runner cypress playwright testcafe wdio
        stryker
      `),
      args: /^(?!.*(?:--version|--help|--listTests|install|open$|show-report))/,
      purpose: 'test',
    },
  ],
  failures: [
    summary('test_failure', /^\s*Tests:\s+(?:.*\b)?[1-9]\d* failed\b/),
    summary('test_failure', /"numFailed(?:Tests|TestSuites)":[1-9]|^\s*"failures": [1-9]/),
    summary('test_failure', /^\s*Test Suites:\s+(?:.*\b)?[1-9]\d* failed\b/),
    proof('test_failure', /^\s*FAIL\s+(?:\S+ )?\S+\.(?:test|spec|e2e)\.\w+/),
    hint('test_failure', /^\s*FAIL\s+\S+\.[cm]?[jt]sx?\b/),
    proof('test_failure', /^\s+● (?!Console|Cannot log)/),
    hint('build_error', /Jest encountered an unexpected token/),
    hint(
      'dependency',
      /(?:Preset|Module|Test environment|Transform) \S+ (?:in the \S+ option was not found|cannot be found|not found\b)/,
    ),
    summary('test_failure', /^\s*[1-9]\d* specs?, [1-9]\d* failures?/),
    summary('test_failure', /Executed \d+ of \d+ .*\([1-9]\d* FAILED\)/),
    summary('test_failure', /^\s+[1-9]\d* failed$/),
    summary('test_failure', /^\s*✖\s+[1-9]\d* of \d+ failed \(/),
    hint(
      'dependency',
      /Please run the following command to download new browsers|Executable doesn't exist at .*(?:chrom|firefox|webkit)/,
    ),
  ],
  passes: [/^\s*Tests:\s+(?!.*failed).*\d+ passed/, /^\s+\d+ passed \(/],
};

const vitest: Ecosystem = {
  name: 'vitest',
  commands: [{ programs: ['vitest'], args: /^(?!.*(?:--version|--help|list$))/, purpose: 'test' }],
  failures: [
    summary('test_failure', /^\s*Tests\s+(?:.*\b)?[1-9]\d* failed\b/),
    summary('test_failure', /^\s*Test Files\s+(?:.*\b)?[1-9]\d* failed\b/),
    summary('test_failure', /Failed (?:Tests|Suites) [1-9]\d*/),
    proof('test_failure', /^\s*FAIL\s+\S.{0,200} > /),
    hint('none', /^No test(?:s| files) found/),
    summary(
      'test_failure',
      /Vitest caught [1-9]\d* unhandled errors?|^\s*Errors\s+[1-9]\d* errors?/,
    ),
    hint('build_error', /^Error: (?:Parse failure|Transform failed|Failed to parse source)/),
  ],
  passes: [/^\s*Tests\s+(?!.*failed).*\d+ passed/],
  places: [/^\s*❯ (?<file>[^\s:]{1,300}\.(?:test|spec)\.\w+):(?<line>\d{1,7}):\d+/],
};

const mocha: Ecosystem = {
  name: 'mocha',
  commands: [
    {
      programs: names(`
        mocha ava tap uvu tape lab nyc c8 zora borp vscode-test mocha-parallel-tests
      `),
      args: /^(?!.*(?:--version|--help|check-coverage|report$))/,
      purpose: 'test',
    },
  ],
  failures: [
    summary('test_failure', /^\s+[1-9]\d* failing\b/),
    summary('test_failure', /^(?:ℹ|#) fail +[1-9]/),
    proof('test_failure', /^\s*not ok \d+ (?!.*# (?:TODO|SKIP|todo|skip))/),
    proof('test_failure', /^\s*✖ (?!\d+ problem).*\(\d[\d.]*m?s\)/),
    summary('test_failure', /^\s*[1-9]\d* tests? failed$/),
    summary('test_failure', /^# failed [1-9]\d* /),
    summary('test_failure', /^(?:FAILED|ok) \| \d+ passed .*\| [1-9]\d* failed/),
    summary('test_failure', /^\s*[1-9]\d* fail$/),
    hint(
      'test_failure',
      /AssertionError(?: \[ERR_ASSERTION\])?:.*(?:deepEqual|strictEqual|Expected|expected|===|!==|loosely)/,
    ),
  ],
  passes: [/^\s+\d+ passing\b/, /^(?:ℹ|#) pass +[1-9]/, /^\s*\d+ tests? passed$/],
};

export const javascriptTests: readonly Ecosystem[] = [jest, vitest, mocha];
