import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';

const failing = 'Exit code 1\nTests:       1 failed, 3 passed, 4 total\n';

describe('hooks of an agent', function () {
  this.timeout(120_000);
  const { run, repository, root, file, enable, scratch } = useBlockerCommandLine();

  /** Calls the hook as the agent does; it prints nothing and ends well, whatever it is given. */
  function hook(event: string, input: unknown, env: Record<string, string> = {}): void {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const done = run(['hook', event], env, text);
    assert.deepEqual(done, { stdout: '', stderr: '', code: 0 });
  }
  const bash = (command: string, more: object = {}) => ({
    session_id: '60bc79eb-0000-4000-8000-000000000000',
    cwd: root(),
    tool_name: 'Bash',
    tool_input: { command },
    ...more,
  });
  const fails = (command: string, more: object = {}) => {
    hook('PostToolUseFailure', bash(command, { error: failing, ...more }));
  };
  const passes = (command: string, stdout = 'Tests: 4 passed, 4 total\n') => {
    hook('PostToolUse', bash(command, { tool_response: { stdout, stderr: '' } }));
  };

  it('open a blocker when a command fails, and close it when it passes', () => {
    repository();
    enable();
    fails('npm test');
    fails('npm test');
    assert.equal(file()?.open[0]?.type, 'test_failure');
    assert.equal(file()?.open[0]?.count, 2);
    assert.equal(file()?.open[0]?.evidence?.source, 'hook');
    assert.equal(file()?.open[0]?.evidence?.exit_code, 1);
    passes('npm test');
    assert.deepEqual(file()?.open, []);
    assert.equal(file()?.closed[0]?.closed_by, 'npm test passed');
  });

  it('see a failure that a pipe hides', () => {
    repository();
    enable();
    passes('npm test | tail -5', 'Tests:       1 failed, 3 passed, 4 total\n');
    assert.equal(file()?.open[0]?.type, 'test_failure');
  });

  it('do nothing in a project that nobody enabled', () => {
    repository();
    fails('npm test');
    hook('Stop', { cwd: root(), last_assistant_message: '[WORKFLOW_STATUS] status: BLOCKED' });
    assert.equal(existsSync(root('.claude')), false);
    assert.equal(existsSync(path.join(root('.git'), 'baton-id')), false);
  });

  it('do nothing for what is interrupted, in the background, another tool, or merely shown', () => {
    repository();
    enable();
    fails('npm test', { is_interrupt: true });
    fails('npm test', { tool_name: 'Edit' });
    fails('npm test', { tool_input: { command: 'npm test', run_in_background: true } });
    fails('grep -r failed .');
    passes('cat old.log', 'Tests:       1 failed, 3 passed, 4 total\n');
    passes('npm test');
    assert.equal(existsSync(root('.claude')), false);
  });

  it('open a blocker when the agent says that it is blocked', () => {
    repository();
    enable();
    const message =
      'I stop.\n\n[WORKFLOW_STATUS]\nstatus: BLOCKED\nreason: No design for the log-out\n';
    hook('Stop', { cwd: root(), last_assistant_message: message });
    hook('Stop', { cwd: root(), last_assistant_message: message });
    const [opened, ...others] = file()?.open ?? [];
    assert.deepEqual(others, []);
    assert.equal(opened?.type, 'design_issue');
    assert.equal(opened.description, 'No design for the log-out');
    assert.equal(opened.auto_detected, true);
    assert.equal(opened.recovery_agent, 'architect');
    assert.equal(opened.count, 2);
    hook('Stop', { cwd: root(), last_assistant_message: 'All done.' });
    assert.equal(file()?.open.length, 1);
  });

  it('close what an agent said when the same one goes on', () => {
    repository();
    enable();
    const says = (session_id: string, last_assistant_message: string) => {
      hook('Stop', { cwd: root(), session_id, last_assistant_message });
    };
    says('one', '[WORKFLOW_STATUS] status: BLOCKED - no design');
    says('two', '[WORKFLOW_STATUS] status: DONE, no longer BLOCKED');
    assert.equal(file()?.open.length, 1);
    says('one', '```\n[WORKFLOW_STATUS] status: DONE\n```');
    assert.equal(file()?.open.length, 1);
    says('one', '[WORKFLOW_STATUS] status: DONE, no longer BLOCKED');
    assert.deepEqual(file()?.open, []);
    assert.equal(file()?.closed[0]?.closed_by, 'the agent goes on');
  });

  it('are not believed when an agent plays them in its own shell', () => {
    repository();
    enable();
    hook('PostToolUseFailure', bash('npm test', { error: failing }), {
      AI_AGENT: 'claude-code_2-1-325_agent',
    });
    assert.equal(existsSync(root('.claude')), false);
  });

  for (const env of [
    { CLAUDECODE: '1' },
    { GEMINI_CLI: '1', GEMINI_SESSION_ID: 'x' },
    { QWEN_CODE: '1' },
    { AI_AGENT: 'x', CLAUDECODE: '1' },
  ] as Record<string, string>[]) {
    it(`make nothing known where an agent's shell may play them: ${JSON.stringify(env)}`, () => {
      repository();
      enable();
      hook('PostToolUseFailure', bash('npm test', { error: failing }), env);
      assert.equal(file()?.open.length, 1);
      assert.equal(existsSync(scratch('data/projects')), false);
    });
  }

  it('are not believed in the shell of Codex, whose hooks lack its id', () => {
    repository();
    enable();
    hook('PostToolUseFailure', bash('npm test', { error: failing }), { CODEX_THREAD_ID: 'x' });
    assert.equal(existsSync(root('.claude')), false);
  });

  it('note what was run where Claude Code says that it is a hook', () => {
    repository();
    enable();
    hook('PostToolUseFailure', bash('npm test', { error: failing }), {
      AI_AGENT: 'claude-code_2-1-325_harness',
      CLAUDECODE: '1',
    });
    assert.equal(existsSync(scratch('data/projects')), true);
  });

  it('note what was run, so that it can be run again', () => {
    repository();
    enable();
    fails('npm test');
    const id = readFileSync(path.join(root('.git'), 'baton-id'), 'utf8').trim();
    assert.match(readFileSync(scratch('data/projects', id, 'runs.json'), 'utf8'), /"npm test"/);
  });

  for (const [name, input] of Object.entries({
    'no JSON': 'not { json',
    nothing: '',
    null: 'null',
    'a list': '[1]',
    'other types': { cwd: 5, tool_name: {}, tool_input: [], error: 7 },
    'a folder that is not there': {
      cwd: '/nowhere/at/all',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error: failing,
    },
  })) {
    it(`end well with ${name}`, () => {
      repository();
      enable();
      for (const event of [
        'PostToolUse',
        'PostToolUseFailure',
        'Stop',
        'SessionStart',
        'Nonsense',
      ]) {
        hook(event, input);
      }
    });
  }

  it('end well where nothing can be written', () => {
    const work = repository();
    enable();
    work.write('.claude', 'a file in the place of the folder');
    fails('npm test');
    work.remove('.claude');
    work.write('.claude/state/blockers.json', '{ broken');
    fails('npm test');
    assert.equal(file()?.open.length, 1);
  });
});
