import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Answers, type Asked, answerWith, pretend } from './answers';
import { activateBaton, eventually } from './batonApi';
import { sampleProject } from './sample';

describe('installing', () => {
  let sample: ReturnType<typeof sampleProject>;
  let answered: ReturnType<typeof answerWith> | undefined;
  let configuration = '';
  let withoutPreview: { restore(): void } | undefined;
  const settings = () => sample.file('.claude', 'settings.local.json');
  const launcher = () => path.join(process.env.BATON_HOME ?? '', 'bin', 'baton');

  before(async () => {
    await activateBaton();
    sample = sampleProject();
    configuration = mkdtempSync(path.join(tmpdir(), 'baton-test-'));
    // Not into the settings of whoever runs this.
    process.env.CLAUDE_CONFIG_DIR = configuration;
    process.env.CODEX_HOME = path.join(configuration, 'codex');
    withoutPreview = pretend(vscode.commands, 'getCommands', () => Promise.resolve([]));
  });
  afterEach(async () => {
    answered?.restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    sample.reset();
  });
  after(() => {
    withoutPreview?.restore();
    delete process.env.CLAUDE_CONFIG_DIR;
    delete process.env.CODEX_HOME;
    rmSync(configuration, { recursive: true, force: true });
    sample.leave();
  });

  function answer(answers: Answers): Asked[] {
    answered?.restore();
    answered = answerWith(answers);
    return answered.asked;
  }
  /** An agent, then for whom. */
  const choose =
    (agent: string): Answers['pick'] =>
    (labels) =>
      labels.filter((label) => label === agent || label.endsWith('this project'));
  const report = (title: string) =>
    eventually(
      `the report ${title}`,
      () =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.path === `/${title}.md`)?.getText(),
      (text) => text !== undefined,
      30_000,
    );

  it('has written the launcher after activation', async () => {
    await eventually('the launcher', launcher, existsSync, 15_000);
    assert.equal(statSync(launcher()).mode & 0o777, 0o700);
    assert.match(readFileSync(launcher(), 'utf8'), /^cli='.*\/dist\/cli\.js'$/m);
  });

  it('shows every line, changes nothing before the answer, and can be taken back', async () => {
    const pick = choose('Claude Code');
    const asked = answer({ pick });
    await vscode.commands.executeCommand('baton.installHooks');
    assert.match((await report('Install Agent Hooks')) ?? '', /\+ {3}"hooks": \{/);
    assert.deepEqual(asked[0]?.choices.toSorted(), [
      'Claude Code',
      'Codex',
      'Gemini CLI',
      'Qwen Code',
    ]);
    assert.deepEqual(asked[1]?.choices, [
      'For me, in this project',
      'For all who share the repository',
      'For me, in all projects',
    ]);
    assert.match(asked[2]?.detail ?? '', /settings\.local\.json/);
    assert.ok(!existsSync(settings()));

    answer({ pick, warning: () => 'Continue' });
    await vscode.commands.executeCommand('baton.installHooks');
    const { hooks } = JSON.parse(readFileSync(settings(), 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    assert.equal(hooks.SessionStart?.[0]?.hooks[0]?.command, launcher());
    assert.match(readFileSync(path.join(configuration, '.claude.json'), 'utf8'), /"baton"/);

    const again = answer({ pick, warning: () => 'Continue' });
    await vscode.commands.executeCommand('baton.installHooks');
    assert.equal(again.at(-1)?.text, 'Everything was in place already.');

    answer({ pick, warning: () => 'Continue' });
    await vscode.commands.executeCommand('baton.uninstallHooks');
    assert.ok(!existsSync(settings()));
  });

  it('sets up the agent that was chosen, and says what only a person can do', async () => {
    const file = path.join(configuration, 'codex', 'hooks.json');
    const asked = answer({ pick: choose('Codex'), warning: () => 'Continue' });
    await vscode.commands.executeCommand('baton.installHooks');
    assert.match(readFileSync(file, 'utf8'), /hook SessionStart --agent codex/);
    const { text = '' } = asked.at(-1) ?? {};
    assert.match(text, /^Baton is set up in Codex\. Codex has no settings for one person/);
    assert.match(text, /"Hooks need review"/);

    const out = answer({ pick: choose('Codex'), warning: () => 'Continue' });
    await vscode.commands.executeCommand('baton.uninstallHooks');
    // The one that has it comes first.
    assert.equal(out[0]?.choices[0], 'Codex');
    assert.ok(!existsSync(file));
  });

  it('runs the doctor, and shows what it found', async () => {
    const asked = answer({});
    await vscode.commands.executeCommand('baton.doctor');
    const text = (await report('Doctor')) ?? '';
    assert.match(text, /\*\*hooks\*\*/);
    assert.match(text, /\| ✓ \| hook PreCompact \| \d+ ms, 0 characters\. \|/);
    assert.match(asked.at(-1)?.text ?? '', /\d+ of \d+ checks failed\./);
  }).timeout(60_000);

  it('is refused in Restricted Mode', async () => {
    const untrusted = pretend(vscode.workspace, 'isTrusted', false);
    try {
      const asked = answer({ warning: () => 'Continue' });
      await vscode.commands.executeCommand('baton.installHooks');
      await eventually(
        'the refusal',
        () => asked,
        ({ length }) => length > 0,
      );
      assert.match(asked[0]?.text ?? '', /Restricted Mode/);
      assert.ok(!existsSync(settings()));
    } finally {
      untrusted.restore();
    }
  });
});
