import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { decideInSession } from '../support/loggedEntries';
import { openWindow, type Window } from '../support/window';

const themes = [
  ['light', 'vs', { colorScheme: 'light', forcedColors: 'none' }],
  ['high-contrast', 'hc-black', { colorScheme: 'dark', forcedColors: 'active' }],
  ['dark', 'vs-dark', { colorScheme: 'dark', forcedColors: 'none' }],
] as const;

describe('Handover form in the window', function () {
  this.timeout(240_000);
  const work = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-e2e-'));
  const project = path.join(work, 'harbor');
  const handover = path.join(project, '.claude', 'sdd', 'handover');
  const session = path.join(handover, 'session.md');
  const read = (file: string) => readFileSync(file, 'utf8');
  let window: Window;

  before(async () => {
    await createSampleProject(project);
    decideInSession(path.join(handover, 'decisions.md'));
    window = await openWindow({ extension: 'packaged', workspace: project });
    await window.workbench.openViewContainer('Baton');
    await window.activated();
    const notice = window.page.locator('.notifications-toasts .notification-list-item');
    await notice.first().waitFor();
    await window.workbench.runCommand('Notifications: Clear All Notifications');
  });

  afterEach(async function () {
    if (this.currentTest?.isFailed()) {
      await window.screenshot(`failed-${this.currentTest.title.replace(/\W+/g, '-')}`);
    }
    assert.deepEqual(window.extensionHostErrors(), []);
  });

  after(async () => {
    await window.close();
    rmSync(work, { recursive: true, force: true });
  });

  /** The frame that holds the form is nested two deep in that of VS Code. */
  async function form(): Promise<Frame> {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      for (const frame of window.page.frames()) {
        const isIt = await frame
          .locator('body[data-root] h1')
          .count()
          .catch(() => 0);
        if (isIt > 0) {
          return frame;
        }
      }
      await window.page.waitForTimeout(200);
    }
    throw new Error('The form did not come');
  }

  async function openForm(): Promise<Frame> {
    await window.workbench.runCommand('Baton: Handover…');
    const frame = await form();
    await frame.getByLabel('Session goal').waitFor();
    return frame;
  }

  const closeTab = async () => {
    await window.workbench.runCommand('View: Close All Editors');
    await window.page.locator('.part.editor iframe.webview').waitFor({ state: 'detached' });
  };

  async function pictures(name: string): Promise<void> {
    for (const [theme, className, media] of themes) {
      await window.page.emulateMedia(media);
      await window.page.locator(`.monaco-workbench.${className}`).waitFor();
      await window.screenshot(`${name}-${theme}`);
    }
  }

  it('comes filled in, says what is missing and keeps what is typed', async () => {
    const frame = await openForm();
    const preview = frame.locator('.previewText');
    await preview.getByText('# Session Handover').waitFor();
    await pictures('handover-form');

    const goal = frame.getByLabel('Session goal');
    assert.notEqual(await goal.inputValue(), '');
    await goal.fill('');
    const next = frame.getByLabel('2. What is the immediate next action?');
    await next.fill('');
    await frame.getByRole('button', { name: 'Write Handover' }).click();
    await frame.getByText('Say what this session was meant to achieve.').waitFor();
    await frame.locator('[id="goal"]:focus').waitFor();
    assert.equal(await goal.getAttribute('aria-invalid'), 'true');
    await window.screenshot('handover-form-problems');

    await goal.fill('로그인을 끝낸다');
    await next.fill('npm test -- userService');
    await frame.getByLabel('4. Which tone and nuance').fill('Kein Grund zur Eile <b>x</b>');
    await frame.getByRole('button', { name: 'Add Decision' }).click();
    const added = frame.locator('[id^="decisions/new-"]');
    await added.and(frame.getByLabel('Summary')).fill('Sessions end after a shift');
    await added.and(frame.getByLabel('Reason')).fill('Crews change every twelve hours');
    await preview.getByText('Sessions end after a shift').waitFor();
    await preview.getByText('Kein Grund zur Eile <b>x</b>').waitFor();
    await window.screenshot('handover-form-typed');

    await closeTab();
    const again = await openForm();
    assert.equal(await again.getByLabel('Session goal').inputValue(), '로그인을 끝낸다');
    const summary = again.locator('[id$="/new-1/summary"]');
    assert.equal(await summary.inputValue(), 'Sessions end after a shift');
    await again.locator('.mark', { hasText: 'edited' }).nth(2).waitFor();
    assert.equal(await again.locator('.mark', { hasText: 'edited' }).count(), 3);
  });

  it('comes back with the window, and says when session.md has changed', async () => {
    const loaded = window.page.waitForEvent('load');
    await window.workbench.runCommand('Developer: Reload Window');
    await loaded;
    await window.workbench.ready();
    const frame = await form();
    const goal = frame.getByLabel('Session goal');
    await goal.waitFor();
    assert.equal(await goal.inputValue(), '로그인을 끝낸다');

    writeFileSync(session, `${read(session)}\n## Notes\nAdded by another program.\n`);
    await frame.getByText('session.md has changed since the form was filled in').waitFor();
    assert.equal(await goal.inputValue(), '로그인을 끝낸다');
    await window.screenshot('handover-form-changed');
  });

  it('is used by keyboard, and writes what it showed', async () => {
    const before = read(session);
    const frame = await form();
    await frame.locator('[id$="/new-1/summary"]').focus();
    await window.page.keyboard.press('Tab');
    await window.page.keyboard.press('Tab');
    await window.page.keyboard.type('Signing in is asked for once a shift');
    const preview = frame.locator('.previewText');
    await preview.getByText('npm test -- userService', { exact: true }).waitFor();
    await preview.getByText('Go on with: npm test -- userService').waitFor();
    await window.page.keyboard.press('Control+Enter');
    await frame.getByRole('heading', { name: 'The handover is written' }).waitFor();
    await pictures('handover-written');

    const written = read(session);
    assert.match(written, /\*\*Session Goal\*\*: 로그인을 끝낸다/);
    assert.match(written, /npm test -- userService/);
    assert.match(written, /Kein Grund zur Eile <b>x<\/b>/);
    assert.match(written, /D\d+.*Sessions end after a shift|Sessions end after a shift.*D\d+/);
    assert.doesNotMatch(written, /\*\*Mode\*\*/);
    const archives = readdirSync(path.join(handover, 'sessions'));
    assert.ok(archives.some((name) => read(path.join(handover, 'sessions', name)) === before));
    const decisions = read(path.join(handover, 'decisions.md'));
    assert.match(
      decisions,
      /USER_DECISION \| Sessions end after a shift\n(?:- .*\n)*- Impact: Signing in/,
    );
    assert.match(decisions, /SESSION_END \|/);

    await frame.getByRole('button', { name: /session\.md$/ }).click();
    await window.page.locator('.tab', { hasText: 'session.md' }).waitFor();
    await closeTab();
    const fresh = await openForm();
    assert.equal(await fresh.locator('.mark', { hasText: 'edited' }).count(), 0);
  });

  it('fits into a narrow group', async () => {
    await window.page.setViewportSize({ width: 820, height: 900 });
    const frame = await form();
    const top = async (part: string) => (await frame.locator(part).boundingBox())?.y ?? 0;
    assert.ok((await top('.preview')) > (await top('.actions')));
    const overflow = await frame.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(overflow, 0);
    await window.screenshot('handover-form-narrow');
    await window.page.setViewportSize({ width: 1280, height: 800 });
  });
});
