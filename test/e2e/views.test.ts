import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { initRepository } from '../support/git';
import { useWorkFolder } from '../support/suiteWindow';
import { openWindow, type Window } from '../support/window';

const themes = [
  ['dark', 'vs-dark', { colorScheme: 'dark' }],
  ['light', 'vs', { colorScheme: 'light' }],
  ['high-contrast', 'hc-black', { colorScheme: 'dark', forcedColors: 'active' }],
] as const;

describe('Baton in the window', function () {
  this.timeout(180_000);
  let window: Window | undefined;
  const work = useWorkFolder(() => window);
  const sample = path.join(work, 'harbor');

  /** One window for all tests that need no other: starting it takes most of their time. */
  before(async () => {
    await createSampleProject(sample);
    window = await openWindow({ extension: 'packaged' });
  });

  async function open(workspace: string | undefined): Promise<Window> {
    assert.ok(window);
    await window.open(workspace);
    await window.workbench.openViewContainer('Baton');
    return window;
  }

  async function waitForText(view: string, text: string | RegExp): Promise<void> {
    assert.ok(window);
    await window.workbench.view(view).getByText(text).first().waitFor({ timeout: 20_000 });
  }

  it('shows session, decisions, blockers and progress, and follows a change on disk', async () => {
    const { page, workbench, ...shown } = await open(sample);
    await waitForText('Session', '5/12 · 42 %');
    await waitForText('Decisions', /^D\d+ /);
    await waitForText('Blockers', /session does not end/);
    const session = await workbench.treeRows('Session');
    assert.ok(session.some(({ label }) => label === 'Next steps'));
    const status = workbench.statusBarItem('baton-tools.baton');
    await status.waitFor();
    await status.filter({ hasText: /5\/12 · 42 % +feature\/user-auth/ }).waitFor();
    for (const [name, className, media] of themes) {
      await page.emulateMedia(media);
      await page.locator(`.monaco-workbench.${className}`).waitFor();
      await shown.screenshot(`views-${name}`);
    }
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });

    const file = path.join(sample, '.claude', 'session-state.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      JSON.stringify({
        ...(JSON.parse(before) as object),
        working_on: 'Changed by another program',
        // Else its tasks are the truth about progress.
        openspec: null,
        task_progress: { completed: 9, total: 12, percentage: 75 },
      }),
    );
    await waitForText('Session', '9/12 · 75 %');
    await waitForText('Session', 'Changed by another program');
    await status.filter({ hasText: /9\/12 · 75 %/ }).waitFor();
    await shown.screenshot('views-after-change');

    writeFileSync(`${file}.bak`, before);
    writeFileSync(file, '{ "mode": "quick", ');
    const notice = workbench.view('Session').locator('.message');
    await notice.getByText(/The backup is shown instead/).waitFor();
    await waitForText('Session', '5/12 · 42 %');
    await shown.screenshot('views-broken-with-backup');
    await workbench.runCommand('Baton: Restore Backup of Session State');
    const toast = page.locator('.notifications-toasts .notification-list-item');
    await toast.getByText(/The broken file is kept as/).waitFor();
    await workbench.view('Session').getByText('session-state.json').waitFor({ state: 'hidden' });
    assert.equal(readFileSync(file, 'utf8'), before);
    await shown.screenshot('views-restored');
  });

  it('says in each empty situation what to do', async () => {
    const folder = (name: string) => {
      const directory = path.join(work, name);
      mkdirSync(directory, { recursive: true });
      return directory;
    };
    initRepository(folder('no-claude-folder'));
    initRepository(folder('nothing-saved'));
    mkdirSync(path.join(folder('nothing-saved'), '.claude'));
    initRepository(folder('broken'));
    mkdirSync(path.join(folder('broken'), '.claude'));
    writeFileSync(path.join(folder('broken'), '.claude', 'session-state.json'), '{ "mode": ');

    const situations: [name: string, folder: string | undefined, text: RegExp, action?: string][] =
      [
        ['no-folder-open', undefined, /Open a project folder/, 'Open Folder'],
        ['no-repository', folder('no-repository'), /not a git repository/, 'Initialize Repository'],
        ['no-claude-folder', folder('no-claude-folder'), /no \.claude folder/, 'Start New Session'],
        [
          'nothing-saved',
          folder('nothing-saved'),
          /no session has been saved/,
          'Start New Session',
        ],
        ['broken-json', folder('broken'), /There is no backup/],
      ];
    for (const [name, directory, text, action] of situations) {
      const shown = await open(directory);
      await waitForText('Session', text);
      if (action) {
        await shown.workbench.view('Session').getByRole('button', { name: action }).waitFor();
      }
      await shown.screenshot(`welcome-${name}`);
    }
    const shown = await open(folder('no-repository'));
    const session = shown.workbench.view('Session');
    await session.getByRole('button', { name: 'Initialize Repository' }).click();
    await waitForText('Session', /no \.claude folder/);
  });

  it('starts a session from the welcome view', async () => {
    const directory = path.join(work, 'fresh');
    mkdirSync(directory);
    initRepository(directory);
    const { page, workbench, ...shown } = await open(directory);
    await workbench.view('Session').getByRole('button', { name: 'Start New Session' }).click();
    await page.locator('.quick-input-widget input').fill('로그인 화면 만들기');
    await shown.screenshot('start-session');
    await page.keyboard.press('Enter');
    await waitForText('Session', '로그인 화면 만들기');
    const file = path.join(directory, '.claude', 'session-state.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    assert.equal(state.working_on, '로그인 화면 만들기');
    assert.equal(state.git_branch, 'main');
    await shown.screenshot('session-started');
  });

  it('shows one project per folder of a workspace, and folders of one repository once', async () => {
    const other = path.join(work, 'other');
    mkdirSync(path.join(other, '.claude'), { recursive: true });
    initRepository(other);
    writeFileSync(
      path.join(other, '.claude', 'session-state.json'),
      JSON.stringify({
        mode: 'quick',
        saved_at: '2026-01-15T14:30:00Z',
        git_branch: 'main',
        openspec: null,
        working_on: 'Other work',
      }),
    );
    const workspace = path.join(work, 'both.code-workspace');
    const folders = [other, sample, path.join(sample, 'src')].map((each) => ({ path: each }));
    writeFileSync(workspace, JSON.stringify({ folders }));
    const { workbench, ...shown } = await open(workspace);
    await waitForText('Session', 'Other work');
    for (const view of ['Agents', 'Blockers', 'Decisions']) {
      await workbench.foldView(view);
    }
    await waitForText('Session', '5/12 · 42 %');
    const rows = await workbench.treeRows('Session');
    assert.deepEqual(
      rows.filter(({ level }) => level === 1).map(({ label }) => label),
      ['other', 'harbor'],
    );
    await shown.screenshot('multi-root');
  });

  it('only reads in Restricted Mode', async () => {
    await window?.close();
    window = await openWindow({ extension: 'packaged', trusted: false });
    const { workbench, page, ...shown } = await open(sample);
    await waitForText('Session', '5/12 · 42 %');
    await workbench.view('Session').hover();
    const start = page.locator('.part.sidebar').getByRole('button', { name: 'Start New Session…' });
    assert.equal(await start.count(), 0);
    await shown.screenshot('restricted-mode');
  });
});
