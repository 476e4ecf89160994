import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { outline } from '../support/snapshots';
import { type Answers, type Asked, answerWith, pretend } from './answers';
import { activateBaton, eventually } from './batonApi';
import { sampleProject } from './sample';

type Task = (
  progress: { report(step: { message: string }): void },
  token: vscode.CancellationToken,
) => unknown;

describe('saving', () => {
  let api: BatonApi;
  let sample: ReturnType<typeof sampleProject>;
  let answered: ReturnType<typeof answerWith> | undefined;
  const rows = () => outline(api.views.session.nodes());
  const subject = () => sample.git('log', '-1', '--format=%s');

  before(async () => {
    api = await activateBaton();
    await eventually('the sample session', rows, (seen) => seen.length > 5);
    sample = sampleProject();
  });
  afterEach(async () => {
    answered?.restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    sample.reset();
    await api.projects.all[0]?.refresh();
  });
  after(() => {
    sample.leave();
  });

  function answer(answers: Answers): Asked[] {
    answered?.restore();
    answered = answerWith(answers);
    return answered.asked;
  }
  const accept: Answers['input'] = ({ value }) => value;

  it('commits what has changed, and says so in a report', async () => {
    appendFileSync(sample.file('src', 'berths.ts'), '// more\n');
    const asked = answer({
      input: () => 'Sign in, half done',
      information: (_text, choices) => choices.find((choice) => choice === 'Show Report'),
    });
    // As where the Markdown extension is turned off.
    const without = pretend(vscode.extensions, 'getExtension', () => undefined);
    await vscode.commands.executeCommand('baton.save');
    assert.equal(subject(), 'WIP: Sign in, half done - checkpoint');
    assert.equal(sample.git('show', '--format=', '--name-only', 'HEAD'), 'src/berths.ts');
    assert.equal(sample.state().git_commit, sample.git('rev-parse', '--short=7', 'HEAD'));
    assert.equal(sample.state().saved_by, 'vscode');
    assert.deepEqual(
      asked.map(({ kind, text, detail, choices }) => [kind, text, detail, choices]),
      [
        ['input', 'Save Session', 'User authentication: signing in with a name and a password', []],
        [
          'information',
          `Committed 1 file as ${sample.git('rev-parse', '--short=7', 'HEAD')}.`,
          undefined,
          ['Show Report', 'Undo'],
        ],
      ],
    );
    const document = await eventually(
      'the report',
      () => vscode.window.activeTextEditor?.document,
      (shown) => shown?.uri.scheme === 'baton-report',
    );
    without.restore();
    assert.equal(document?.languageId, 'markdown');
    assert.match(document.getText(), /WIP: Sign in, half done - checkpoint · 1 file/);
    await eventually('the view', rows, (seen) => seen.some((row) => row.includes('Saved now')));
  });

  it('shows its report as a preview, also before any other was shown', async () => {
    answer({ information: (_text, choices) => choices[0] });
    await vscode.commands.executeCommand('baton.save');
    await eventually(
      'the preview',
      () => vscode.window.tabGroups.activeTabGroup.activeTab,
      (tab) => tab?.input instanceof vscode.TabInputWebview && tab.label.includes('Save Report'),
      15_000,
    );
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, undefined);
  });

  it('asks about new files only where there are any', async () => {
    writeFileSync(sample.file('src', 'new.ts'), 'export {};\n');
    const asked = answer({ input: accept, pick: () => ['New Files, Too'] });
    await vscode.commands.executeCommand('baton.save');
    assert.equal(sample.git('show', '--format=', '--name-only', 'HEAD'), 'src/new.ts');
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['input', 'pick', 'information'],
    );
  });

  it('asks for no words where there is nothing to commit', async () => {
    const asked = answer({});
    await vscode.commands.executeCommand('baton.save');
    assert.deepEqual(
      asked.map(({ kind, text }) => [kind, text]),
      [
        [
          'information',
          'The state is saved. Nothing has changed since the last commit, so nothing was committed.',
        ],
      ],
    );
    assert.equal(sample.state().saved_by, 'vscode');
  });

  it('stops at Cancel, and nothing is committed', async () => {
    const hook = sample.file('.git', 'hooks', 'pre-commit');
    mkdirSync(sample.file('.git', 'hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\nsleep 20\n', { mode: 0o755 });
    appendFileSync(sample.file('README.md'), 'more\n');
    const before = subject();
    const asked = answer({ input: accept });
    const told: string[] = [];
    const progress = pretend(vscode.window, 'withProgress', (_options: unknown, task: Task) => {
      const source = new vscode.CancellationTokenSource();
      const report = ({ message }: { message: string }) => {
        told.push(message);
        if (message === 'Committing') {
          setTimeout(() => {
            source.cancel();
          }, 500);
        }
      };
      return task({ report }, source.token);
    });
    try {
      const started = Date.now();
      await vscode.commands.executeCommand('baton.save');
      assert.ok(Date.now() - started < 15_000, 'it waited for the hook');
      assert.equal(subject(), before);
      assert.ok(told.includes('Committing'));
      // Whoever cancelled is told nothing.
      assert.deepEqual(
        asked.map(({ kind }) => kind),
        ['input'],
      );
    } finally {
      progress.restore();
      rmSync(hook);
    }
  });

  it('does nothing on Escape', async () => {
    appendFileSync(sample.file('src', 'berths.ts'), '// more\n');
    const before = subject();
    const asked = answer({});
    await vscode.commands.executeCommand('baton.save');
    assert.equal(subject(), before);
    assert.equal(asked.length, 1);
  });

  it('saves editors first, when that is wanted', async () => {
    const document = await vscode.workspace.openTextDocument(sample.file('README.md'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), '// typed\n');
    });
    await eventually(
      'the change',
      () => document.isDirty,
      (isDirty) => isDirty,
    );
    const asked = answer({ input: accept, warning: () => 'Save All and Continue' });
    await vscode.commands.executeCommand('baton.save');
    assert.equal(asked[0]?.text, '1 editor has changes that are not saved.');
    assert.match(sample.git('show', 'HEAD:README.md'), /^\/\/ typed/);
  });

  it('says why it did not push, and keeps the commit', async () => {
    appendFileSync(sample.file('src', 'berths.ts'), '// more\n');
    const asked = answer({ input: accept });
    await vscode.commands.executeCommand('baton.saveAndVerify');
    const { kind, text } = asked.at(-1) ?? {};
    assert.equal(kind, 'warning');
    assert.match(text ?? '', /^Committed 1 file as \w{7}\. Not pushed: there is no remote/);
    assert.match(text ?? '', /Checks that failed: CHANGELOG, ROADMAP\.$/);
  });

  it('asks before it pushes to the default branch', async () => {
    sample.git('remote', 'add', 'origin', sample.file('.git', 'nowhere'));
    sample.git('checkout', '--quiet', 'main');
    appendFileSync(sample.file('README.md'), 'more\n');
    try {
      const asked = answer({ input: accept, warning: () => 'Save Only' });
      await vscode.commands.executeCommand('baton.saveAndVerify');
      assert.deepEqual(
        asked.map(({ kind, choices }) => [kind, choices]),
        [
          ['input', []],
          ['warning', ['Save Only', 'Push to main']],
          ['warning', ['Show Report', 'Undo']],
        ],
      );
      assert.match(asked.at(-1)?.text ?? '', /Not pushed: main is the default branch, and pushing/);
      assert.match(asked.at(-1)?.text ?? '', /Checks that failed: CHANGELOG/);
      assert.match(subject(), /^WIP: /);
    } finally {
      sample.git('reset', '--quiet', '--hard', 'HEAD~1');
      sample.git('checkout', '--quiet', 'feature/user-auth');
      sample.git('remote', 'remove', 'origin');
    }
  });

  it('refuses secrets, shows where, and commits them only when told to', async () => {
    const key = `ghp_${'Zq3vX9tLw2Rk7Bn5Jd8Yc4Hs6Mf1Pg0Ae2Uo'.slice(0, 36)}`;
    appendFileSync(sample.file('README.md'), `token = '${key}'\n`);
    const before = subject();
    const asked = answer({ input: accept, warning: () => 'Show' });
    await vscode.commands.executeCommand('baton.save');
    assert.equal(subject(), before);
    const warning = asked.at(-1);
    assert.equal(warning?.text, 'Nothing was committed: a file seems to hold a secret.');
    assert.match(warning.detail ?? '', /^README\.md:8 · /);
    assert.doesNotMatch(warning.detail ?? '', new RegExp(key));
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 7);
    answer({ input: accept, warning: () => 'Commit Anyway' });
    await vscode.commands.executeCommand('baton.save');
    assert.match(subject(), /^WIP: /);
  });

  it('says what a hook said that refused the commit, and commits nothing', async () => {
    const hook = sample.file('.git', 'hooks', 'pre-commit');
    mkdirSync(sample.file('.git', 'hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "no berth is free"\nexit 1\n', { mode: 0o755 });
    appendFileSync(sample.file('README.md'), 'more\n');
    const before = subject();
    const asked = answer({ input: accept });
    try {
      await vscode.commands.executeCommand('baton.save');
      await eventually(
        'the reason',
        () => asked.length,
        (length) => length === 2,
      );
      assert.match(asked[1]?.text ?? '', /^The pre-commit hook refused the commit/);
      assert.deepEqual(asked[1]?.choices, ['Show Details']);
      assert.equal(subject(), before);
    } finally {
      rmSync(hook);
    }
  });

  it('can be undone, after a question', async () => {
    const head = sample.git('rev-parse', 'HEAD');
    appendFileSync(sample.file('src', 'berths.ts'), '// more\n');
    answer({ input: () => 'To undo' });
    await vscode.commands.executeCommand('baton.save');
    let asked = answer({});
    await vscode.commands.executeCommand('baton.undoSave');
    assert.equal(asked[0]?.text, 'Undo "WIP: To undo - checkpoint"?');
    assert.equal(subject(), 'WIP: To undo - checkpoint');
    asked = answer({ warning: () => 'Undo Checkpoint' });
    await vscode.commands.executeCommand('baton.undoSave');
    assert.equal(sample.git('rev-parse', 'HEAD'), head);
    assert.equal(sample.git('status', '--porcelain'), 'M src/berths.ts');
    assert.match(asked.at(-1)?.text ?? '', /^Taken back: WIP: To undo - checkpoint/);
    asked = answer({});
    await vscode.commands.executeCommand('baton.undoSave');
    await eventually(
      'the reason',
      () => asked.length,
      (length) => length > 0,
    );
    assert.match(asked[0]?.text ?? '', /^The last commit is not a checkpoint/);
    assert.deepEqual(asked[0]?.choices, []);
  });

  it('squashes checkpoints into one commit', async () => {
    const head = sample.git('rev-parse', 'HEAD');
    let asked = answer({ input: accept });
    await vscode.commands.executeCommand('baton.squashCheckpoints');
    await eventually(
      'the reason',
      () => asked.length,
      (length) => length > 0,
    );
    assert.match(asked[0]?.text ?? '', /^The last commit is not a checkpoint/);
    for (const line of ['one', 'two']) {
      appendFileSync(sample.file('src', 'berths.ts'), `// ${line}\n`);
      await vscode.commands.executeCommand('baton.save');
    }
    asked = answer({ input: () => 'Sign in' });
    await vscode.commands.executeCommand('baton.squashCheckpoints');
    assert.equal(subject(), 'Sign in');
    assert.equal(sample.git('rev-parse', 'HEAD~1'), head);
    assert.match(asked.at(-1)?.text ?? '', /^2 checkpoints are one commit now: .*refs\/baton/);
  });
});
