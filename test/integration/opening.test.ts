import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { outline } from '../support/snapshots';
import { activateBaton, eventually } from './batonApi';

describe('opening', () => {
  let api: BatonApi;
  let original: string;
  let commit: string;
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const file = (...parts: string[]) => path.join(root(), ...parts);
  const stateFile = () => file('.claude', 'session-state.json');
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root(), encoding: 'utf8' }).trim();
  const rows = () => outline(api.views.session.nodes());
  const hasRow = (part: string) => (seen: string[]) => seen.some((row) => row.includes(part));
  const hasNoRow = (part: string) => (seen: string[]) => !hasRow(part)(seen);
  const said = (pattern: RegExp) => api.notices.shown.filter((each) => pattern.test(each));
  const changeFile = () => {
    appendFileSync(file('src', 'berths.ts'), '// changed\n');
  };
  /** A quick pick waits for somebody to choose; here it is closed. */
  const loadAndClose = async () => {
    const ended = vscode.commands.executeCommand('baton.load');
    await eventually(
      'the verdict',
      () => {
        void vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        return api.loads.reportOf(root());
      },
      (report) => report !== undefined,
    );
    const closing = setInterval(() => {
      void vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }, 50);
    await ended;
    clearInterval(closing);
  };
  const setCheckpoint = (value: string | undefined) =>
    vscode.workspace
      .getConfiguration('baton')
      .update('checkpoint', value, vscode.ConfigurationTarget.Global);
  const saveLongAgo = async () => {
    const saved_at = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const state = { ...(JSON.parse(original) as object), saved_at };
    writeFileSync(stateFile(), JSON.stringify(state));
    await eventually(
      'the old save',
      () => api.projects.all[0]?.snapshot?.state?.saved_at,
      (seen) => seen === saved_at,
    );
  };

  before(async () => {
    api = await activateBaton();
    await eventually('the sample session', rows, hasRow('5/12 · 42 %'));
    original = readFileSync(stateFile(), 'utf8');
    commit = git('rev-parse', 'HEAD');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@example.com');
  });

  afterEach(async () => {
    await setCheckpoint(undefined);
    git('reset', '-q', '--hard', commit);
    rmSync(`${stateFile()}.bak`, { force: true });
    rmSync(file('.claude', 'state', 'sessions'), { recursive: true, force: true });
    writeFileSync(stateFile(), original);
    await eventually(
      'the sample session',
      () => api.projects.all[0]?.snapshot?.state?.saved_at,
      (seen) => original.includes(seen ?? 'nothing'),
    );
  });

  after(() => {
    git('config', '--unset', 'user.name');
    git('config', '--unset', 'user.email');
    assert.equal(git('stash', 'list'), '');
    assert.equal(git('status', '--porcelain'), '');
  });

  it('says the verdict once', async () => {
    await eventually(
      'the notice',
      () => said(/^Blocked by test_failure/),
      (seen) => seen.length > 0,
    );
    await vscode.commands.executeCommand('baton.refresh');
    await loadAndClose();
    assert.equal(said(/^Blocked by test_failure/).length, 1);
  });

  it('shows what a load finds, and forgets it when HEAD moves', async () => {
    changeFile();
    await loadAndClose();
    assert.ok(hasRow('(warning) Uncommitted changes | Not committed: src/berths.ts')(rows()));
    assert.ok(hasRow('(warning) Blocked | Blocked by test_failure')(rows()));
    git('commit', '-qam', 'By hand');
    // A commit on the same branch is found by the slow poll at the latest.
    await eventually('the end', rows, hasNoRow('Uncommitted changes'), 20_000);
    assert.equal(api.loads.reportOf(root()), undefined);
  });

  it('stashes with one click, and the finding goes', async () => {
    changeFile();
    await loadAndClose();
    const node = api.views.session.nodes().find(({ kind }) => kind === 'finding commit stash');
    assert.ok(node);
    await vscode.commands.executeCommand('baton.stashChanges', node);
    assert.ok(hasNoRow('Uncommitted changes')(rows()));
    assert.ok(hasRow('(warning) Blocked')(rows()));
    assert.match(git('stash', 'list'), /Baton: User authentication/);
    git('stash', 'drop', '-q');
  });

  it('continues here with one click, and the state follows', async () => {
    changeFile();
    git('commit', '-qam', 'By hand');
    await loadAndClose();
    assert.ok(hasRow('(warning) Another commit | HEAD is 1 commit ahead')(rows()));
    await vscode.commands.executeCommand('baton.applyAction', { root: root() }, 'continue-here');
    assert.ok(hasNoRow('Another commit')(rows()));
    const saved = JSON.parse(readFileSync(stateFile(), 'utf8')) as { git_commit: string };
    assert.ok(git('rev-parse', 'HEAD').startsWith(saved.git_commit));
  });

  it('resumes without a question', async () => {
    await vscode.commands.executeCommand('baton.resume');
    const report = api.loads.reportOf(root());
    assert.equal(report?.status, 'restored');
    assert.ok(report.resumed);
  });

  it('saves by itself when that is set and the last save is old', async () => {
    await saveLongAgo();
    changeFile();
    await setCheckpoint('auto');
    const subject = () => git('log', '-1', '--format=%s');
    await eventually('the checkpoint', subject, (seen) => /^WIP: .* - checkpoint$/.test(seen));
    assert.equal(said(/^Last saved/).length, 0);
  });

  it('reminds instead when what changed looks like a secret, and then not again', async () => {
    await saveLongAgo();
    const key = ['AKIA', 'Q7ZT4WXN2MKD6RJB'].join('');
    appendFileSync(file('src', 'berths.ts'), `const key = '${key}';\n`);
    await setCheckpoint('auto');
    const isSaid = (seen: string[]) => seen.length > 0;
    await eventually('the reminder', () => said(/^Last saved/), isSaid);
    assert.deepEqual(said(/^Last saved/), ['Last saved 2 hours ago, 1 file changed.']);
    assert.equal(git('rev-parse', 'HEAD'), commit);
    await setCheckpoint('remind');
    // A second one would need no longer than the first did.
    await delay(2000);
    assert.equal(said(/^Last saved/).length, 1);
  });

  it('suggests a save when a session ends with changes', async () => {
    const directory = file('.claude', 'state', 'sessions', 'session-1');
    const sessions = () => api.projects.all[0]?.snapshot?.sessions ?? [];
    const writeSession = (status: string) => {
      mkdirSync(directory, { recursive: true });
      const meta = { sessionId: 'a1b2c3d4-5', agent: 'claude', status };
      writeFileSync(path.join(directory, 'meta.json'), JSON.stringify(meta));
    };
    changeFile();
    writeSession('active');
    const is = (status: string) => (seen: ReturnType<typeof sessions>) =>
      seen[0]?.status === status;
    await eventually('the session', sessions, is('active'), 15_000);
    writeSession('terminated');
    await eventually('its end', sessions, is('terminated'), 15_000);
    await eventually(
      'the suggestion',
      () => said(/has ended/),
      (seen) => seen.length > 0,
    );
    assert.deepEqual(said(/has ended/), [
      'The session claude a1b2c3d4 has ended, and 1 file is not saved.',
    ]);
  });
});
