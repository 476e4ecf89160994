import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { baton } from '../support/baton';
import { commitAll, initRepository } from '../support/git';
import { type McpClient, startMcpServer } from '../support/mcpClient';
import { pictures, useWorkFolder } from '../support/suiteWindow';
import { openWindow, type Window } from '../support/window';

// An agent's server asks over MCP; a person sees it in the window and answers with a click.
describe('Live sessions in the window', function () {
  this.timeout(240_000);
  let window: Window;
  let client: McpClient;
  const work = useWorkFolder(() => window);
  const project = path.join(work, 'harbor');
  const env = { HOME: path.join(work, 'home'), BATON_HOME: path.join(work, 'data') };

  before(async () => {
    mkdirSync(project);
    mkdirSync(env.HOME);
    initRepository(project, 'feature/login');
    commitAll(project, 'Begin');
    const id = '0b1e2d3c-4a5b-4c6d-8e7f-901234567890';
    writeFileSync(path.join(project, '.git', 'baton-id'), `${id}\n`);
    mkdirSync(env.BATON_HOME);
    const enabled = { version: 1, projects: [{ id }] };
    writeFileSync(path.join(env.BATON_HOME, 'enabled.json'), JSON.stringify(enabled));
    window = await openWindow({ extension: 'packaged', workspace: project, env });
    await window.workbench.openViewContainer('Baton');
    await window.activated();
    for (const other of ['Session', 'Decisions', 'Blockers', 'Handovers']) {
      await window.workbench.foldView(other);
    }
    client = await startMcpServer({ cwd: project, env, client: 'claude-code' });
  });
  after(async () => {
    await client.end();
  });

  const row = (text: string | RegExp) =>
    window.workbench.view('Agents').locator('.monaco-list-row', { hasText: text }).first();
  const toast = (text: string) => window.page.locator('.notification-toast', { hasText: text });
  const ask = (args: object) =>
    client.begin('tools/call', { name: 'ask_user', arguments: { wait: 120, ...args } }).answer;
  const answerOf = async (asked: ReturnType<typeof ask>) =>
    (await asked).result?.structuredContent?.answer;

  it('shows what a session asks, and a click on an option answers the call', async () => {
    const asked = ask({
      question: 'Which database shall keep the ships?',
      options: ['SQLite', 'PostgreSQL'],
      context: 'The harbor has 40 ships a day.',
    });
    const notice = toast('Which database shall keep the ships?');
    await notice.waitFor();
    await row('Which database shall keep the ships?').waitFor();
    await row(/Claude Code .*waiting/).waitFor();
    await pictures(window, 'live-question');
    await notice.getByRole('button', { name: 'PostgreSQL' }).click();
    assert.equal(await answerOf(asked), 'PostgreSQL');
    await row(/Claude Code .*active/).waitFor();
    await row('Which database shall keep the ships?').waitFor({ state: 'detached' });
    const sessions = path.join(project, '.claude', 'state', 'sessions');
    // Of whichever session: there may be another one beside it.
    const responses = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[\\/]responses[\\/][^.].*\.json$/.test(name),
    );
    assert.equal(responses.length, 1);
    const file = path.join(sessions, responses[0] ?? '');
    const response = JSON.parse(readFileSync(file, 'utf8')) as object;
    assert.equal((response as { source?: string }).source, 'vscode');
    await pictures(window, 'live-answered');
  });

  it('takes words of the user, from the notification and from the row', async () => {
    const { page } = window;
    const first = ask({ question: 'What shall the crane be called?' });
    await toast('What shall the crane be called?').getByRole('button', { name: 'Answer…' }).click();
    const input = page.locator('.quick-input-widget input').first();
    await input.fill('Hercules');
    await pictures(window, 'live-answering');
    await page.keyboard.press('Enter');
    assert.equal(await answerOf(first), 'Hercules');
    const second = ask({ question: 'And the tug?' });
    await row('And the tug?').click();
    await input.fill('Little Toot');
    await page.keyboard.press('Enter');
    assert.equal(await answerOf(second), 'Little Toot');
  });

  it('sends work to a session, and tells what came of it', async () => {
    const { page } = window;
    const waiting = client.call('wait_for_command', { wait: 120 });
    await row(/Claude Code .*active/).hover();
    await row(/Claude Code .*active/)
      .getByRole('button', { name: 'Send Work to Session…' })
      .click();
    await page.locator('.quick-input-widget input').first().fill('Write the tests of the crane');
    await page.keyboard.press('Enter');
    const { command, command_id } = (await waiting).result?.structuredContent ?? {};
    assert.equal(command, 'Write the tests of the crane');
    await client.call('command_result', { command_id, result: 'Written, and green' });
    await toast('Written, and green').waitFor();
  });

  it('says that an agent waits, once, with its name', async () => {
    const id = 'aaaaaaaa-0001-4000-8000-000000000001';
    const hook = (event: string, more: object) => {
      const input = { session_id: id, cwd: project, hook_event_name: event, ...more };
      const about = { ...env, CLAUDE_PID: String(process.ppid) };
      const done = baton(project, ['hook', event], about, JSON.stringify(input));
      assert.equal(done.code, 0);
    };
    hook('SessionStart', { source: 'startup' });
    const told = { notification_type: 'permission_prompt', message: 'Claude wants to run npm' };
    hook('Notification', told);
    const notice = toast('Claude Code aaaaaaaa waits for you: Claude wants to run npm');
    await notice.waitFor();
    await notice.getByRole('button', { name: 'Reveal Terminal' }).waitFor();
    hook('Notification', told);
    await pictures(window, 'live-waiting');
    assert.equal(await notice.count(), 1);
    await notice.getByRole('button', { name: 'Reveal Terminal' }).click();
    await toast('runs in another window or terminal').waitFor();
  });
});
