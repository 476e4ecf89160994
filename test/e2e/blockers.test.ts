import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brokenProject } from '../support/brokenProject';
import { commitAll, initRepository } from '../support/git';
import { pictures, useWorkFolder } from '../support/suiteWindow';
import { openWindow, type Window } from '../support/window';

describe('Blockers in the window', function () {
  this.timeout(240_000);
  let window: Window;
  const work = useWorkFolder(() => window);
  const project = path.join(work, 'tide');
  let tide: ReturnType<typeof brokenProject>;
  const called = path.join(work, 'called.json');

  before(async () => {
    tide = brokenProject(project);
    initRepository(project);
    commitAll(project, 'Add up the tides');
    window = await openWindow({
      extension: 'packaged',
      workspace: project,
      settings: { 'baton.recovery': { test_failure: 'tester' } },
      env: environmentWithAgent(),
    });
    await window.workbench.openViewContainer('Baton');
  });

  /** A stand-in that writes down how it was called, and mends the file as an agent would. */
  function environmentWithAgent(): NodeJS.ProcessEnv {
    const folder = path.join(work, 'home');
    mkdirSync(folder);
    writeFileSync(
      path.join(folder, 'claude'),
      `#!/usr/bin/env node
require('node:fs').writeFileSync(${JSON.stringify(called)}, JSON.stringify(process.argv.slice(2)));
require(require('node:path').resolve('mend.js'));
`,
      { mode: 0o755 },
    );
    // VS Code asks the login shell for its PATH, and that may set it anew.
    for (const profile of ['.profile', '.zprofile']) {
      writeFileSync(path.join(folder, profile), `export PATH="${folder}:$PATH"\n`);
    }
    const PATH = [folder, process.env.PATH].join(path.delimiter);
    return { HOME: folder, PATH, npm_config_update_notifier: 'false' };
  }

  const view = () => window.workbench.view('Blockers');
  const row = (text: string | RegExp) =>
    view().locator('.monaco-list-row', { hasText: text }).first();
  const toasts = (text: string | RegExp) =>
    window.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  const badge = () =>
    window.page.locator('.part.activitybar .action-item', {
      has: window.page.locator('[aria-label^="Baton"]'),
    });

  /** With the keyboard, in the terminal of the window. */
  async function type(line: string): Promise<void> {
    const { page } = window;
    await page.locator('.terminal-wrapper.active .xterm').first().click();
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }

  it('says what will appear where nothing stands in the way', async () => {
    await view().getByText('Nothing stands in the way.').waitFor();
    await window.workbench.runCommand('Terminal: Create New Terminal');
    await window.page.locator('.terminal-wrapper.active .xterm').first().waitFor();
    await pictures(window, 'blockers-welcome');
  });

  it('opens one for a failing npm test that is typed into a terminal', async () => {
    await type('npm test');
    await row(/1 test fails/).waitFor();
    await toasts(/1 test fails/).waitFor();
    await badge().getByText('1', { exact: true }).waitFor();
    const status = window.workbench.statusBarItem('baton-tools.baton');
    await status.filter({ hasText: /1 blocker +main/ }).waitFor();
    const rows = await window.workbench.treeRows('Blockers');
    assert.deepEqual(
      rows.slice(1, 5).map(({ label }) => label),
      ['Evidence', 'Place', 'Command', 'Type'],
    );
    await pictures(window, 'blockers-open');
    assert.equal(await toasts(/1 test fails/).count(), 1);
  });

  it('leads to the place, and offers what can be done', async () => {
    const { page } = window;
    await row(/^Place/).click();
    await page.locator('.tab.active', { hasText: 'sum.test.js' }).waitFor();
    await row(/1 test fails/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy for Agent' }).waitFor();
    await pictures(window, 'blockers-menu');
    await page.keyboard.press('Escape');
  });

  it('recovers by the agent of the user after showing what it is asked', async () => {
    const { page } = window;
    await row(/1 test fails/).hover();
    await row(/1 test fails/)
      .getByRole('button', { name: /Recover/ })
      .click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('claude').waitFor();
    await pictures(window, 'blockers-recover');
    await dialog.getByRole('button', { name: 'Recover' }).click();
    await row('Nothing stands in the way').waitFor();
    await toasts(/Solved: /).waitFor();
    // As one argument, whatever is in it: no shell has read it.
    const args = JSON.parse(readFileSync(called, 'utf8')) as string[];
    assert.equal(args.length, 1);
    assert.match(args[0] ?? '', /^Something blocks the work[^]*"command": "npm test"/);
    await pictures(window, 'blockers-recovered');
    await toasts(/Solved: /)
      .getByRole('button', { name: 'Add to decisions.md' })
      .click();
    await window.workbench
      .view('Decisions')
      .getByText(/^D001|^D1/)
      .waitFor();
    const decisions = path.join(project, '.claude', 'sdd', 'handover', 'decisions.md');
    assert.match(readFileSync(decisions, 'utf8'), /ESCALATION_RESOLVED/);
  });

  it('closes it when the command passes, and keeps what is solved', async () => {
    tide.break();
    await type('npm test');
    await row(/1 test fails/).waitFor();
    tide.mend();
    await type('npm test');
    await row('Nothing stands in the way').waitFor();
    await row(/^Solved/)
      .locator('.monaco-tl-twistie')
      .click();
    await row('npm test passed').locator('.monaco-tl-twistie').click();
    await row('Stood for').waitFor();
    await pictures(window, 'blockers-solved');
  });
});
