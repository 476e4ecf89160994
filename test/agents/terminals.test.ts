import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from '../../scripts/process/command';
import type { AgentName } from '../../src/core/transcript/transcriptEvent';
import { json } from '../support/baton';
import { answerQuestionsOfFirstStart } from '../support/claudeTerminal';
import { type PseudoTerminal, usePseudoTerminals } from '../support/pseudoTerminal';
import { agentsToTest, useRealAgents } from '../support/realAgents';

/** What ends it, and how it explains that once it knows the command. */
const ends: Readonly<Record<AgentName, readonly [command: string, means: string]>> = {
  claude: ['/exit', 'Exit the CLI'],
  codex: ['/quit', 'exit Codex'],
  gemini: ['/quit', 'Exit the cli'],
  qwen: ['/quit', 'exit the cli'],
};

/** The title of its window while it waits for the user. */
const ready: Readonly<Record<AgentName, RegExp>> = {
  claude: /^✳/,
  codex: /^project$/,
  gemini: /Ready/,
  qwen: /^Qwen/,
};

/** Whose process says which session it has. */
const tellsByProcess: readonly AgentName[] = ['claude', 'codex'];

describe('in a terminal', () => {
  const { scratch, model, env, root, say, baton: meanwhile } = useRealAgents();
  const open = usePseudoTerminals();

  before(function () {
    if (process.platform !== 'linux' || findOnPath('script') === undefined) {
      this.skip();
    }
  });
  beforeEach(() => {
    answerQuestionsOfFirstStart(scratch('home'), root());
  });

  const baton = (...args: string[]): PseudoTerminal =>
    open({
      command: [process.execPath, path.resolve('dist/cli.js'), ...args],
      cwd: root(),
      env: env(),
    });
  /**
   * When it says that it is ready: until then it takes a command for a prompt, and answers it. The key
   * may only choose from the list of commands. Then Baton says something.
   */
  const quit = async (
    terminal: PseudoTerminal,
    agent: AgentName,
    afterwards: string,
  ): Promise<void> => {
    await terminal.until(`${agent} to be ready`, () => ready[agent].test(terminal.title()));
    await terminal.insist(...ends[agent]);
    await terminal.insist('\r', afterwards);
  };
  /** Not only the last: a CLI also asks its model by itself, after an answer. */
  const toldOf = (pattern: RegExp) => model().told.findLast((each) => pattern.test(each));
  const isTold = (pattern: RegExp) => () => toldOf(pattern) !== undefined;
  const registered = (id: string) =>
    (
      JSON.parse(readFileSync(path.join(root(), '.claude/state/registry.json'), 'utf8')) as Record<
        string,
        { readonly cli_session_id: string | null }
      >
    )[id];

  for (const agent of agentsToTest) {
    it(`${agent} begins and resumes the session that was asked for, and Baton says so`, async () => {
      const first = baton(
        'agent',
        'start',
        agent,
        '--session',
        'in-a-terminal',
        '--prompt=The word is ALPHA',
      );
      await first.until('the first prompt', isTold(/The word is ALPHA/));
      await first.shows('Heard.');
      await quit(first, agent, 'baton agent resume in-a-terminal');
      assert.equal(await first.ended, 0);
      const { cli_session_id } = registered('in-a-terminal') ?? {};
      assert.ok(cli_session_id);
      await say(agent, 'something-else', 'The word is BETA');

      const second = baton('agent', 'resume', 'in-a-term', '--prompt=Which word?');
      const both = /The word is ALPHA[^]*Which word\?/;
      await second.until('another prompt', isTold(both));
      assert.doesNotMatch(toldOf(both) ?? '', /BETA/);
      await second.shows('Heard.');
      if (tellsByProcess.includes(agent)) {
        const asked = ['agent', 'verify', 'something-else', '--pid', String(second.pid), '--json'];
        const check = json(await meanwhile(...asked));
        assert.deepEqual([check.verdict, check.answered], ['other', cli_session_id]);
      }
      const twice = await meanwhile('agent', 'resume', 'in-a-terminal', '--json');
      const { error } = json<{ error: { reason: string; message: string } }>(twice);
      assert.deepEqual([twice.code, error.reason], [1, 'running'], error.message);
      await quit(second, agent, 'is in the session that was asked for');
      assert.equal(await second.ended, 0);
      assert.equal(registered('in-a-terminal')?.cli_session_id, cli_session_id);
    });
  }
});
