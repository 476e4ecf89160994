import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Delivery } from '../../../src/core/schemas/delivery';
import type { SessionContext } from '../../../src/core/schemas/sessionContext';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';

const others = ['codex', 'gemini', 'qwen'] as const;
type Other = (typeof others)[number];

/** Real transcripts, where each agent keeps them. */
const transcripts: Record<Other, { fixture: string; file: string }> = {
  codex: {
    fixture: 'codex/editsPlanAndCompaction.jsonl',
    file: '.codex/sessions/2026/11/16/rollout-2026-11-16T10-00-00-x.jsonl',
  },
  gemini: {
    fixture: 'gemini/editsAndTodos.jsonl',
    file: '.gemini/tmp/project/chats/session-2026-11-16T15-44-dddddddd.jsonl',
  },
  qwen: {
    fixture: 'qwen/editsTodosAndCompression.jsonl',
    file: '.qwen/projects/-project/chats/x.jsonl',
  },
};
const session = 'dddddddd-0002-4000-8000-000000000002';
const failing = 'Tests:       1 failed, 3 passed, 4 total';

describe('hooks of other agents', function () {
  this.timeout(120_000);
  const { run, repository, root, file, scratch, dataFolder } = useBlockerCommandLine();

  /** What `baton install --agent` and a trusted workspace leave. */
  function enable(agents: readonly string[] = others, everywhere: readonly string[] = []): void {
    repository();
    const id = '0b1e2d3c-4a5b-4c6d-8e7f-901234567890';
    writeFileSync(path.join(root('.git'), 'baton-id'), `${id}\n`);
    mkdirSync(dataFolder(), { recursive: true });
    const projects = [{ id, root: root(), agents }];
    writeFileSync(dataFolder('enabled.json'), JSON.stringify({ projects, agents: everywhere }));
  }

  const transcriptOf = (agent: Other) => {
    const target = scratch('home', transcripts[agent].file);
    if (!existsSync(target)) {
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(path.resolve('test/fixtures/transcripts', transcripts[agent].fixture), target);
    }
    return target;
  };

  /** What it prints; it ends well, whatever it is given. */
  function hook(
    agent: Other,
    event: string,
    told: object = {},
    { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
  ): string {
    const input = {
      session_id: session,
      transcript_path: transcriptOf(agent),
      cwd: root(),
      hook_event_name: event,
      ...told,
    };
    const words = ['hook', event, '--agent', agent, ...flags];
    const { stdout, stderr, code } = run(words, env, JSON.stringify(input));
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
    return stdout;
  }

  const readJson = (name: string) => JSON.parse(readFileSync(root(name), 'utf8')) as unknown;
  const context = () => readJson('.claude/session-context.json') as SessionContext;
  const deliveries = () =>
    (readJson('.claude/state/deliveries.json') as { deliveries: Delivery[] }).deliveries;

  const saving: [agent: Other, event: string, told: object][] = [
    ['codex', 'Stop', { last_assistant_message: 'Done.' }],
    ['codex', 'Interrupt', { turn_id: 't' }],
    ['codex', 'PreCompact', { trigger: 'auto' }],
    ['codex', 'SessionEnd', { reason: 'other' }],
    ['gemini', 'AfterAgent', { prompt: 'Go on', prompt_response: 'Done.' }],
    ['gemini', 'PreCompress', { trigger: 'manual' }],
    ['gemini', 'SessionEnd', { reason: 'exit' }],
    ['qwen', 'Stop', { last_assistant_message: 'Done.' }],
    ['qwen', 'PreCompact', { trigger: 'manual' }],
    ['qwen', 'SessionEnd', { reason: 'prompt_input_exit' }],
  ];
  for (const [agent, event, told] of saving) {
    it(`save what ${agent} knows at ${event}, from its own transcript`, () => {
      enable();
      assert.equal(hook(agent, event, told), '');
      const { meta, goal } = context();
      assert.deepEqual([meta?.agent, meta?.session_id], [agent, session]);
      assert.ok(goal?.original_request);
    });
  }

  const shell = (command: string) => ({ tool_name: 'run_shell_command', tool_input: { command } });
  const asGemini = (output: string, tail: string) => ({
    llmContent: `<untrusted_context>\nOutput: ${output}\n${tail}Process Group PGID: 7\n</untrusted_context>`,
    returnDisplay: output,
  });
  const asQwen = (output: string, code: number) =>
    `Command: npm test\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: (none)\nProcess Group PGID: 7`;

  const runs: [agent: Other, fails: [string, object], passes: [string, object]][] = [
    [
      'codex',
      [
        'PostToolUse',
        { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_response: failing },
      ],
      [
        'PostToolUse',
        {
          tool_name: 'Bash',
          tool_input: { command: 'npm test' },
          tool_response: 'Tests:       4 passed, 4 total\n',
        },
      ],
    ],
    [
      'gemini',
      ['AfterTool', { ...shell('npm test'), tool_response: asGemini(failing, 'Exit Code: 1\n') }],
      [
        'AfterTool',
        { ...shell('npm test'), tool_response: asGemini('Tests: 4 passed, 4 total', '') },
      ],
    ],
    [
      'qwen',
      [
        'PostToolUseFailure',
        { ...shell('npm test'), error: asQwen(failing, 1), is_interrupt: false },
      ],
      [
        'PostToolUse',
        {
          ...shell('npm test'),
          tool_response: { llmContent: asQwen('Tests: 4 passed, 4 total', 0) },
        },
      ],
    ],
  ];
  for (const [agent, fails, passes] of runs) {
    it(`open a blocker when a command of ${agent} fails, and close it when it passes`, () => {
      enable();
      hook(agent, ...fails);
      const [opened, ...more] = file()?.open ?? [];
      assert.deepEqual(more, []);
      assert.equal(opened?.type, 'test_failure');
      assert.equal(opened.evidence?.command, 'npm test');
      // Codex does not tell; what the runner itself says is enough.
      assert.equal(opened.evidence.exit_code, agent === 'codex' ? null : 1);
      hook(agent, ...passes);
      assert.deepEqual(file()?.open, []);
    });
  }

  it('open none for what Codex only shows, without a code', () => {
    enable();
    const told = { tool_name: 'Bash', tool_response: 'boom: an error\n' };
    hook('codex', 'PostToolUse', { ...told, tool_input: { command: 'npm run build' } });
    assert.equal(file(), undefined);
  });

  const unclear: [name: string, told: object][] = [
    [
      'was cancelled',
      {
        ...shell('npm test'),
        tool_response: {
          llmContent:
            'Command was cancelled by user before it could complete. There was no output before it was cancelled.',
        },
      },
    ],
    ['was killed', { ...shell('npm test'), tool_response: asGemini(failing, 'Signal: 9\n') }],
    [
      'goes on in the background',
      {
        tool_name: 'run_shell_command',
        tool_input: { command: 'npm test', is_background: true },
        tool_response: asGemini(failing, 'Exit Code: 1\n'),
      },
    ],
    [
      'is another tool',
      {
        tool_name: 'replace',
        tool_input: { command: 'npm test' },
        tool_response: asGemini(failing, 'Exit Code: 1\n'),
      },
    ],
    [
      'was not allowed',
      {
        ...shell('npm test'),
        tool_response: {
          llmContent: `Tool execution denied: ${failing}`,
          error: { message: 'denied' },
        },
      },
    ],
  ];
  for (const [name, told] of unclear) {
    it(`open none for what ${name}`, () => {
      enable();
      hook('gemini', 'AfterTool', told);
      assert.equal(file(), undefined);
    });
  }

  it('follow what an agent says of its work', () => {
    enable();
    const blocked = '[WORKFLOW_STATUS]\nstatus: BLOCKED\nreason: No design for the log-out\n';
    hook('gemini', 'AfterAgent', { prompt: 'Go on', prompt_response: blocked });
    assert.equal(file()?.open[0]?.description, 'No design for the log-out');
  });

  /** One session has worked here. */
  function worked(): void {
    enable();
    hook('qwen', 'Stop', { session_id: 'eeeeeeee-0002-4000-8000-000000000002' });
  }
  const ownText = /^Baton context [0-9a-f]{8}: [^]*<\/baton-context>/;

  it('give a session of Codex and Qwen Code plain words', () => {
    worked();
    for (const agent of ['codex', 'qwen'] as const) {
      assert.match(hook(agent, 'SessionStart', { source: 'startup' }), ownText);
      assert.equal(deliveries().at(-1)?.agent, agent);
    }
  });

  it('give a session of Gemini CLI JSON, which is all that reaches its model', () => {
    worked();
    const { hookSpecificOutput: told, ...rest } = JSON.parse(
      hook('gemini', 'SessionStart', { source: 'startup' }),
    ) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
    assert.deepEqual(rest, {});
    assert.equal(told.hookEventName, 'SessionStart');
    assert.match(told.additionalContext, ownText);
    assert.equal(deliveries().at(-1)?.characters, told.additionalContext.length);
  });

  it('name the agent where its transcript is not there yet', () => {
    worked();
    hook('codex', 'SessionStart', { source: 'startup', transcript_path: null });
    assert.equal(deliveries().at(-1)?.agent, 'codex');
  });

  it('give back what a compression of Gemini CLI took, at the next prompt', () => {
    enable();
    const chat = scratch('home', transcripts.gemini.file);
    mkdirSync(path.dirname(chat), { recursive: true });
    const whole = readFileSync(
      path.resolve('test/fixtures/transcripts/gemini/compression.jsonl'),
      'utf8',
    );
    const lines = whole.split('\n');
    const at = lines.findIndex((line) =>
      line.includes('Got it. Thanks for the additional context!'),
    );
    assert.ok(at > 0);
    writeFileSync(chat, `${lines.slice(0, at).join('\n')}\n`);
    hook('gemini', 'PreCompress', { trigger: 'manual' });
    writeFileSync(chat, whole);
    const printed = hook('gemini', 'BeforeAgent', { prompt: 'Go on' });
    const { hookSpecificOutput: told } = JSON.parse(printed) as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    };
    assert.equal(told.hookEventName, 'BeforeAgent');
    assert.match(told.additionalContext, /before it was compacted/);
    assert.equal(deliveries().at(-1)?.source, 'compact');
    assert.equal(hook('gemini', 'BeforeAgent', { prompt: 'And on' }), '');
  });

  it('know a command behind what Gemini CLI put before it', () => {
    enable();
    const trigger = () => existsSync(root('.claude/state/triggers'));
    const prompt = '/sdd-impl the form';
    hook('gemini', 'BeforeAgent', { prompt: `Of <hook_context>x</hook_context> ${prompt}` });
    assert.equal(trigger(), false);
    hook('gemini', 'BeforeAgent', {
      prompt: `<hook_context>Baton\n\nx</hook_context>\n\n${prompt}`,
    });
    assert.equal(trigger(), true);
  });

  it('read nothing when Qwen Code calls them between tools', () => {
    enable();
    hook('qwen', 'UserPromptSubmit', { prompt: '' });
    assert.equal(existsSync(dataFolder('projects')), false);
    hook('qwen', 'UserPromptSubmit', { prompt: 'Go on' });
    assert.equal(existsSync(dataFolder('projects')), true);
  });

  it('leave the receipt of Qwen Code open, because nothing can show that it arrived', () => {
    worked();
    hook('qwen', 'SessionStart', { source: 'startup' });
    const later = {
      type: 'assistant',
      timestamp: new Date(Date.now() + 60_000).toISOString(),
      message: { parts: [{ text: 'Yes.' }] },
    };
    writeFileSync(transcriptOf('qwen'), `${JSON.stringify(later)}\n`, { flag: 'a' });
    hook('qwen', 'Stop', { last_assistant_message: 'Yes.' });
    const { status, problem } = deliveries().at(-1) ?? {};
    assert.equal(status, 'injected');
    assert.match(problem ?? '', /Qwen Code does not write down/);
  });

  it('see in a chat of Gemini CLI that it arrived, wherever it put it', () => {
    for (const isBehind of [false, true]) {
      worked();
      const printed = hook('gemini', 'SessionStart', { source: 'startup' });
      const { additionalContext } = (
        JSON.parse(printed) as { hookSpecificOutput: { additionalContext: string } }
      ).hookSpecificOutput;
      const told = `<hook_context>${additionalContext.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</hook_context>`;
      const line = {
        id: `m-${String(isBehind)}`,
        timestamp: new Date().toISOString(),
        type: 'user',
        content: isBehind
          ? [{ text: 'Add a log-out button' }, { text: told }]
          : [{ text: `${told}\n\nAdd a log-out button` }],
        displayContent: [{ text: 'Add a log-out button' }],
      };
      writeFileSync(transcriptOf('gemini'), `${JSON.stringify(line)}\n`, { flag: 'a' });
      hook('gemini', 'AfterAgent', { prompt: 'Go on', prompt_response: 'Yes.' });
      assert.equal(deliveries().at(-1)?.status, 'arrived');
      assert.equal(context().goal?.current_objective, 'Add a log-out button');
    }
  });

  describe('act', () => {
    const stopped = () => existsSync(root('.claude'));

    it('not where they were not installed for, whoever else is', () => {
      enable(['qwen']);
      hook('codex', 'Stop');
      assert.equal(stopped(), false);
      hook('qwen', 'Stop');
      assert.equal(stopped(), true);
    });

    it('everywhere that is enabled, where they were installed for that', () => {
      enable([], ['codex']);
      hook('codex', 'Stop');
      assert.equal(stopped(), true);
    });

    it('where the repository brought them and a person enabled it', () => {
      enable([]);
      hook('gemini', 'AfterAgent', {}, { flags: ['--shared'] });
      assert.equal(stopped(), true);
    });

    it('not where nobody enabled it, whatever the repository brought', () => {
      repository();
      hook('gemini', 'AfterAgent', {}, { flags: ['--shared'] });
      assert.equal(stopped(), false);
    });

    it('for Codex where it is, not where an agent around it is', () => {
      enable();
      hook('codex', 'Stop', {}, { env: { CLAUDE_PROJECT_DIR: '/' } });
      assert.equal(stopped(), true);
    });

    it('not for an agent that plays them in its own shell', () => {
      enable();
      hook('codex', 'Stop', {}, { env: { CODEX_THREAD_ID: 'x' } });
      assert.equal(stopped(), false);
    });
  });

  it('end well when a later version wrote what this one does not know', () => {
    enable();
    for (const words of [
      ['hook', 'Stop', '--agent', 'later'],
      ['hook', 'Stop', '--agent', 'codex', '--later'],
      ['hook', 'Later', '--agent', 'codex'],
      ['hook', 'Stop', '--agent'],
    ]) {
      const { stdout, stderr, code } = run(words, {}, '{}');
      assert.deepEqual([stdout, stderr, code], ['', '', 0], words.join(' '));
    }
  });

  for (const [name, text] of Object.entries({
    'no JSON': 'not { json',
    nothing: '',
    'a list': '[1]',
    'other types':
      '{"tool_response":7,"tool_input":[],"prompt":{},"cwd":5,"tool_name":"run_shell_command"}',
  })) {
    it(`end well with ${name}`, () => {
      enable();
      for (const [agent, event] of [
        ['codex', 'PostToolUse'],
        ['gemini', 'AfterTool'],
        ['gemini', 'BeforeAgent'],
        ['qwen', 'PostToolUseFailure'],
        ['qwen', 'UserPromptSubmit'],
      ] as const) {
        const { stdout, stderr, code } = run(['hook', event, '--agent', agent], {}, text);
        assert.deepEqual([stdout, stderr, code], ['', '', 0]);
      }
    });
  }
});
