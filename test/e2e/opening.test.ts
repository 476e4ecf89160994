import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { commitAll, git, initRepository } from '../support/git';
import { useWorkFolder } from '../support/suiteWindow';
import { openWindow, type Window } from '../support/window';

describe('Baton when a window opens', function () {
  this.timeout(180_000);
  let window: Window | undefined;
  const work = useWorkFolder(() => window);

  before(async () => {
    window = await openWindow({ extension: 'packaged' });
  });

  async function open(workspace: string): Promise<Window> {
    assert.ok(window);
    await window.open(workspace);
    await window.workbench.openViewContainer('Baton');
    return window;
  }

  const toast = ({ page }: Window) => page.locator('.notifications-toasts .notification-list-item');
  const picked = ({ page }: Window) => page.locator('.quick-input-widget');

  /** By its button, which appears when it can be used; the palette would not list it before. */
  async function load({ workbench }: Window): Promise<void> {
    const session = workbench.view('Session');
    await session.getByText('5/12 · 42 %').hover();
    await session.getByRole('button', { name: 'Load Session' }).click();
  }

  async function inBothThemes({ page, ...shown }: Window, name: string): Promise<void> {
    for (const [theme, className] of [
      ['light', 'vs'],
      ['dark', 'vs-dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`.monaco-workbench.${className}`).waitFor();
      await shown.screenshot(`${name}-${theme}`);
    }
  }

  /** The sample, with nothing in the way. */
  async function sample(name: string): Promise<string> {
    const directory = path.join(work, name);
    await createSampleProject(directory);
    rmSync(path.join(directory, '.claude', 'state', 'blockers.json'));
    const file = path.join(directory, '.claude', 'session-state.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...state, blocker: null }));
    return directory;
  }

  it('says once that the session is restored, and what comes next', async () => {
    const directory = await sample('harbor');
    const shown = await open(directory);
    const notice = toast(shown).getByText(/^Session restored: User authentication.*\(5\/12\)$/);
    await notice.waitFor();
    await inBothThemes(shown, 'opening-restored');
    await toast(shown).getByRole('button', { name: 'Next Step' }).click();
    await toast(shown).getByText('Next: Write the tests of UserService').waitFor();

    await open(directory);
    await shown.workbench.view('Session').getByText('5/12 · 42 %').waitFor();
    await load(shown);
    await toast(shown)
      .getByText(/^SESSION RESTORED · User authentication/)
      .waitFor();
    assert.equal(await notice.count(), 0);
  });

  it('is silent where that is set', async () => {
    const directory = await sample('quiet');
    mkdirSync(path.join(directory, '.vscode'));
    const settings = path.join(directory, '.vscode', 'settings.json');
    writeFileSync(settings, JSON.stringify({ 'baton.showOnOpen': false }));
    appendFileSync(path.join(directory, '.git', 'info', 'exclude'), '.vscode\n');
    const shown = await open(directory);
    await shown.workbench.view('Session').getByText('5/12 · 42 %').waitFor();
    await load(shown);
    const verdict = toast(shown).getByText(/^SESSION RESTORED · User authentication/);
    await verdict.waitFor();
    // That of the load itself goes in its own time.
    await toast(shown).nth(1).waitFor({ state: 'hidden' });
    assert.equal(await toast(shown).count(), 1);
  });

  it('says what does not match, and mends it from the notice, the rows and the verdict', async () => {
    const directory = await sample('mismatch');
    git(directory, 'switch', '-q', 'main');
    appendFileSync(path.join(directory, 'README.md'), '\nMore.\n');
    const shown = await open(directory);
    const { page, workbench } = shown;
    await toast(shown)
      .getByText(/saved on feature\/user-auth, but this is main/)
      .waitFor();
    const session = workbench.view('Session');
    await session.getByText('Another branch').waitFor();
    await session.getByText('Another branch').click();
    await inBothThemes(shown, 'opening-findings');

    await toast(shown).getByRole('button', { name: 'Details' }).click();
    await picked(shown)
      .getByText(/^SESSION RECOVERY FAILED/)
      .waitFor();
    await inBothThemes(shown, 'load-verdict');
    await picked(shown).getByText('Continue on main and update the saved state').click();
    await picked(shown)
      .getByText(/^SESSION RESTORED/)
      .waitFor();
    await session.getByText('Another branch').waitFor({ state: 'hidden' });
    await shown.screenshot('load-verdict-after-action');
    await page.keyboard.press('Escape');

    await session.getByText('Uncommitted changes').hover();
    await session.getByRole('button', { name: 'Stash Changes' }).first().click();
    await session.getByText('Uncommitted changes').waitFor({ state: 'hidden' });
    await toast(shown)
      .getByText(/^Stashed as/)
      .waitFor();
    assert.match(git(directory, 'stash', 'list'), /Baton: /);
  });

  it('offers the ways to begin where there is no session', async () => {
    const directory = path.join(work, 'fresh');
    const change = path.join(directory, 'openspec', 'changes', '00031-berths');
    mkdirSync(change, { recursive: true });
    initRepository(directory);
    writeFileSync(path.join(directory, 'ROADMAP.md'), '# Roadmap\n');
    writeFileSync(path.join(change, 'proposal.md'), '# Show free berths\n');
    writeFileSync(path.join(change, 'tasks.md'), '- [x] Model\n- [ ] Form\n- [ ] Test\n');
    commitAll(directory);
    git(directory, 'switch', '-q', '-c', 'feature/prices');
    commitAll(directory, 'WIP: Prices by the season - checkpoint');
    git(directory, 'switch', '-q', 'main');
    const shown = await open(directory);
    const session = shown.workbench.view('Session');
    await session.getByRole('button', { name: 'Start New Session' }).waitFor();
    await session.getByText('see the ROADMAP').waitFor();
    await inBothThemes(shown, 'welcome-new-session');
    assert.equal(await toast(shown).count(), 0);

    await session.getByText('find interrupted work').click();
    await picked(shown).getByText('Prices by the season').waitFor();
    await shown.screenshot('interrupted-work');
    await picked(shown).getByText('Show free berths').click();
    await picked(shown).getByText('What are you working on?').waitFor();
    await shown.page.keyboard.press('Enter');
    await session.getByText('1/3 · 33 %').waitFor();
    await session.getByText('OpenSpec #00031-berths').waitFor();
  });
});
