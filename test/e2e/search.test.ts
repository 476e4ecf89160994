import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { storeSession } from '../support/agentStores';
import { commitAll, initRepository } from '../support/git';
import { pictures, useWorkFolder } from '../support/suiteWindow';
import { openWindow, type Window } from '../support/window';

describe('Search in the window', function () {
  this.timeout(180_000);
  let window: Window;
  const work = useWorkFolder(() => window);
  const project = path.join(work, 'harbor');
  const home = path.join(work, 'home');

  function write(file: string, text: string): void {
    const target = path.join(project, '.claude', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  before(async () => {
    mkdirSync(project);
    initRepository(project);
    write(
      'sdd/handover/session.md',
      '# Sign in\n\n**Session Goal**: Let people sign in\n\nThe token is kept in memory.\n',
    );
    write(
      'sdd/handover/decisions.md',
      [
        '[2026-11-16T08:00:00Z] D11: USER_DECISION | Keep the token in memory',
        '- Decision: No cookies $(trash)',
        '',
      ].join('\n'),
    );
    write('sdd/handover/sessions/2026-11-01.md', '# 引き継ぎ\n\n次の引き継ぎ資料: token を確認\n');
    write(
      'state/contexts/6f1c2a54-8b1e-4c39-9d57-2f0a7c3e9b10.json',
      JSON.stringify({ goal: { current_objective: 'Renew the token in time' } }, null, 2),
    );
    commitAll(project, 'Begin');
    const sessions = [
      ['claude', 'Where is the token kept?', 'In src/tokenStore.ts, in memory.'],
      ['codex', 'Hash the passwords', 'Done; the token is not a password.'],
      ['gemini', 'Review the sign-in', 'A token that has expired is taken.'],
      ['qwen', '로그인을 확인해 줘', 'The token is renewed every hour.'],
    ] as const;
    sessions.forEach(([agent, prompt, answer], index) => {
      const id = `${index}0000000-0000-4000-8000-000000000000`;
      storeSession(agent, home, { id, cwd: project, prompts: [prompt], answer });
    });
    window = await openWindow({
      extension: 'packaged',
      workspace: project,
      env: {
        CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
        CODEX_HOME: path.join(home, '.codex'),
        GEMINI_CLI_HOME: home,
        QWEN_HOME: path.join(home, '.qwen'),
      },
    });
    await window.workbench.openViewContainer('Baton');
  });

  const pick = () => window.page.locator('.quick-input-widget');
  const rows = () => pick().locator('.monaco-list-row');

  it('shows what it finds while one types, of all agents', async () => {
    await window.workbench.runCommand('Baton: Search…');
    await pick().getByText('Search Baton').waitFor();
    await window.page.keyboard.type('token');
    await rows().nth(6).waitFor();
    await pictures(window, 'search');
    const texts = (await rows().allInnerTexts()).join('\n');
    for (const shown of [
      'D11: USER_DECISION | Keep the token in memory',
      'Renew the token in time',
      'Where is the token kept?',
      'Claude Code · ',
      'Codex · ',
      'Gemini CLI · ',
      'Qwen Code · ',
      'Handover · ',
      'Saved context · ',
    ]) {
      assert.ok(texts.includes(shown), `${shown} in ${texts}`);
    }
  });

  it('keeps nothing of other words, and says when there is nothing', async () => {
    await pick().locator('input').first().fill('***');
    await rows().getByText('Signs alone are not searched for.').waitFor();
    assert.equal(await rows().count(), 1);
    await pick().locator('input').first().fill('zebra');
    await rows().getByText('Nothing here has these words.').waitFor();
    await window.page.keyboard.press('Enter');
    assert.ok(await pick().isVisible());
    await pictures(window, 'search-nothing');
  });

  it('opens a transcript at the place', async () => {
    await pick().locator('input').first().fill('expired');
    await rows().filter({ hasText: 'Review the sign-in' }).first().waitFor();
    await window.page.keyboard.press('Enter');
    await window.page
      .locator('.editor-instance .view-line', { hasText: 'A token that has expired is taken.' })
      .first()
      .waitFor();
    await pick().waitFor({ state: 'hidden' });
    await window.screenshot('search-opened');
  });
});
