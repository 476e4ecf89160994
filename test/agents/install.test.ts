import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from '../../scripts/process/command';
import type { AgentName } from '../../src/core/transcript/transcriptEvent';
import type { SessionContext } from '../../src/core/schemas/sessionContext';
import { json } from '../support/baton';
import { usePseudoTerminals } from '../support/pseudoTerminal';
import { agentsToTest, useRealAgents } from '../support/realAgents';

/** How a person says something to it in one command. */
const typed: Readonly<Partial<Record<AgentName, (words: string) => string[]>>> = {
  codex: (words) => ['exec', words],
  gemini: (words) => ['-p', words],
  qwen: (words) => ['-p', words],
};

/** What its model is offered when the MCP server is there. */
const offered: Readonly<Partial<Record<AgentName, RegExp>>> = {
  codex: /"name":"mcp__baton"[^]*"name":"session_save"/,
  // Without a terminal only what needs no approval: what the server has to be read.
  gemini: /"name":"read_mcp_resource"/,
  qwen: /mcp__baton__session_save/,
};

describe('Baton installed in an agent', () => {
  const { scratch, model, env, root, run, baton } = useRealAgents();
  const open = usePseudoTerminals();

  const done = async (...args: string[]): Promise<void> => {
    const { code, stdout, stderr } = await baton(...args);
    assert.equal(code, 0, `baton ${args.join(' ')}: ${stdout}${stderr}`);
  };
  /** Names of checks that are not well, with what they say. */
  const ailing = async (agent: AgentName): Promise<string[]> => {
    const { checks } = json<{ checks: Record<string, string>[] }>(await baton('doctor', '--json'));
    return checks
      .filter(({ name = '', status }) => name.startsWith(agent) && status !== 'ok')
      .map(({ name = '', status = '', detail = '' }) => `${name} ${status}: ${detail}`);
  };
  /** Without what Codex notes of itself in a terminal, at the end: what was seen and approved. */
  const settings = (agent: AgentName): string[] =>
    readdirSync(scratch('home', `.${agent}`))
      .filter((name) => /^(?:settings\.json|config\.toml|hooks\.json)$/.test(name))
      .map((name) => readFileSync(scratch('home', `.${agent}`, name), 'utf8'))
      .map((text) => text.split('\n[tui]', 1).join().trimEnd());
  const contexts = (): SessionContext[] => {
    const folder = path.join(root(), '.claude/state/contexts');
    return (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as SessionContext);
  };

  /** Codex shows the hooks to the person and runs none before they are approved. */
  const approve: Readonly<Partial<Record<AgentName, () => Promise<void>>>> = {
    codex: async () => {
      assert.match((await ailing('codex')).join(), /^codex trust fail: .*approved/);
      const command = [scratch('bin', 'codex'), '--no-daemon'];
      const terminal = open({ command, cwd: root(), env: env() });
      // The heading is drawn over what was there, letter by letter.
      await terminal.shows('Hooks can run outside the sandbox after you trust them');
      await terminal.insist('2', '› 2. Trust all and continue');
      terminal.press('\r');
      await terminal.until('the hooks to be approved', () =>
        readFileSync(scratch('home/.codex/config.toml'), 'utf8').includes('trusted_hash'),
      );
      await terminal.until('Codex to be ready', () => terminal.title() === 'project');
      await terminal.say('/quit');
      await terminal.ended;
    },
  };

  for (const agent of agentsToTest.filter((name) => typed[name])) {
    it(`${agent} tells its model where the work stands, offers the tools, and saves`, async function () {
      if (agent === 'codex' && (process.platform !== 'linux' || !findOnPath('script'))) {
        this.skip();
      }
      const isOffered = () => model().bodies.some((body) => offered[agent]?.test(body));
      // Some write their settings anew at their first start.
      await run(agent, ...(typed[agent]?.('Hello') ?? []));
      const before = settings(agent);
      assert.equal(isOffered(), false);
      mkdirSync(path.join(root(), '.claude'), { recursive: true });
      await done('save', '--working-on', 'The log-in form', '--next-step', 'Mend the comparison');
      await done('decision', 'add', '--type=USER_DECISION', '--summary=Tokens in memory only');
      await done('install', '--agent', agent);
      await approve[agent]?.();
      assert.deepEqual(await ailing(agent), []);

      await run(agent, ...(typed[agent]?.('Draw the form') ?? []));
      const told = model().told.find((each) => each.includes('Draw the form')) ?? '';
      const [delivered = told.slice(-2_000)] =
        /Baton context[^]*?\/baton-context[^]*$/.exec(told) ?? [];
      assert.match(delivered, /^Baton context[^]*The log-in form[^]*Tokens in memory only/);
      assert.equal(isOffered(), true);
      const [saved, ...others] = contexts();
      assert.deepEqual([saved?.goal?.original_request, others], ['Draw the form', []]);

      await done('uninstall', '--agent', agent);
      assert.deepEqual(settings(agent), before);
    });
  }
});
