import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
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

  it('show what to do next, and what is superseded struck out', async () => {
    assert.ok(window);
    const { page, workbench } = window;
    // Only rows that fit are there.
    await page.setViewportSize({ width: 1280, height: 1200 });
    await window.open(sample);
    await workbench.openViewContainer('Baton');
    const text = (view: string, part: string | RegExp) =>
      workbench.view(view).getByText(part).first().waitFor();
    await text('Handovers', 'Immediate Next Action');
    for (const title of ['Session', 'Blockers', 'Agents']) {
      // At its left end: under the mouse there are buttons at the right.
      await workbench
        .view(title)
        .locator('.pane-header')
        .click({ position: { x: 12, y: 8 } });
    }
    await text('Decisions', /^D8 /);
    const row = (view: string, part: RegExp) =>
      workbench.view(view).locator('.monaco-list-row').filter({ hasText: part }).first();
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
    await text('Decisions', 'Named in session.md');
    await row('Handovers', /^Key Decisions/)
      .locator('.monaco-tl-twistie')
      .click();
    await text('Handovers', /^D3 Errors never/);
    await row('Handovers', /^Earlier handovers/)
      .locator('.monaco-tl-twistie')
      .click();
    for (const [name, className, media] of themes) {
      await page.emulateMedia(media);
      await page.locator(`.monaco-workbench.${className}`).waitFor();
      await window.screenshot(`handovers-${name}`);
    }
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
  });

  it('compare an archive with the current one by the button on its row', async () => {
    assert.ok(window);
    const { page, workbench } = window;
    const archive = workbench
      .view('Handovers')
      .locator('.monaco-list-row')
      .filter({ hasText: /^\d{4}-\d{2}-\d{2}/ });
    await archive.hover();
    await archive.getByRole('button', { name: 'Compare with Current' }).click();
    await page.locator('.monaco-diff-editor').getByText('Begin with the user model').waitFor();
    await window.screenshot('handovers-compared');
  });

  it('add a decision step by step, and filter by it', async () => {
    assert.ok(window);
    const { page, workbench } = window;
    const input = page.locator('.quick-input-widget input[type="text"]').first();
    const step = (number: number) =>
      page.locator('.quick-input-title', { hasText: `(${number}/` }).waitFor();
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
