import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Blocker } from '../../src/core/schemas/blocker';
import type { BatonApi } from '../../src/extension/extension';
import type { TreeNode } from '../../src/extension/views/treeNode';
import { brokenProject } from '../support/brokenProject';
import { outline } from '../support/snapshots';
import { type Answers, answerWith, pretend } from './answers';
import { activateBaton, eventually, forgetNotices } from './batonApi';
import { sampleProject } from './sample';

/** A shell, npm and node have to start. */
const runMs = 25_000;

describe('blockers in the window', function () {
  this.timeout(90_000);
  let api: BatonApi;
  let sample: ReturnType<typeof sampleProject>;
  let tide: ReturnType<typeof brokenProject>;
  let terminal: vscode.Terminal | undefined;
  let original: string;
  const undo: { restore(): void }[] = [];
  const blockersFile = () => sample.file('.claude', 'state', 'blockers.json');
  const nodes = () => api.views.blockers.nodes();
  const open = () => nodes().filter(({ kind }) => kind.startsWith('blocker'));
  const found = () =>
    open().find(({ blocker }) => blocker?.evidence?.command?.startsWith('npm test'));
  const runs = 'npm test';
  const told = () => api.notices.shown.filter((each) => each.includes(runs));
  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand(`baton.${command}`, ...args);

  before(async () => {
    api = await activateBaton();
    await eventually('the sample blocker', open, (seen) => seen.length === 1);
    sample = sampleProject();
    original = readFileSync(blockersFile(), 'utf8');
  });
  beforeEach(() => {
    tide = brokenProject(sample.file('tide'));
    forgetNotices(api, runs);
  });
  afterEach(async () => {
    undo.splice(0).forEach((each) => {
      each.restore();
    });
    // Also those of Baton: the folder that they are in is made anew.
    vscode.window.terminals.forEach((each) => {
      each.dispose();
    });
    terminal = undefined;
    sample.reset();
    writeFileSync(blockersFile(), original);
    await api.projects.all[0]?.refresh();
  });
  after(() => {
    sample.leave();
  });

  function answer(answers: Answers) {
    const answered = answerWith(answers);
    undo.push(answered);
    return answered.asked;
  }

  /** As a person: a shell in the folder, and its words. */
  async function type(...lines: string[]): Promise<void> {
    terminal ??= vscode.window.createTerminal({ cwd: tide.directory });
    terminal.show();
    await eventually(
      'shell integration',
      () => terminal?.shellIntegration !== undefined,
      Boolean,
      runMs,
    );
    for (const line of lines) {
      const ended = ending();
      terminal.sendText(line);
      await eventually('the end of the command', ended, Boolean, runMs);
    }
  }

  function ending(): () => boolean {
    let isOver = false;
    undo.push({
      restore: () => void listener.dispose(),
    });
    const listener = vscode.window.onDidEndTerminalShellExecution(() => (isOver = true));
    return () => isOver;
  }

  const failure = async (): Promise<TreeNode> => {
    const node = await eventually('the blocker', found, Boolean, runMs);
    assert.ok(node);
    return node;
  };
  const solved = () =>
    eventually(
      'its end',
      () => outline(nodes()).join('\n'),
      (rows) => found() === undefined && rows.includes('npm test passed'),
      runMs,
    );

  it('open when npm test fails in a terminal, count up, and close when it passes', async () => {
    const toldBefore = told().length;
    await type('npm test');
    const first = await failure();
    assert.equal(first.blocker?.type, 'test_failure');
    assert.equal(first.blocker.evidence?.source, 'terminal');
    assert.equal(first.blocker.evidence.exit_code, 1);
    assert.equal(api.views.blockers.badge()?.value, 2);
    assert.equal(api.statusBar.shown()?.blocked, true);
    await eventually('the notice', told, (seen) => seen.length === toldBefore + 1, runMs);

    await type('npm test');
    await eventually(
      'the second time',
      () => found()?.description ?? '',
      (seen) => seen.includes('seen 2 times'),
      runMs,
    );
    assert.equal(told().length, toldBefore + 1);

    tide.mend();
    await type('npm test');
    await solved();
    assert.equal(api.views.blockers.badge()?.value, 1);
  });

  it('are not opened by what merely fails, nor by what was interrupted', async () => {
    await type('grep nothing sum.js', 'test -f nowhere', 'false', 'cat nowhere');
    const [slow, began] = [tide.file('slow.test.js'), tide.file('began')];
    const wait = 'require("node:test")("slow", () => new Promise(() => setInterval(() => 0, 999)))';
    writeFileSync(slow, `${wait};\nrequire("node:fs").writeFileSync("began", "");\n`);
    const ended = ending();
    terminal?.sendText('npm test');
    await eventually('the slow test', () => existsSync(began), Boolean, runMs);
    terminal?.sendText('\u0003', false);
    await eventually('the end of it', ended, Boolean, runMs);
    rmSync(slow);
    // What comes after them is recorded, so that they would have been by now.
    await type('npm test');
    await failure();
    const recorded = blockersOnDisk().open.filter(({ id }) => id !== row0().id);
    assert.deepEqual(
      recorded.map(({ evidence, count }) => [evidence?.command, count]),
      [['npm test', 1]],
    );
  });

  it('lead to the place in the code', async () => {
    await type('npm test');
    const { target } = (await failure()).children?.find(({ label }) => label === 'Place') ?? {};
    assert.equal(target?.file, tide.file('sum.test.js'));
    await run('openFile', target);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, tide.file('sum.test.js'));
    assert.equal(vscode.window.activeTextEditor.selection.active.line, (target.line ?? 0) - 1);
  });

  it('open and close by tasks, too', async () => {
    const task = () =>
      new vscode.Task(
        { type: 'shell' },
        vscode.workspace.workspaceFolders?.[0] ?? vscode.TaskScope.Workspace,
        'tides',
        'test',
        new vscode.ShellExecution('npm test', { cwd: tide.directory }),
      );
    await vscode.tasks.executeTask(task());
    assert.equal((await failure()).blocker?.evidence?.source, 'task');
    tide.mend();
    await vscode.tasks.executeTask(task());
    await solved();
  });

  it('open when a build fails that says nothing', async () => {
    const task = new vscode.Task(
      { type: 'shell' },
      vscode.workspace.workspaceFolders?.[0] ?? vscode.TaskScope.Workspace,
      'quiet build',
      'test',
      new vscode.ShellExecution('node', ['quiet.js', 'a b'], {
        cwd: tide.directory,
      }),
    );
    task.group = vscode.TaskGroup.Build;
    writeFileSync(tide.file('quiet.js'), 'process.exit(3);\n');
    await vscode.tasks.executeTask(task);
    const built = () => open().find(({ label }) => label.includes('quiet build'));
    const { blocker } = (await eventually('the blocker', built, Boolean, runMs)) ?? {};
    assert.equal(blocker?.type, 'build_error');
    assert.equal(blocker.evidence?.source, 'task');
    assert.match(blocker.evidence.command ?? '', /^node quiet\.js ['"]a b['"]$/);
  });

  it('open with a merge that conflicts and close with its end, in silence where that is set', async () => {
    const settings = vscode.workspace.getConfiguration('baton');
    await settings.update('blockerNotifications', false, vscode.ConfigurationTarget.Global);
    undo.push({
      restore: () =>
        void settings.update('blockerNotifications', undefined, vscode.ConfigurationTarget.Global),
    });
    const { git } = sample;
    const branch = git('branch', '--show-current');
    const write = (text: string) => {
      writeFileSync(sample.file('README.md'), text);
      git('commit', '--quiet', '--all', '--message', text);
    };
    git('switch', '--quiet', '--create', 'other');
    write('theirs');
    git('switch', '--quiet', branch);
    write('ours');
    assert.throws(() => git('merge', 'other'));
    const conflict = () => open().find(({ blocker }) => blocker?.type === 'merge_conflict');
    const seen = await eventually('the conflict', conflict, Boolean, runMs);
    assert.match(seen?.label ?? '', /README\.md/);
    assert.ok(!api.notices.shown.some((each) => each.includes('README.md')));

    git('merge', '--abort');
    git('branch', '--quiet', '-D', 'other');
    await eventually('its end', conflict, (each) => each === undefined, runMs);
  });

  it('are not recorded in Restricted Mode', async () => {
    const restricted = pretend(vscode.workspace, 'isTrusted', false);
    undo.push(restricted);
    await type('npm test');
    restricted.restore();
    // The next one is recorded, and it is the first.
    await type('npm test');
    const row = await failure();
    assert.equal(row.blocker?.count, 1);
    // Told before the files are put back: what is written later would bring it back with them.
    await eventually('that it is told', told, (seen) => seen.length > 0, runMs);
  });

  it('stay when tests still fail behind a pipe that hides it', async () => {
    const toldBefore = told().length;
    await type('npm test 2>&1 | tail -40');
    const row = await failure();
    await eventually('the notice', told, (seen) => seen.length > toldBefore, runMs);
    const again = () => blockersOnDisk().open.find(({ id }) => id === row.blocker?.id);
    // A test before this one may have left a run of the same command behind.
    const piped = (seen: ReturnType<typeof again>) => seen?.evidence?.command?.includes('tail');
    await eventually('the piped run', again, (seen) => piped(seen) === true, runMs);
    const before = again()?.count ?? 0;
    await recoverWith('node --version');
    answer({ warning: (text, [first]) => (text.startsWith('Recover from') ? first : undefined) });
    await run('recoverBlocker', row);
    // The terminal tells of the same run, be it before or after.
    await eventually('one time more', again, (seen) => seen?.count === before + 1, runMs);
    const still = again();
    assert.match(still?.recovery_outcome ?? '', /^not solved: npm test .* still fails/);
    assert.equal(still?.recovery_attempted, 1);
    assert.ok(api.notices.shown.some((each) => each.startsWith('Not solved: ')));
  });

  it('are run again by a button, and recover by the command of the user', async () => {
    const began = Date.now();
    await type('npm test');
    const row = await failure();
    const again = () => blockersOnDisk().open.find(({ id }) => id === row.blocker?.id);
    // Told before the questions below, or long ago: a test before may have left a run of it behind.
    const wasTold = () => Date.parse(again()?.notified_at ?? '') < began;
    await eventually('that it is told', () => told().length > 0 || wasTold(), Boolean, runMs);
    await eventually(
      'the run',
      () => again()?.evidence?.command,
      (seen) => seen === 'npm test',
      runMs,
    );
    const { count: before = 0, recovery_attempted: attempts = 0 } = again() ?? {};
    const asked = answer({
      warning: (text, [first]) => (text.startsWith('Recover from') ? first : undefined),
    });
    await run('rerunBlocker', row);
    await eventually('one time more', again, (seen) => (seen?.count ?? 0) > before, runMs);
    // It was seen running here, so nobody was asked.
    assert.equal(asked.length, 0, JSON.stringify(asked));

    await recoverWith('node mend.js');
    await run('recoverBlocker', found());
    await solved();
    assert.match(asked[0]?.text ?? '', /^Recover from/);
    assert.match(asked[0]?.detail ?? '', /^node mend\.js$/m);
    assert.match(asked[0]?.detail ?? '', /runs again:\nnpm test$/m);
    const closed = lastClosed();
    assert.equal(closed?.recovery_attempted, attempts + 1);
    assert.match(closed.recovery_outcome ?? '', /^solved: npm test passed after node mend\.js/);
  });

  it('ask before a command runs that nobody saw running here', async () => {
    const foreign = { ...row0(), id: 'b-1-000001', evidence: { command: 'touch run-by-baton' } };
    writeFileSync(blockersFile(), JSON.stringify({ version: 1, open: [foreign], closed: [] }));
    await api.projects.all[0]?.refresh();
    const asked = answer({ warning: () => undefined });
    await run('rerunBlocker', open()[0]);
    assert.equal(asked[0]?.text, 'Re-run this command?');
    assert.match(asked[0].detail ?? '', /^Baton has not seen it run/);
    assert.match(asked[0].detail ?? '', /^touch run-by-baton$/m);
    const touched = () => existsSync(sample.file('run-by-baton'));
    assert.equal(touched(), false);
    // Not to the notice of it, which would begin a recovery.
    answer({ warning: (text, [first]) => (text.startsWith('Re-run') ? first : undefined) });
    await run('rerunBlocker', open()[0]);
    assert.equal(touched(), true);
    rmSync(sample.file('run-by-baton'));
  });

  it('are added, changed, copied and marked as solved by hand', async () => {
    const description = 'The staging server has no certificate';
    answer({
      input: ({ value }) => (value ? `${value} yet` : description),
      pick: (labels) =>
        ['Design issue', '$(info) low', 'Description', 'Only Close It'].filter((each) =>
          labels.includes(each),
        ),
    });
    const mine = () => open().find(({ label }) => label.startsWith(description));
    await run('addBlocker');
    assert.equal(mine()?.spoken, 'Design issue · low');
    assert.equal(mine()?.icon?.id, 'info');
    await run('editBlocker', mine());
    assert.equal(mine()?.label, `${description} yet`);
    await run('copyBlocker', mine());
    assert.ok((await vscode.env.clipboard.readText()).includes(`${description} yet`));
    await run('markSolved', mine());
    assert.equal(mine(), undefined);
    assert.equal(lastClosed()?.closed_by, 'solved by the user');
    // Whoever writes one down needs no notice.
    assert.ok(!api.notices.shown.some((each) => each.includes(description)));
  });

  async function recoverWith(command: string): Promise<void> {
    const settings = vscode.workspace.getConfiguration('baton');
    const set = (recovery: unknown) =>
      settings.update('recovery', recovery, vscode.ConfigurationTarget.Global);
    await set({ test_failure: { command } });
    undo.push({ restore: () => void set(undefined) });
  }

  function blockersOnDisk() {
    return JSON.parse(readFileSync(blockersFile(), 'utf8')) as {
      open: Blocker[];
      closed: (Blocker & { closed_by?: string })[];
    };
  }
  const lastClosed = () => blockersOnDisk().closed.at(-1);
  const row0 = () => (JSON.parse(original) as { open: [Blocker] }).open[0];
});
