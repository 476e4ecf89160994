import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  agentDepth,
  agentEnvironment,
  assertNotTooDeep,
  withDepthAbove,
} from '../../../src/core/agents/agentEnvironment';

describe('the environment of an agent', () => {
  it("is the user's own, without what is of the one that asks, or of Baton", () => {
    const own = {
      PATH: '/bin',
      CLAUDE_CODE_OAUTH_TOKEN: 'a',
      GEMINI_API_KEY: 'b',
      CODEX_HOME: 'c',
    };
    const caller = {
      CLAUDECODE: '1',
      CLAUDE_CODE_SESSION_ID: 'd',
      CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/socket',
      CLAUDE_CODE_MESSAGING_TOKEN: 'e',
      CODEX_THREAD_ID: 'f',
      GEMINI_CLI: '1',
      QWEN_CODE: '1',
      ELECTRON_RUN_AS_NODE: '1',
    };
    assert.deepEqual(agentEnvironment({ ...own, ...caller }), { ...own, BATON_AGENT_DEPTH: '1' });
  });
});

describe('depth of agents', () => {
  for (const [text, depth] of [
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['999', 999],
    // What nobody but a misled agent writes counts as too deep.
    ['-1', 2],
    ['1e9', 2],
    ['none', 2],
    ['1'.repeat(400), 2],
  ] as const) {
    it(`of ${JSON.stringify(text?.slice(0, 10))} is ${depth}`, () => {
      const env = { BATON_AGENT_DEPTH: text };
      assert.equal(agentDepth(env), depth);
      const check = () => {
        assertNotTooDeep(env);
      };
      if (depth < 2) {
        assert.doesNotThrow(check);
      } else {
        assert.throws(check, /may not start another one/);
      }
    });
  }

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is also that of the processes above, whose environment was not handed on', async () => {
    const script = 'env -i sleep 600 & echo $!; wait';
    const above = spawn('sh', ['-c', script], {
      env: { PATH: process.env.PATH, BATON_AGENT_DEPTH: '2' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    try {
      const [line] = (await once(above.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      assert.equal(withDepthAbove({}, pid).BATON_AGENT_DEPTH, '2');
      assert.equal(withDepthAbove({ BATON_AGENT_DEPTH: '7' }, pid).BATON_AGENT_DEPTH, '7');
      assert.deepEqual(withDepthAbove({ A: 'b' }, process.pid), { A: 'b' });
    } finally {
      process.kill(-(above.pid ?? 0), 'SIGKILL');
    }
  });
});
