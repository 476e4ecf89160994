import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commitAll, initRepository } from '../support/git';
import { claudeLines } from '../support/claudeLines';
import { largeSession, writeLargeTranscript } from '../support/largeTranscript';
import { pictures, useWorkFolder } from '../support/suiteWindow';
import { until } from '../support/until';
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

  const third = 'cccccccc-0003-4000-8000-000000000003';
  const transcriptOf = (id: string) =>
    path.join(work, 'claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`);

  function write(file: string, value: unknown): void {
    const target = path.join(project, '.claude', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, JSON.stringify(value));
  }
  const deliver = (...deliveries: object[]) => {
    write('state/deliveries.json', { version: 1, deliveries });
  };

  /** In place of a CLI: shows how it was started, answers in the session, and waits. */
  function writeProgram(name: string): void {
    const file = path.join(work, 'bin', name);
    const says = claudeLines(third)
      .prompt('Go on')
      .text()
      .replaceAll('/home/dev/demo-app', project);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      [
        '#!/bin/sh',
        'if [ "$1" = --version ]; then echo 9.8.7; exit; fi',
        `printf '%s\\n' "$0" "$@" | tee '${file}.told'`,
        `if [ "$1" = --resume ]; then cat >> '${transcriptOf(third)}' <<'END'\n${says}END\nfi`,
        'exec sleep 600',
        '',
      ].join('\n'),
      { mode: 0o755 },
    );
  }

  const told = (name: string) => {
    const file = path.join(work, 'bin', `${name}.told`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };

  /** VS Code asks the login shell for its PATH, and that may set it anew. */
  function ownPrograms(): NodeJS.ProcessEnv {
    const home = path.join(work, 'home');
    const bin = path.join(work, 'bin');
    mkdirSync(home);
    for (const profile of ['.profile', '.bash_profile', '.zprofile']) {
      writeFileSync(path.join(home, profile), `export PATH="${bin}:/usr/bin:/bin"\n`);
    }
    return { HOME: home, PATH: [bin, '/usr/bin', '/bin'].join(path.delimiter) };
  }

  before(async () => {
    mkdirSync(project);
    initRepository(project);
    commitAll(project, 'Begin');
    writeProgram('claude');
    writeProgram('codex');
    window = await openWindow({
      extension: 'packaged',
      workspace: project,
      // Who has agents of VS Code sees what is offered to them.
      settings: { 'chat.disableAIFeatures': false },
      env: {
        ...ownPrograms(),
        CLAUDE_CONFIG_DIR: path.join(work, 'claude'),
        CODEX_HOME: path.join(work, 'codex'),
        GEMINI_CLI_HOME: path.join(work, 'gemini'),
        QWEN_HOME: path.join(work, 'qwen'),
      },
    });
    await window.workbench.openViewContainer('Baton');
  });

  const row = (view: string, text: string | RegExp) =>
    window.workbench.view(view).locator('.monaco-list-row', { hasText: text }).first();

  it('says how sessions get there while there is none', async () => {
    const agents = window.workbench.view('Agents');
    await agents.getByText(/No agent session has been seen yet/).waitFor();
    await agents.getByRole('button', { name: 'Install Agent Hooks' }).waitFor();
    await pictures(window, 'agents-welcome');
    await agents.locator('.pane-header').hover();
    await agents.locator('.pane-header .codicon-toolbar-more').click();
    const titles = window.page.getByRole('menuitem');
    await titles.filter({ hasText: 'Doctor' }).waitFor();
    assert.deepEqual((await titles.allInnerTexts()).map((title) => title.trim()).filter(Boolean), [
      'Install Agent Hooks',
      'Uninstall Agent Hooks',
      'Doctor',
      'Confirm Proposed Agent…',
      'Clean Up Live Sessions',
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
    await lost.getByRole('button', { name: 'Doctor' }).waitFor();
    await row('Agents', 'Test the user service').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy Session Id' }).waitFor();
    await pictures(window, 'agents-menu');
    await page.getByRole('menuitem', { name: 'Open Context' }).click();
    await page.locator('.tab.active', { hasText: `${first}.json` }).waitFor();
  });

  it('lists the sessions of all agents, the older ones by month', async () => {
    mkdirSync(path.dirname(transcriptOf(third)), { recursive: true });
    const lines = claudeLines(third)
      .prompt('Mend the crane, and say why it [stopped](command:workbench.action.quit)')
      .call('1', 'Bash', { command: 'npm test -- crane' })
      .fails('1', 'Exit code 1\n  1) crane lifts 40 t\n     Error: stuck at 12 t')
      .uses('2', 'TodoWrite', {
        todos: [
          { content: 'Find the cause', status: 'completed' },
          { content: 'Mend the gear', status: 'in_progress' },
        ],
      })
      .says('The gear slips at 12 t. I mend it in src/gear.ts.');
    writeFileSync(transcriptOf(third), lines.text().replaceAll('/home/dev/demo-app', project));
    writeLargeTranscript(transcriptOf(largeSession), 2_000_000, project);
    for (let index = 0; index < 60; index++) {
      const id = `dddddddd-0004-4000-8000-${String(index).padStart(12, '0')}`;
      const text = claudeLines(id).prompt(`Older work, number ${index}`).says('Done.').text();
      writeFileSync(transcriptOf(id), text.replaceAll('/home/dev/demo-app', project));
      const at = new Date(Date.now() - (index + 3) * 86_400_000);
      utimesSync(transcriptOf(id), at, at);
    }
    for (const other of ['Session', 'Handovers']) {
      await window.workbench.view(other).locator('.pane-header .title').click();
    }
    await window.workbench.runCommand('Baton: Refresh');
    await row('Agents', 'Mend the crane').waitFor();
    await row('Agents', 'Earlier').waitFor();
    await row('Agents', 'Earlier').locator('.monaco-tl-twistie').click();
    await row('Agents', /^20\d\d-\d\d/).waitFor();
    await pictures(window, 'agents-sessions');
    const label = await row('Agents', 'Mend the crane').getAttribute('aria-label');
    assert.match(label ?? '', /^Mend the crane.*, Claude Code · .* · main · 2 messages/);
  });

  it('opens a transcript that is read like a conversation', async () => {
    const { page } = window;
    await row('Agents', 'Mend the crane').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open Transcript' }).waitFor();
    await pictures(window, 'agents-session-menu');
    await page.getByRole('menuitem', { name: 'Open Transcript' }).click();
    await page.locator('.tab.active', { hasText: 'Mend the crane' }).waitFor();
    await page.locator('.view-line', { hasText: 'The gear slips at 12 t.' }).waitFor();
    await pictures(window, 'transcript');
    assert.equal(await page.locator('.view-line a, .view-line .detected-link').count(), 0);
    await window.workbench.runCommand('Baton: Open Transcript');
    await page.getByPlaceholder('Which session?').fill('Please look at module 0');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'Please look at module 0' }).waitFor();
    const turn = page.getByRole('button', { name: 'Previous Page of Transcript' });
    await turn.waitFor();
    await pictures(window, 'transcript-last-page');
    await turn.click();
    await page.locator('.view-line .detected-link', { hasText: 'Next page' }).first().waitFor();
    await pictures(window, 'transcript-page');
  });

  it('resumes a session in a terminal, by keyboard alone, and verifies it', async () => {
    const { page } = window;
    await window.workbench.runCommand('View: Close All Editors');
    await window.workbench.runCommand('Baton: Resume Session in Agent');
    await page.getByPlaceholder('Which session?').fill('Mend the crane');
    await page.keyboard.press('Enter');
    await until(() => told('claude').endsWith(`\n--resume\n${third}\n`));
    await row('Agents', /Mend the crane.*verified · Claude Code/).waitFor({ timeout: 30_000 });
    await pictures(window, 'agents-verified');
  });

  it('starts an agent with what is typed', async () => {
    const { page } = window;
    await window.workbench.runCommand('Baton: Start Agent…');
    await page.getByPlaceholder('Which agent?').waitFor();
    // Away from the rows, whose hover would be in the picture.
    await page.mouse.move(900, 500);
    await pictures(window, 'agents-start');
    await page.keyboard.type('Codex');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: 'What is it to do?' }).waitFor();
    await page.keyboard.type('--help me');
    await page.keyboard.press('Enter');
    await until(() => told('codex').endsWith('\n--no-daemon\n--\n--help me\n'));
    await row('Agents', /--help me.*not seen yet · Codex/).waitFor();
    await pictures(window, 'agents-started');
  });

  it('shows its MCP server to the agents of VS Code', async () => {
    const { page } = window;
    await window.workbench.runCommand('MCP: List Servers');
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'Baton' })
      .first()
      .waitFor();
    await page.mouse.move(900, 500);
    await pictures(window, 'agents-mcp');
    await page.keyboard.press('Escape');
  });
});
