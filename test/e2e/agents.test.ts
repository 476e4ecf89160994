import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commitAll, initRepository } from '../support/git';
import { pictures, useWorkFolder } from '../support/suiteWindow';
import { openWindow, type Window } from '../support/window';

describe('Agents in the window', function () {
  this.timeout(240_000);
  let window: Window;
  const work = useWorkFolder(() => window);
  const project = path.join(work, 'harbor');

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const first = '6f1c2a54-8b1e-4c39-9d57-2f0a7c3e9b10';
  const second = 'b1946ac9-2f3a-4c0e-8d4e-0f6f1e2a7c55';
  const delivery = (of: object) => ({
    id: '0a1b2c3d',
    session_id: first,
    agent: 'claude',
    event: 'SessionStart',
    source: 'startup',
    at: hoursAgo(0),
    characters: 6120,
    status: 'arrived',
    ...of,
  });
  const older = delivery({ id: '1', session_id: second, agent: 'codex', at: hoursAgo(50) });
  const context = (session: string, agent: string, objective: string, hours: number) => ({
    meta: { version: '2.0', saved_at: hoursAgo(hours), session_id: session, agent },
    goal: {
      original_request: 'Let people sign in, so that we know who moved a ship',
      current_objective: objective,
    },
    progress: { done: ['a', 'b', 'c'], current: ['d'], pending: ['e', 'f', 'g'] },
    state: { recent_files: ['src/userService.ts', 'src/userModel.ts'] },
  });

  function write(file: string, value: unknown): void {
    const target = path.join(project, '.claude', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, JSON.stringify(value));
  }
  const deliver = (...deliveries: object[]) => {
    write('state/deliveries.json', { version: 1, deliveries });
  };

  before(async () => {
    mkdirSync(project);
    initRepository(project);
    commitAll(project, 'Begin');
    window = await openWindow({ extension: 'packaged', workspace: project });
    await window.workbench.openViewContainer('Baton');
  });

  const row = (view: string, text: string | RegExp) =>
    window.workbench.view(view).locator('.monaco-list-row', { hasText: text }).first();

  it('says how sessions get there while there is none', async () => {
    const agents = window.workbench.view('Agents');
    await agents.getByText(/No agent session has been seen yet/).waitFor();
    assert.equal(await agents.getByRole('button', { name: 'Install Agent Hooks' }).count(), 1);
    await pictures(window, 'agents-welcome');
    await agents.locator('.pane-header').hover();
    await agents.locator('.pane-header .codicon-toolbar-more').click();
    const titles = window.page.getByRole('menuitem');
    await titles.filter({ hasText: 'Doctor' }).waitFor();
    assert.deepEqual((await titles.allInnerTexts()).map((title) => title.trim()).filter(Boolean), [
      'Install Agent Hooks',
      'Uninstall Agent Hooks',
      'Doctor',
    ]);
    await window.page.keyboard.press('Escape');
  });

  it('shows what was delivered in both views', async () => {
    for (const other of ['Decisions', 'Blockers']) {
      await window.workbench.view(other).locator('.pane-header').click();
    }
    write(`state/contexts/${first}.json`, context(first, 'claude', 'Test the user service', 0.5));
    write(`state/contexts/${second}.json`, context(second, 'codex', 'Hash the passwords', 50));
    write('session-context.json', context(first, 'claude', 'Test the user service', 0.5));
    deliver(older, delivery({ status: 'injected' }));
    await row('Agents', /Sent .*not seen yet/).waitFor();
    deliver(older, delivery({ left_out: ['3 more of "Discoveries"'] }));
    await row('Agents', /Delivered \d\d:\d\d · 6,120 characters/).waitFor();
    await row('Session', 'Agent context').locator('.monaco-tl-twistie').click();
    await row('Session', /Delivered \d\d:\d\d · 6,120 characters/).waitFor();
    await row('Agents', 'Hash the passwords').waitFor();
    await pictures(window, 'agents-delivered');
    const label = await row('Agents', 'Test the user service').getAttribute('aria-label');
    assert.match(label ?? '', /Test the user service, Claude Code · [^,]+, context delivered/);
  });

  it('says what went wrong, and leads to the doctor and to what the session knew', async () => {
    const { page } = window;
    deliver(
      older,
      delivery({
        source: 'compact',
        status: 'missing',
        problem: 'The transcript of the session does not show it.',
      }),
    );
    const lost = row('Agents', /Did not arrive: the transcript does not show it/);
    await lost.waitFor();
    await row('Session', /Did not arrive: the transcript does not show it/).waitFor();
    await pictures(window, 'agents-missing');
    await lost.hover();
    assert.equal(await lost.getByRole('button', { name: 'Doctor' }).count(), 1);
    await row('Agents', 'Test the user service').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy Session Id' }).waitFor();
    await pictures(window, 'agents-menu');
    await page.getByRole('menuitem', { name: 'Open Context' }).click();
    await page.locator('.tab.active', { hasText: `${first}.json` }).waitFor();
  });
});
