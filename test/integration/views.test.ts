import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { outline } from '../support/snapshots';
import { activateBaton, eventually } from './batonApi';

describe('views', () => {
  let api: BatonApi;
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const file = (...parts: string[]) => path.join(root(), ...parts);
  const stateFile = () => file('.claude', 'session-state.json');
  const rows = (view: keyof BatonApi['views']) => outline(api.views[view].nodes());
  const status = () => api.statusBar.shown();
  const hasRow = (part: string) => (seen: string[]) => seen.some((row) => row.includes(part));
  let original: string;

  /** Another program: it writes to a temporary file and renames it, as careful writers do. */
  function writeFromOutside(target: string, content: string): void {
    const program = `
      const fs = require('node:fs');
      fs.writeFileSync(process.argv[1] + '.new', process.argv[2]);
      fs.renameSync(process.argv[1] + '.new', process.argv[1]);`;
    execFileSync(process.execPath, ['-e', program, target, content], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
  }

  before(async () => {
    api = await activateBaton();
    await eventually('the sample session', () => rows('session'), hasRow('5/12 · 42 %'));
    original = readFileSync(stateFile(), 'utf8');
  });

  afterEach(async () => {
    writeFromOutside(stateFile(), original);
    for (const name of readdirSync(file('.claude'))) {
      if (/\.(bak|corrupt-.*)$/.test(name)) {
        rmSync(file('.claude', name));
      }
    }
    await eventually('the sample session', () => rows('session'), hasRow('5/12 · 42 %'));
  });

  it('show the sample project', () => {
    assert.ok(hasRow('Next steps')(rows('session')));
    assert.ok(hasRow('Agent context')(rows('session')));
    assert.ok(hasRow('D1 ')(rows('decisions')));
    assert.ok(hasRow('Test failure')(rows('blockers')));
    assert.match(
      status()?.text ?? '',
      /^\$\(warning\) 1 5\/12 · 42 % \$\(git-branch\) feature\/user-auth$/,
    );
  });

  it('find by the slow poll what no watcher tells', async () => {
    const sessions = () => api.projects.all[0]?.snapshot?.sessions ?? [];
    const writeSession = (number: number, status: string) => {
      const directory = file('.claude', 'state', 'sessions', `session-${100 + number}`);
      mkdirSync(directory, { recursive: true });
      const meta = { sessionId: String(number), status };
      writeFileSync(path.join(directory, 'meta.json'), JSON.stringify(meta));
    };
    // Of more than fifty sessions the last have no watcher of their own.
    for (let number = 0; number < 60; number++) {
      writeSession(number, 'active');
    }
    await eventually('the sessions', sessions, ({ length }) => length === 60);
    // VS Code tells of a folder that was missing only after five seconds.
    await delay(7000);
    writeSession(59, 'idle');
    const isIdle = (seen: ReturnType<typeof sessions>) => seen.at(-1)?.status === 'idle';
    await eventually('the change', sessions, isIdle, 20_000);
    rmSync(file('.claude', 'state', 'sessions'), { recursive: true });
  });

  it('follow session-state.json when another program writes it', async () => {
    const state = JSON.parse(original) as Record<string, unknown>;
    const changed = {
      ...state,
      working_on: 'Written from outside',
      // Else its tasks are the truth about progress.
      openspec: null,
      task_progress: { completed: 7, total: 12, percentage: 58 },
    };
    writeFromOutside(stateFile(), JSON.stringify(changed));
    await eventually('the new progress', () => rows('session'), hasRow('7/12 · 58 %'));
    assert.ok(hasRow('Written from outside')(rows('session')));
    assert.match(status()?.text ?? '', /7\/12 · 58 %/);
  });

  it('follow decisions.md and blockers.json', async () => {
    const decisions = file('.claude', 'sdd', 'handover', 'decisions.md');
    const blockers = file('.claude', 'state', 'blockers.json');
    const before = [readFileSync(decisions, 'utf8'), readFileSync(blockers, 'utf8')] as const;
    appendFileSync(
      decisions,
      '\n[2026-01-20T10:00:00Z] D99: USER_DECISION | Appended from outside\n',
    );
    await eventually('the decision', () => rows('decisions'), hasRow('D99 Appended from outside'));
    writeFileSync(
      blockers,
      JSON.stringify({
        open: [{ type: 'ci_failure', severity: 'critical', description: 'CI is red' }],
      }),
    );
    const seen = await eventually('the blocker', () => rows('blockers'), hasRow('CI is red'));
    assert.match(seen[0] ?? '', /^\(error\) CI is red$/);
    writeFileSync(decisions, before[0]);
    writeFileSync(blockers, before[1]);
    await eventually(
      'the end',
      () => rows('blockers'),
      (all) => !hasRow('CI is red')(all),
    );
  });

  it('keep the session in sight when its file breaks, and restore the backup', async () => {
    writeFromOutside(`${stateFile()}.bak`, original);
    writeFromOutside(stateFile(), '{ "mode": "quick", ');
    await eventually('the warning', () => rows('session'), hasRow('The backup is shown instead'));
    assert.ok(hasRow('5/12 · 42 %')(rows('session')));
    await vscode.commands.executeCommand('baton.restoreBackup', api.views.session.nodes()[0]);
    await eventually(
      'the end of the warning',
      () => rows('session'),
      (seen) => !hasRow('The backup is shown')(seen),
    );
    assert.equal(readFileSync(stateFile(), 'utf8'), original);
    const kept = readdirSync(file('.claude')).filter((name) => name.includes('.corrupt-'));
    assert.equal(kept.length, 1);
    assert.equal(readFileSync(file('.claude', kept[0] ?? ''), 'utf8'), '{ "mode": "quick", ');
  });

  it('say when a broken file has no backup', async () => {
    writeFromOutside(stateFile(), '');
    await eventually('the warning', () => rows('session'), hasRow('There is no backup'));
  });

  it('follow the branch', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root(), stdio: 'ignore' });
    const branch = () => status()?.text ?? '';
    git('checkout', '-q', '-b', 'another-branch');
    await eventually('the new branch', branch, (text) => text.endsWith(' another-branch'));
    git('checkout', '-q', 'feature/user-auth');
    await eventually('the old branch', branch, (text) => text.endsWith(' feature/user-auth'));
  });

  it('see a folder that is removed and made again', async () => {
    rmSync(file('.claude', 'state'), { recursive: true });
    rmSync(stateFile());
    await eventually(
      'the empty view',
      () => rows('session'),
      (seen) => !hasRow('5/12 · 42 %')(seen),
    );
    mkdirSync(file('.claude', 'state', 'sessions'), { recursive: true });
    writeFileSync(
      file('.claude', 'state', 'blockers.json'),
      JSON.stringify({ open: [{ type: 'other', severity: 'low', description: 'Back again' }] }),
    );
    await eventually('the blocker', () => rows('blockers'), hasRow('Back again'));
  });

  it('find a handover folder that appears', async () => {
    mkdirSync(file('.sdd', 'handover'), { recursive: true });
    const decisions = file('.sdd', 'handover', 'decisions.md');
    writeFileSync(decisions, '[2026-01-20T10:00:00Z] D7: USER_DECISION | From another folder\n');
    await eventually('the new folder', () => rows('decisions'), hasRow('D7 From another folder'));
    rmSync(file('.sdd'), { recursive: true });
    await eventually('the old folder', () => rows('decisions'), hasRow('D1 '));
  });

  /** What the command line and hooks know of the settings. */
  const mirrored = () => {
    const id = readFileSync(file('.git', 'baton-id'), 'utf8').trim();
    const settings = path.join(process.env.BATON_HOME ?? '', 'projects', id, 'settings.json');
    return readFileSync(settings, 'utf8');
  };

  it('follow the setting for the handover folder, and survive a bad one', async () => {
    const configuration = vscode.workspace.getConfiguration('baton');
    const set = (value: string | undefined) =>
      configuration.update('sddDir', value, vscode.ConfigurationTarget.Workspace);
    mkdirSync(file('docs', 'handover'), { recursive: true });
    const decisions = file('docs', 'handover', 'decisions.md');
    writeFileSync(decisions, '[2026-01-20T10:00:00Z] D8: USER_DECISION | From the setting\n');
    await set('docs');
    await eventually('the folder', () => rows('decisions'), hasRow('D8 From the setting'));
    await eventually('the copy for hooks', mirrored, (text) => text.includes('"sddDir": "docs"'));
    await set('../elsewhere');
    await eventually('the usual folder', () => rows('decisions'), hasRow('D1 '));
    await set(undefined);
    await eventually('no copy for hooks', mirrored, (text) => !text.includes('sddDir'));
    rmSync(file('docs'), { recursive: true });
  });

  it('open a file at its line', async () => {
    const [decision] = api.views.decisions.nodes();
    assert.ok(decision?.target);
    await vscode.commands.executeCommand('baton.openFile', decision.target);
    const editor = vscode.window.activeTextEditor;
    assert.equal(path.basename(editor?.document.fileName ?? ''), 'decisions.md');
    assert.equal(editor?.selection.active.line, (decision.target.line ?? 0) - 1);
  });
});
