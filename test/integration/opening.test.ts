import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { outline } from '../support/snapshots';
import { type Answers, answerWith, pretend } from './answers';
import { activateBaton, eventually } from './batonApi';

describe('opening', () => {
  let api: BatonApi;
  let original: string;
  let commit: string;
  let answered: ReturnType<typeof answerWith> | undefined;
  const answer = (answers: Answers) => (answered = answerWith(answers));
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
    answered?.restore();
    answered = undefined;
    await setCheckpoint(undefined);
    git('reset', '-q', '--hard', commit);
    git('clean', '-q', '-d', '-f');
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

  it('keeps the findings when a task is ticked', async () => {
    changeFile();
    await loadAndClose();
    const edit = { kind: 'add', list: 'next_steps', text: 'More' } as const;
    await api.projects.all[0]?.editTasks(edit);
    assert.ok(hasRow('More')(rows()));
    assert.ok(hasRow('Uncommitted changes')(rows()));
  });

  it('commits by the same questions as a save, and the finding goes', async () => {
    changeFile();
    writeFileSync(file('src', 'new.ts'), 'export {};\n');
    await loadAndClose();
    const { asked } = answer({ input: () => 'From the row', pick: () => ['Only Changed Files'] });
    await vscode.commands.executeCommand('baton.commitChanges', { root: root() });
    assert.deepEqual(
      asked.map(({ kind, choices }) => [kind, choices]),
      [
        ['input', []],
        ['pick', ['Only Changed Files', 'New Files, Too']],
        ['information', ['Show Report', 'Undo']],
      ],
    );
    assert.equal(git('log', '-1', '--format=%s'), 'WIP: From the row - checkpoint');
    assert.ok(hasRow('Uncommitted changes | Not committed: src/new.ts')(rows()));
  });

  it('takes a stale finding away when its action is refused', async () => {
    changeFile();
    await loadAndClose();
    git('checkout', '-q', '--', 'src/berths.ts');
    assert.ok(hasRow('Uncommitted changes')(rows()));
    const { asked } = answer({});
    await vscode.commands.executeCommand('baton.stashChanges', { root: root() });
    await eventually(
      'the reason',
      () => asked.length,
      (length) => length > 0,
    );
    assert.match(
      asked[0]?.text ?? '',
      /^That is no longer needed\. What can be done now: It is solved/,
    );
    assert.ok(hasNoRow('Uncommitted changes')(rows()));
  });

  it('takes up a branch that was left in the middle', async () => {
    const state = `${stateFile()}.away`;
    const before = git('branch', '--show-current');
    git('switch', '-q', '-c', 'feature/left');
    git('commit', '-q', '--allow-empty', '-m', 'WIP: Half a form - checkpoint');
    git('switch', '-q', before);
    renameSync(stateFile(), state);
    try {
      await api.projects.all[0]?.refresh();
      const { asked } = answer({
        choose: (labels) => labels.find((label) => label.includes('Half a form')),
        warning: () => 'Switch Branch',
        input: ({ value }) => value,
      });
      await vscode.commands.executeCommand('baton.findInterrupted');
      assert.deepEqual(
        asked.map(({ kind }) => kind),
        ['choose', 'warning', 'input'],
      );
      assert.equal(asked[1]?.text, 'Switch to the branch "feature/left"?');
      assert.equal(git('branch', '--show-current'), 'feature/left');
      assert.equal(api.projects.all[0]?.snapshot?.state?.working_on, 'Half a form');
    } finally {
      git('switch', '-q', before);
      git('branch', '-q', '-D', 'feature/left');
      renameSync(state, stateFile());
    }
  });

  it('says so when a file is no longer there', async () => {
    const { asked } = answer({});
    await vscode.commands.executeCommand('baton.openFile', { file: file('gone.md') });
    await eventually(
      'the reason',
      () => asked.length,
      (length) => length > 0,
    );
    assert.equal(asked[0]?.text, 'gone.md is no longer there.');
  });

  it('does nothing for a project that is no longer open', async () => {
    const { asked } = answer({});
    await vscode.commands.executeCommand('baton.save', { root: '/closed' });
    await eventually(
      'the reason',
      () => asked.length,
      (length) => length > 0,
    );
    assert.match(asked[0]?.text ?? '', /^\/closed is no longer open/);
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

  for (const [what, object, name, value] of [
    ['the window is not trusted', vscode.workspace, 'isTrusted', false],
    ['somebody debugs', vscode.debug, 'activeDebugSession', { id: 'session' }],
  ] as const) {
    it(`does neither save nor remind while ${what}`, async () => {
      await saveLongAgo();
      changeFile();
      const otherwise = pretend(object, name, value);
      try {
        for (const setting of ['auto', 'remind']) {
          const before = said(/^Last saved/).length;
          await setCheckpoint(setting);
          // It would have come by then: see the test before.
          await delay(2000);
          assert.equal(said(/^Last saved/).length, before);
        }
        assert.equal(git('rev-parse', 'HEAD'), commit);
      } finally {
        otherwise.restore();
      }
    });
  }

  it('saves although another project cannot be looked at', async () => {
    await saveLongAgo();
    changeFile();
    const [own] = api.projects.all;
    const bad = {
      root: '/bad',
      snapshot: own?.snapshot,
      unsavedWork: () => Promise.reject(new Error('unreadable')),
    };
    const several = pretend(api.projects, 'all', [bad, own]);
    try {
      await setCheckpoint('auto');
      const subject = () => git('log', '-1', '--format=%s');
      await eventually('the checkpoint', subject, (seen) => /^WIP: .* - checkpoint$/.test(seen));
    } finally {
      several.restore();
    }
  });

  it('asks which project is meant, the active one first', async () => {
    changeFile();
    const several = pretend(api.projects, 'all', [{ root: '/other' }, api.projects.all[0]]);
    const { asked } = answer({});
    try {
      for (const command of ['save', 'load', 'startSession', 'undoSave', 'addStep']) {
        await vscode.commands.executeCommand(`baton.${command}`);
      }
      const question = ['pick', 'Which Project?', [path.basename(root()), 'other']];
      assert.deepEqual(
        asked.map(({ kind, text, choices }) => [kind, text, choices]),
        Array(5).fill(question),
      );
    } finally {
      several.restore();
    }
  });

  it('does not save by a setting that it does not know', async () => {
    await saveLongAgo();
    changeFile();
    await setCheckpoint('never');
    await delay(2000);
    assert.equal(git('rev-parse', 'HEAD'), commit);
  });

  it('reminds instead when what changed looks like a secret, and then not again', async () => {
    await saveLongAgo();
    const key = ['AKIA', 'Q7ZT4WXN2MKD6RJB'].join('');
    appendFileSync(file('src', 'berths.ts'), `const key = '${key}';\n`);
    const { asked } = answer({ information: (_text, choices) => choices[0] });
    await setCheckpoint('auto');
    const isSaid = (seen: string[]) => seen.length > 0;
    await eventually('the reminder', () => said(/^Last saved/), isSaid);
    await eventually(
      'the save it offers',
      () => asked,
      (seen) => seen.some(({ kind }) => kind === 'input'),
    );
    answered?.restore();
    assert.deepEqual(said(/^Last saved/), ['Last saved 2 hours ago, 1 file changed.']);
    assert.equal(git('rev-parse', 'HEAD'), commit);
    await setCheckpoint('remind');
    // A second one would need no longer than the first did.
    await delay(2000);
    assert.equal(said(/^Last saved/).length, 1);
  });

  for (const isTrusted of [false, true]) {
    it(`suggests a save when a session ends with changes${isTrusted ? '' : ', but not untrusted'}`, () =>
      endSession(isTrusted));
  }

  async function endSession(isTrusted: boolean): Promise<void> {
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
    const trust = pretend(vscode.workspace, 'isTrusted', isTrusted);
    const { asked } = answer({ information: (_text, choices) => choices[0] });
    try {
      writeSession('terminated');
      await eventually('its end', sessions, is('terminated'), 15_000);
      if (!isTrusted) {
        await delay(2000);
        assert.deepEqual(said(/has ended/), []);
        return;
      }
      await eventually(
        'the save it offers',
        () => asked,
        (seen) => seen.some(({ kind }) => kind === 'input'),
      );
    } finally {
      trust.restore();
    }
    assert.deepEqual(said(/has ended/), [
      'The session claude a1b2c3d4 has ended, and 1 file is not saved.',
    ]);
  }
});
