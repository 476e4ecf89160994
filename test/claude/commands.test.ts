import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { launcherOf, useInstalledClaude } from '../support/installedClaude';

describe('The commands of Baton in Claude Code', () => {
  const { ask, api, installed, baton } = useInstalledClaude();
  /** As a person starts it, with no tool allowed beforehand; there is nobody to ask. */
  const asUsual = { flags: ['--permission-mode', 'default'], allowedTools: '' };

  it('let the model save without a question, but not push', async () => {
    const repository = installed();
    const { root } = repository;
    const call = `"${launcherOf(root)}"`;
    const run = (command: string) => ({ calls: [{ tool: 'Bash', input: { command } }] });
    const words = '--working-on "Login page" --next-step "Write the test" --next-step "Ship it"';
    const command = readFileSync(path.join(root, '.claude/commands/session/save.md'), 'utf8');
    assert.ok(command.includes(`${call} save --quick --working-on "…" --next-step "…"`));
    api().answer('asked to save the session', run(`${call} save --quick ${words}`));
    const saved = await ask(['/session:save', 'Show it'], asUsual);
    assert.deepEqual(saved.denied, []);
    assert.match(baton(root, 'status'), /Login page/);

    const before = repository.head();
    api().answer('asked to save the session', run(`${call} save --sync ${words}`));
    const pushed = await ask(['/session:save sync'], asUsual);
    assert.deepEqual(pushed.denied, ['Bash']);
    assert.equal(repository.head(), before);
  });

  it('tell the model what Baton printed', async () => {
    const { root } = installed();
    baton(root, 'save', '--working-on', 'Login page', '--next-step', 'Write the test');
    const commands = ['/session:load', "/session:load it's (not) the; $same", '/session:resume'];
    const work = 'Build the login page with a test for each field';
    const { told, denied } = await ask([...commands, work, '/save-context'], asUsual);
    const [plain = '', withWords = '', resumed = '', begun = '', saved = ''] = told;
    assert.match(plain, /compares the saved session[\s\S]+SESSION RESTORED[\s\S]+Login page/);
    assert.match(
      withWords.slice(plain.length),
      /SESSION RESTORED[\s\S]+: it's \(not\) the; \$same\n/,
    );
    assert.match(resumed.slice(withWords.length), /recovers what is safe[\s\S]+SESSION RESTORED/);
    assert.match(saved.slice(begun.length), /reads the transcript[\s\S]+session-context\.json/);
    assert.deepEqual(denied, []);
  });
});
