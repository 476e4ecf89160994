import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { openWindow, type Window } from '../support/window';

const themes = [
  ['dark', 'vs-dark', { colorScheme: 'dark' }],
  ['light', 'vs', { colorScheme: 'light' }],
  ['high-contrast', 'hc-black', { colorScheme: 'dark', forcedColors: 'active' }],
] as const;

describe('handovers and decisions in the window', function () {
  this.timeout(180_000);
  const work = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-e2e-'));
  const sample = path.join(work, 'harbor');
  const handover = path.join(sample, '.claude', 'sdd', 'handover');
  let window: Window | undefined;

  before(async () => {
    await createSampleProject(sample);
    const at = new Date().toISOString();
    appendFileSync(
      path.join(handover, 'decisions.md'),
      [
        '',
        `[${at}] D7: USER_DECISION | 비밀번호 해시는 scrypt를 쓴다`,
        '- Reason: r',
        '',
        `[${at}] D8: USER_DECISION | Passwords are hashed with argon2id`,
        '- Decision: Use argon2id',
        '- Reason: It is stronger',
        '- Impact: One native dependency',
        '- Supersedes: D2, D7',
        '',
      ].join('\n'),
    );
    writeFileSync(
      path.join(handover, 'buffer.md'),
      [
        '# Handover Buffer',
        '',
        '## Knowledge Buffer',
        '- [PATTERN] Retry a sign-in once (source: user-auth builder, task 2.2)',
        '- [INCIDENT] The store was down during the tests',
        '',
      ].join('\n'),
    );
    window = await openWindow({ extension: 'packaged' });
  });

  afterEach(async function () {
    if (this.currentTest?.isFailed()) {
      await window?.screenshot(`failed-${this.currentTest.title.replace(/\W+/g, '-')}`);
    }
    assert.deepEqual(window?.extensionHostErrors(), []);
  });

  after(async () => {
    await window?.close();
    rmSync(work, { recursive: true, force: true });
  });

  /** At its left end: under the mouse there are buttons at the right. */
  const toggle = async (...titles: string[]) => {
    for (const title of titles) {
      const header = window?.workbench.view(title).locator('.pane-header');
      await header?.click({ position: { x: 12, y: 8 } });
    }
  };

  const row = (view: string, part: RegExp) => {
    assert.ok(window);
    return window.workbench
      .view(view)
      .locator('.monaco-list-row')
      .filter({ hasText: part })
      .first();
  };

  async function pictures(name: string): Promise<void> {
    assert.ok(window);
    for (const [theme, className, media] of themes) {
      await window.page.emulateMedia(media);
      await window.page.locator(`.monaco-workbench.${className}`).waitFor();
      await window.screenshot(`${name}-${theme}`);
    }
    await window.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
  }

  it('strike out what is superseded, and say where a decision is named', async () => {
    assert.ok(window);
    await window.open(sample);
    await window.workbench.openViewContainer('Baton');
    await row('Decisions', /^D8 /).waitFor();
    // Only rows that fit are there.
    await toggle('Session', 'Blockers', 'Agents');
    const superseded = row('Decisions', /^D2 /);
    assert.match(
      (await superseded.textContent()) ?? '',
      /P\u0336a\u0336s\u0336s.*superseded by D8/,
    );
    assert.match(
      (await superseded.getAttribute('aria-label')) ?? '',
      /^D2 Passwords are hashed with scrypt, superseded by D8/,
    );
    await superseded.locator('.monaco-tl-twistie').click();
    await row('Decisions', /^Named in session\.md/).waitFor();
    await pictures('decisions');
  });

  it('show what to do next first, then what waits to be kept and what was before', async () => {
    await toggle('Decisions', 'Handovers');
    for (const part of [/^Earlier handovers/, /^Knowledge buffer/, /^Key Decisions/]) {
      await row('Handovers', part).locator('.monaco-tl-twistie').click();
    }
    await row('Handovers', /^D3 Errors never/).waitFor();
    await row('Handovers', /^Patterns/).waitFor();
    await pictures('handovers');
  });

  it('compare an archive with the current one by the button on its row', async () => {
    assert.ok(window);
    const { page } = window;
    const archive = row('Handovers', /^\d{4}-\d{2}-\d{2}/);
    await archive.hover();
    await archive.getByRole('button', { name: 'Compare with Current' }).click();
    await page.locator('.monaco-diff-editor').getByText('Begin with the user model').waitFor();
    await window.screenshot('handovers-compared');
  });

  it('draft one, and show in a report whose words were kept', async () => {
    assert.ok(window);
    const { page, workbench } = window;
    const input = page.locator('.quick-input-widget input[type="text"]').first();
    const step = (number: number) =>
      page.locator('.quick-input-title', { hasText: `(${number}/` }).waitFor();
    await workbench.runCommand('Baton: Draft Handover…');
    await step(1);
    await window.screenshot('handover-draft');
    await page.locator('.quick-input-list').getByText('A review is done').click();
    await step(2);
    await page.keyboard.press('Enter');
    await step(3);
    await input.fill('Build the sign-in form');
    await page.keyboard.press('Enter');
    const toast = page.locator('.notifications-toasts .notification-list-item');
    await toast.getByText(/In 1 place your words were kept/).waitFor();
    await workbench.view('Handovers').getByText('draft · today').waitFor();
    await toast.getByRole('button', { name: 'Show Report' }).click();
    const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await preview.getByRole('heading', { name: 'Your words were kept' }).waitFor();
    await window.screenshot('handover-draft-report');
  });

  it('add a decision step by step, and filter by it', async () => {
    assert.ok(window);
    const { page, workbench } = window;
    const input = page.locator('.quick-input-widget input[type="text"]').first();
    const step = (number: number) =>
      page.locator('.quick-input-title', { hasText: `(${number}/` }).waitFor();
    await toggle('Decisions', 'Handovers');
    await workbench.runCommand('Baton: Add Decision…');
    await page.getByText('The work departs from a steering document on purpose.').waitFor();
    await window.screenshot('decision-type');
    await page.locator('.quick-input-list').getByText('Direction change').click();
    await step(2);
    for (const [index, answer] of ['Release in two steps', '', '', 'Time', 'Two dates'].entries()) {
      await step(index + 2);
      if (index !== 2) {
        await input.fill(answer);
      }
      if (index === 3) {
        await window.screenshot('decision-reason');
      }
      await page.keyboard.press('Enter');
    }
    await page
      .getByText('Does it take the place of an earlier decision?')
      .or(input)
      .first()
      .waitFor();
    await step(7);
    await window.screenshot('decision-supersedes');
    await page.keyboard.press('Enter');
    await workbench
      .view('Decisions')
      .getByText(/^D9 Release in two steps/)
      .waitFor();

    await workbench.runCommand('Baton: Filter Decisions…');
    await page.locator('.quick-input-list').getByText('Direction change').click();
    await window.screenshot('decision-filter');
    await page.keyboard.press('Enter');
    await step(2);
    await page.keyboard.press('Enter');
    await workbench.view('Decisions').getByText('2 of 9 decisions: Direction change').waitFor();
    await workbench.view('Decisions').getByText(/^D8 /).waitFor({ state: 'hidden' });
    await window.screenshot('decisions-filtered');
  });
});
