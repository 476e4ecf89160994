import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../support/blockerProject';
import { useClaude } from '../support/claudeCli';
import { compactionSummary } from '../support/messagesApi';
import { type WorkRepository, workRepository } from '../support/workRepository';

/** What Baton builds on: when Claude Code comes to do it in another way, this says so first. */
describe('Claude Code', () => {
  const { scratch, api, ask } = useClaude();

  /** Hooks as a person writes them by hand: a shell command for each event. */
  function projectWith(commands: Record<string, string>, timeout = 60): WorkRepository {
    const repository = workRepository(scratch('project'));
    const hooks = Object.entries(commands).map(([event, command]) => [
      event,
      [{ hooks: [{ type: 'command', command, timeout }] }],
    ]);
    const settings = { hooks: Object.fromEntries(hooks) as object };
    repository.write('.claude/settings.json', JSON.stringify(settings));
    return repository;
  }
  const printSource = `sed -n 's/.*"source":"\\([a-z]*\\)".*/told at \\1/p'`;

  it('tells the model what a hook prints, at every kind of start', async () => {
    projectWith({ SessionStart: printSource });
    const first = await ask(['Begin', '/compact with care', 'Go on', '/clear', 'Again']);
    assert.equal(first.code, 0, first.stderr);
    const [startup = '', compaction = '', compact = '', clear = ''] = first.told;
    assert.match(startup, /^SessionStart:startup hook success: told at startup$/m);
    assert.match(compaction, /^Additional Instructions:\nwith care$/m);
    assert.match(compact, /^SessionStart:compact hook success: told at compact$/m);
    assert.ok(compact.includes(compactionSummary));
    assert.match(clear, /^SessionStart:clear hook success: told at clear$/m);

    const flags = ['--resume', first.sessionId];
    const resumed = await ask(['More'], { flags });
    assert.equal(resumed.sessionId, first.sessionId);
    assert.match(resumed.told[0] ?? '', /^SessionStart:resume hook success: told at resume$/m);
    const forked = await ask(['Else'], { flags: [...flags, '--fork-session'] });
    assert.notEqual(forked.sessionId, first.sessionId);
    assert.match(forked.told[0] ?? '', /^SessionStart:fork hook success: told at fork$/m);
  });

  it('adds to the instructions of a compaction what a hook prints before it', async () => {
    projectWith({ PreCompact: 'echo keep the numbers' });
    const { told } = await ask(['Begin', '/compact']);
    assert.match(told[1] ?? '', /^Additional Instructions:\nkeep the numbers$/m);
  });

  it('compacts by itself when the model says that the request was long', async () => {
    projectWith({ SessionStart: printSource });
    const calls = [{ tool: 'Bash', input: { command: 'true' } }];
    api().answer('Begin', { calls, inputTokens: 995_000 });
    const { told } = await ask(['Begin']);
    assert.match(told[2] ?? '', /^SessionStart:compact hook success: told at compact$/m);
  });

  it('goes on when a hook fails, hangs or is not there', async () => {
    const after = { UserPromptSubmit: 'exit 1', Stop: '/no/such/program' };
    projectWith({ SessionStart: 'echo half; sleep 60', ...after }, 1);
    const { answer, code, told } = await ask(['Begin']);
    assert.deepEqual([answer, code], ['Done.', 0]);
    assert.doesNotMatch(told.join(), /half/);
  });

  it('has a blocker opened by the command line when a command fails, and closed when it passes', async () => {
    const cli = [process.execPath, path.resolve('dist/cli.js')]
      .map((part) => `'${part}'`)
      .join(' ');
    const { root } = projectWith({
      PostToolUse: `${cli} hook PostToolUse`,
      PostToolUseFailure: `${cli} hook PostToolUseFailure`,
    });
    mkdirSync(scratch('data'));
    writeFileSync(scratch('data/enabled.json'), JSON.stringify({ projects: [{ root }] }));
    const state = path.join(root, '.claude/state/blockers.json');
    const test = { tool: 'Bash', input: { command: 'sh ./test.sh' } };
    api().answer('Fail', { calls: [test] });
    api().answer('Pass', { calls: [test] });

    writeFileSync(path.join(root, 'test.sh'), 'echo "Tests:  1 failed, 3 passed, 4 total"; exit 1');
    const failed = await ask(['Fail']);
    assert.deepEqual(
      failed.hooks.map(({ hook_name }) => hook_name),
      ['PostToolUseFailure:Bash'],
    );
    assert.equal(readJson(state)?.open[0]?.type, 'test_failure');

    writeFileSync(path.join(root, 'test.sh'), 'echo "Tests:  4 passed, 4 total"');
    const passed = await ask(['Pass'], { flags: ['--resume', failed.sessionId] });
    assert.deepEqual(
      passed.hooks.map(({ hook_name }) => hook_name),
      ['PostToolUse:Bash'],
    );
    assert.deepEqual(readJson(state)?.open, []);
  });
});
