import assert from 'node:assert/strict';
import { judgeRun } from '../../../../src/core/detection/blockers/runScan';

const run = (command: string, exitCode: number | null, output: string) =>
  judgeRun({ command, exitCode, source: 'cli' }, output);

const failingJest = `FAIL src/cart.test.js
  ● cart › adds

    expect(received).toBe(expected)

      at Object.<anonymous> (src/cart.test.js:4:15)

Tests:       1 failed, 2 passed, 3 total
`;

describe('what a run says', () => {
  it('tells type, severity, evidence with its place, and who may recover it', () => {
    const verdict = run('npm test', 1, failingJest);
    assert.ok(verdict.kind === 'failed');
    assert.deepEqual(
      { ...verdict.blocker, resolution: undefined },
      {
        type: 'test_failure',
        severity: 'high',
        description: '1 test fails: cart › adds',
        error_pattern: '● cart › adds',
        resolution: undefined,
        recovery_agent: 'tester',
        auto_detected: true,
        evidence: {
          command: 'npm test',
          line: '● cart › adds',
          exit_code: 1,
          source: 'cli',
          file: 'src/cart.test.js',
          file_line: 4,
        },
      },
    );
    assert.deepEqual(verdict.command, { key: 'npm test' });
  });

  const verdicts: readonly (readonly [string, string, number | null, string, string])[] = [
    ['the exit code beats words', 'npm test', 0, failingJest, 'passed'],
    [
      'a line that ends with its word',
      'npx playwright test | tail',
      0,
      '  1 failed\n',
      'test_failure',
    ],
    ['blanks behind it', 'npx playwright test | tail', 0, '  1 failed  \r\n', 'test_failure'],
    ['a pipe hides the exit code', 'npm test | tail', 0, failingJest, 'test_failure'],
    ['so does || true', 'npm test || true', 0, failingJest, 'test_failure'],
    ['an old failure is shown', 'cat test.log', 0, failingJest, 'unclear'],
    ['an old failure is searched', 'git log -p | grep FAIL', 0, failingJest, 'unclear'],
    ['Ctrl-C', 'npm test', 130, failingJest, 'unclear'],
    ['Ctrl-C of a runner that exits by itself', 'npm run build', 1, 'building\n^C\n', 'unclear'],
    ['grep found nothing', 'grep x y', 1, '', 'unclear'],
    ['grep after a build', 'npm run build && grep -q x dist/a.js', 1, 'built\n', 'unclear'],
    ['a failing test run that says nothing', 'npm test', 1, '', 'test_failure'],
    ['a pass behind a pipe', 'npx jest | tail', 0, 'Tests:       3 passed, 3 total\n', 'passed'],
    ['a silent compiler behind a pipe', 'npx tsc | tail', 0, '', 'passed'],
    ['a silent one whose output was cut', 'npx tsc | head', 0, 'hello\n', 'unclear'],
    ['a clean build behind a pipe', 'make | tail', 0, 'cc -c a.c\n', 'passed'],
    ['tests that say nothing behind a pipe', 'npm test | tail', 0, 'hello\n', 'unclear'],
    ['tests that print nothing', 'pytest | head -3', 0, '', 'unclear'],
    ['tests that are told to', 'mvn -q test | tail', 0, '', 'passed'],
    ['a pass without exit code', 'npx jest', null, 'Tests: 3 passed, 3 total\n', 'passed'],
    [
      'a failure before another command',
      'npm test || npm run notify',
      0,
      failingJest,
      'test_failure',
    ],
    ['a second try that passes', 'npm test || npm test', 0, failingJest, 'unclear'],
    ['a shell that was left', 'bash --norc', 1, failingJest, 'unclear'],
    ['a shell in a container', 'docker exec -it web bash', 1, failingJest, 'unclear'],
    ['a watcher that was left', 'npx vitest --watch', 1, failingJest, 'unclear'],
    ['an old result through a program', 'node report.js | head', 0, failingJest, 'unclear'],
    ['no tests to run', 'npx jest nothing', 1, 'No tests found, exiting with code 1\n', 'unclear'],
    ['a slip of the finger', 'gti status', 127, 'bash: gti: command not found\n', 'unclear'],
    [
      'a missing tool',
      'jq . a.json; pytest',
      127,
      'bash: pytest: command not found\n',
      'dependency',
    ],
    ['a limit of time', 'timeout 5 npm test', 124, '', 'other'],
    ['a crash', './server', 139, '', 'other'],
    ['an unknown program that fails', './deploy', 1, 'no\n', 'unclear'],
    [
      'CI that failed',
      'gh run list --limit 1 --json status,conclusion',
      0,
      '[{"conclusion":"failure","status":"completed"}]\n',
      'ci_failure',
    ],
    [
      'changes requested',
      'gh pr view --json reviewDecision',
      0,
      '{"reviewDecision":"CHANGES_REQUESTED"}\n',
      'review_blocked',
    ],
  ];
  for (const [name, command, exitCode, output, expected] of verdicts) {
    it(`${name}: ${expected}`, () => {
      const verdict = run(command, exitCode, output);
      assert.equal(verdict.kind === 'failed' ? verdict.blocker.type : verdict.kind, expected);
    });
  }

  it('names what passed, and that the program is understood', () => {
    assert.deepEqual(run('cd web && npm run build && npm t', 0, ''), {
      kind: 'passed',
      commands: [
        { key: 'npm build', directory: 'web' },
        { key: 'npm *' },
        { key: 'npm test', directory: 'web', coversParts: true },
        { key: 'npm *' },
      ],
    });
  });

  it('reads through colours, redraws, jumps of the cursor and prefixes', () => {
    const forms = [
      '\u001B[1m\u001B[31mTests:\u001B[39m       \u001B[31m1 failed\u001B[39m, 3 total\r\n',
      'running…\rrunning……\rTests: 1 failed, 3 total\r',
      '\u001B[2J\u001B[3;1HTests:\u001B[1C1 failed\u001B[4;1H',
      'web:test: Tests: 1 failed, 3 total\n',
      '2026-01-15T10:30:00.1234567Z Tests: 1 failed, 3 total\n',
      'app-1  | Tests: 1 failed, 3 total\n',
      '\u001B]0;title\u0007Tests: 1 failed, 3 total\n',
      'T\bTests: 1 failed, 3 total',
    ];
    for (const output of forms) {
      const verdict = run('npm test | cat', 0, output);
      assert.equal(verdict.kind === 'failed' && verdict.blocker.type, 'test_failure', output);
    }
  });

  it('finds the sign behind thousands of lines that hold its words only', () => {
    for (const line of ['Tests: 1 failed, 3 total', 'web:test: Tests: 1 failed, 3 total']) {
      const vain = `(${line}\n`.repeat(3_000);
      assert.equal(run('npm test | cat', 0, vain).kind, 'unclear');
      const verdict = run('npm test | cat', 0, `${vain}${line}\n${vain}`);
      assert.equal(verdict.kind === 'failed' && verdict.blocker.type, 'test_failure', line);
    }
  });

  it('takes for evidence what uv says first', () => {
    const output = '  × Failed to build `shed==1.0`\n  ╰─▶ The build backend returned an error\n';
    const verdict = run('uv sync', 1, output);
    assert.ok(verdict.kind === 'failed');
    assert.equal(verdict.blocker.error_pattern, '× Failed to build');
  });

  it('keeps evidence short and free of control characters', () => {
    const verdict = run('npm test', 1, `FAIL \u001B[31msrc/a.test.js\u0007 ${'x'.repeat(5_000)}\n`);
    const evidence = verdict.kind === 'failed' ? verdict.blocker.evidence : {};
    assert.ok((evidence.line?.length ?? 0) <= 1_000);
    assert.match(evidence.line ?? '', /^FAIL src\/a\.test\.js x+…?$/);
  });
});
