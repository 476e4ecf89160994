import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../support/blockerProject';
import { launcherOf, useInstalledClaude } from '../support/installedClaude';
import { workRepository } from '../support/workRepository';

describe('Baton installed in Claude Code', () => {
  const { ask, api, scratch, installed, calls, baton } = useInstalledClaude();
  const call = (command: string) => ({ calls: [{ tool: 'Bash', input: { command } }] });

  it('is called at every event, prints where that is wanted only, and never fails', async () => {
    installed();
    api().answer('Begin', call('true'), call('exit 3'));
    const first = await ask(['Begin', '/compact', 'Go on', '/clear', 'Again']);
    await ask(['More'], { flags: ['--resume', first.sessionId] });
    const seen = calls();
    assert.deepEqual([...new Set(seen.map(({ event }) => event))].sort(), [
      'PostCompact',
      'PostToolUse',
      'PostToolUseFailure',
      'PreCompact',
      'SessionEnd',
      'SessionStart',
      'Stop',
      'SubagentStop',
      'UserPromptSubmit',
    ]);
    for (const { event, code, stdout, stderr, input } of seen) {
      assert.equal(input.hook_event_name, event);
      assert.deepEqual([event, code, stderr], [event, 0, '']);
      assert.ok(stdout.length <= 9_500, `${event} printed ${stdout.length} characters`);
      assert.ok(event === 'SessionStart' || stdout === '', `${event} printed ${stdout}`);
    }
  });

  it('opens a blocker when a command of the agent fails, and closes it when it passes', async () => {
    const repository = installed();
    const file = path.join(repository.root, '.claude/state/blockers.json');
    api().answer('Test it', call('sh ./test.sh'), { text: 'It fails.' }, call('sh ./test.sh'));
    repository.write('test.sh', 'echo "Tests:  1 failed, 3 passed, 4 total"; exit 1');
    const { sessionId } = await ask(['Test it']);
    assert.equal(readJson(file)?.open[0]?.type, 'test_failure');
    repository.write('test.sh', 'echo "Tests:  4 passed, 4 total"');
    await ask(['Test it again'], { flags: ['--resume', sessionId] });
    assert.deepEqual(readJson(file)?.open, []);
  });

  it('brings its commands, its skill and its server', async () => {
    installed();
    const { commands, servers, told } = await ask(['Begin', 'Go on']);
    for (const name of ['session:save', 'session:load', 'session:resume', 'save-context']) {
      assert.ok(commands.includes(name), name);
    }
    assert.ok(commands.includes('sdd-handover'));
    assert.deepEqual(servers, ['baton']);
    assert.match(told.join('\n'), /^mcp__baton__blocker_report$/m);
  });

  it('leaves settings byte for byte as they were when it is uninstalled', async () => {
    const repository = workRepository(scratch('project'));
    const { root } = repository;
    mkdirSync(scratch('home'));
    const own =
      '{\r\n\t"hooks" : {"Stop":[ {"hooks":[{"type":"command","command":"true"}]} ]},\r\n\r\n\t"model":"opus" }';
    repository.write('.claude/settings.local.json', own);
    const settings = path.join(root, '.claude/settings.local.json');
    baton(root, 'install');
    assert.notEqual(readFileSync(settings, 'utf8'), own);
    const { hooks } = await ask(['Begin', '/compact', 'Go on']);
    assert.ok(hooks.some(({ hook_event }) => hook_event === 'SessionStart'));
    baton(root, 'uninstall');
    assert.equal(readFileSync(settings, 'utf8'), own);
    const after = await ask(['Begin']);
    assert.deepEqual(
      after.hooks.map(({ hook_event }) => hook_event),
      ['Stop'],
    );
    assert.deepEqual(after.servers, []);
  });

  it('leaves no settings where there were none', async () => {
    const { root } = installed();
    await ask(['Begin']);
    baton(root, 'uninstall');
    assert.equal(existsSync(path.join(root, '.claude/settings.local.json')), false);
  });

  it('does not disturb a session when it hangs', async () => {
    const { root } = installed();
    writeFileSync(launcherOf(root), '#!/bin/sh\n[ "$1" != hook ] || sleep 600\n');
    const settings = path.join(root, '.claude/settings.local.json');
    const short = readFileSync(settings, 'utf8').replaceAll(/("timeout": *)\d+/g, '$11');
    writeFileSync(settings, short);
    api().answer('Begin', call('true'), { text: 'I began.' });
    const { code, answer, hooks } = await ask(['Begin']);
    assert.deepEqual([code, answer], [0, 'I began.']);
    assert.ok(hooks.every(({ outcome }) => outcome === 'cancelled'));
  });

  it('does not disturb a session when nothing can be written', async () => {
    const { root } = installed();
    // Files where folders are wanted: permissions would not keep root from writing.
    for (const folder of [path.join(root, '.claude/state'), scratch('data/projects')]) {
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(folder, '');
    }
    api().answer('Begin', call('exit 3'), { text: 'I began.' });
    const { code, answer } = await ask(['Begin', '/compact', 'Begin again']);
    assert.deepEqual([code, answer], [0, 'Done.']);
    for (const { event, code, stderr } of calls()) {
      assert.deepEqual([event, code, stderr], [event, 0, '']);
    }
  });
});
