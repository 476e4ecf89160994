import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { git } from '../support/git';
import { pictures, useWorkFolder } from '../support/suiteWindow';
import { openWindow, type Window } from '../support/window';

describe('Saving in the window', function () {
  this.timeout(180_000);
  let window: Window;
  const work = useWorkFolder(() => window);
  const sample = path.join(work, 'harbor');
  const file = (...parts: string[]) => path.join(sample, ...parts);

  before(async () => {
    await createSampleProject(sample);
    git(sample, 'config', 'user.name', 'Harbor Sample');
    git(sample, 'config', 'user.email', 'sample@harbor.invalid');
    window = await openWindow({ extension: 'packaged', workspace: sample });
    await window.workbench.openViewContainer('Baton');
    // The room of a folded view goes to the last that is open.
    for (const other of ['Agents', 'Blockers', 'Decisions']) {
      await window.workbench.foldView(other);
    }
  });

  const session = () => window.workbench.view('Session');
  const row = (label: string) =>
    session().locator('.monaco-list-row').filter({ hasText: label }).first();
  const quickInput = () => window.page.locator('.quick-input-widget');
  const toast = (text: RegExp) =>
    window.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
  const state = () =>
    JSON.parse(readFileSync(file('.claude', 'session-state.json'), 'utf8')) as {
      next_steps: string[];
    };

  async function until(what: string, isSo: () => boolean): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!isSo()) {
      assert.ok(Date.now() < deadline, `${what} did not happen`);
      await window.page.waitForTimeout(100);
    }
  }

  /** A tree that is drawn anew at that moment may lose a click. */
  async function toggle(label: string, expanded: boolean): Promise<void> {
    const isSo = async () => (await row(label).getAttribute('aria-expanded')) === String(expanded);
    for (let attempt = 1; !(await isSo()); attempt++) {
      assert.ok(attempt < 10, `${label} stays as it is`);
      await row(label).locator('.monaco-tl-twistie').click();
      await window.page.waitForTimeout(500);
    }
  }

  it('ticks a task in the tree', async () => {
    await toggle('5/12 · 42 %', true);
    await row('2.3 Test the user service').locator('.custom-view-tree-node-item-checkbox').click();
    await row('6/12 · 50 %').waitFor();
    assert.match(
      readFileSync(file('openspec/changes/00027-user-auth/tasks.md'), 'utf8'),
      /- \[x\] 2\.3/,
    );
    await row('2.4 End a session').click();
    await window.page.locator('.tab.active', { hasText: 'tasks.md' }).waitFor();
    await pictures(window, 'tasks');
  });

  it('orders next steps by dragging, and with the keyboard alone', async () => {
    const [first = '', second = ''] = state().next_steps;
    await toggle('6/12 · 50 %', false);
    await row(second).dragTo(row(first));
    await until('the move', () => state().next_steps[0] === second);
    await row(second).click();
    await pictures(window, 'steps');

    const { keyboard } = window.page;
    await window.workbench.runCommand('Baton: Edit Next Steps…');
    await quickInput().getByText(`1. ${second}`).waitFor();
    await window.screenshot('edit-next-steps');
    await keyboard.press('Enter');
    await quickInput().getByText('Move Down').waitFor();
    await window.screenshot('edit-next-step');
    await keyboard.type('Move Down');
    await keyboard.press('Enter');
    await quickInput().getByText(`1. ${first}`).waitFor();
    await keyboard.press('Escape');
    assert.deepEqual(state().next_steps, [first, second]);
  });

  it('saves by the palette, and shows the report', async () => {
    const { page, workbench } = window;
    appendFileSync(file('README.md'), '\nPeople sign in with a name and a password.\n');
    await workbench.runCommand('Baton: Save Session');
    await quickInput().getByText('What does this checkpoint hold?').waitFor();
    // What is typed before it has the focus goes elsewhere.
    await quickInput().locator('input:focus').waitFor();
    await page.keyboard.type('Sign in, half done');
    await quickInput().getByText('"WIP: Sign in, half done - checkpoint"').waitFor();
    await pictures(window, 'save-words');
    await page.keyboard.press('Enter');
    const told = toast(/Committed \d files? as/);
    await told.waitFor();
    await toast(/Save Session/).waitFor({ state: 'hidden' });
    await window.screenshot('save-done');
    assert.equal(git(sample, 'log', '-1', '--format=%s'), 'WIP: Sign in, half done - checkpoint');
    await told.getByRole('button', { name: 'Show Report' }).click();
    const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await preview.getByRole('heading', { name: 'Save Report' }).waitFor();
    await pictures(window, 'save-report');
  });

  it('warns about secrets before it commits', async () => {
    const { page, workbench } = window;
    const head = git(sample, 'rev-parse', 'HEAD');
    const key = `ghp_${'Zq3vX9tLw2Rk7Bn5Jd8Yc4Hs6Mf1Pg0Ae2Uo'.slice(0, 36)}`;
    const password = ['hR7!kd', '92Lq#vX'].join('');
    appendFileSync(file('README.md'), `token = '${key}'\npassword: "${password}"\n`);
    await workbench.runCommand('Baton: Save Session');
    await quickInput().getByText('What does this checkpoint hold?').waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText(/Nothing was committed/).waitFor();
    await pictures(window, 'secrets');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.locator('.tab.active', { hasText: 'README.md' }).waitFor();
    assert.equal(git(sample, 'rev-parse', 'HEAD'), head);
  });

  it('offers what is rarer in the menu of the view', async () => {
    const { page } = window;
    await session().locator('.pane-header').hover();
    // By its icon: the name of the button differs between versions.
    await session().locator('.pane-header .codicon-toolbar-more').click();
    const titles = page.getByRole('menuitem');
    await titles.filter({ hasText: 'Save Session and Push' }).waitFor();
    assert.deepEqual((await titles.allInnerTexts()).map((title) => title.trim()).filter(Boolean), [
      'Save Session and Push',
      'Save Session, Push and Verify',
      'Undo Last Checkpoint',
      'Squash Checkpoints…',
      'Handover…',
      'Handover to…',
    ]);
    await page.keyboard.press('Escape');
  });
});
