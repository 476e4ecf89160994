import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../../package.json';
import { silentLogger } from '../../../src/core/support/logger';
import { toolAnswer } from '../../../src/mcp/toolAnswer';
import { refusalOf, useMcpProject, valueOf } from '../../support/mcpProject';

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly inputSchema: ListedSchema;
  readonly outputSchema: ListedSchema;
}

interface ListedSchema {
  readonly type: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly additionalProperties?: boolean;
}

const read = { readOnlyHint: true, destructiveHint: false };
const writes = { readOnlyHint: false, destructiveHint: false };
const starts = { readOnlyHint: false, destructiveHint: true };
const here = { openWorldHint: false };

/** What each may do, and what it takes: required ones first. */
const tools: Readonly<Record<string, [annotations: object, required: string[], more: string[]]>> = {
  session_load: [{ ...writes, idempotentHint: true, ...here }, [], []],
  session_save: [
    { ...writes, idempotentHint: false, ...here },
    [],
    ['context', 'working_on', 'next_steps', 'progress', 'openspec', 'untracked'],
  ],
  context_save: [{ ...writes, idempotentHint: true, ...here }, [], ['agent', 'session_id']],
  decision_add: [
    { ...writes, idempotentHint: false, ...here },
    ['type', 'summary'],
    ['context', 'decision', 'reason', 'impact', 'source', 'steering_ref', 'supersedes'],
  ],
  blocker_report: [
    { ...writes, idempotentHint: false, ...here },
    ['type', 'description'],
    ['severity', 'resolution', 'appeared_after'],
  ],
  handover_draft: [
    { ...writes, idempotentHint: true, ...here },
    ['trigger'],
    ['next', 'accomplished'],
  ],
  list_agents: [{ ...read, idempotentHint: true, ...here }, [], []],
  use_agent: [
    { ...starts, idempotentHint: false, openWorldHint: true },
    ['message'],
    ['cli_name', 'session_id', 'resume', 'timeout', 'run_async'],
  ],
  use_agents: [{ ...starts, idempotentHint: false, openWorldHint: true }, ['tasks'], ['run_async']],
  get_task_status: [{ ...read, idempotentHint: true, ...here }, ['task_id'], []],
  add_agent: [
    { ...writes, idempotentHint: true, ...here },
    ['name', 'command'],
    ['title', 'start', 'resume', 'fork', 'headless'],
  ],
  ask_user: [
    { ...writes, idempotentHint: false, openWorldHint: true },
    [],
    ['question', 'options', 'context', 'timeout', 'question_id', 'wait'],
  ],
  notify_user: [{ ...writes, idempotentHint: false, ...here }, ['message'], ['level']],
  wait_for_command: [{ ...writes, idempotentHint: false, openWorldHint: true }, [], ['wait']],
  command_result: [{ ...writes, idempotentHint: false, ...here }, ['command_id', 'result'], []],
};

/** Arguments with which each would do something. */
const calls: Readonly<Record<string, object>> = {
  session_load: {},
  session_save: { working_on: 'The form' },
  context_save: {},
  decision_add: { type: 'USER_DECISION', summary: 'Use SQLite' },
  blocker_report: { type: 'dependency', description: 'The registry is not reachable' },
  handover_draft: { trigger: 'impl' },
  list_agents: {},
  use_agent: { cli_name: 'claude', message: 'Hello' },
  use_agents: { tasks: [{ cli_name: 'claude', message: 'Hello' }] },
  get_task_status: { task_id: 'task-1763430000000-a1b2c3' },
  add_agent: { name: 'mine', command: 'mine' },
  ask_user: { question: 'Which one?', wait: 0 },
  notify_user: { message: 'It is done' },
  wait_for_command: { wait: 0 },
  command_result: { command_id: 'cmd-1763430000000-a1b2c3', result: 'Done' },
};

// The built bundle, over its real stdin and stdout.
describe('MCP server', function () {
  this.timeout(120_000);
  const { create, repository, root, file, enable, scratch, run, start } = useMcpProject();
  const blocker = calls.blocker_report ?? {};

  it('names itself and its tools, with schemas and what they do to the world', async () => {
    repository();
    const client = await start();
    const { result } = await client.request('tools/list');
    const listed = result?.tools as readonly ListedTool[];
    assert.deepEqual(
      Object.fromEntries(
        listed.map(({ name, annotations, inputSchema }) => {
          const { required = [], properties = {} } = inputSchema;
          const more = Object.keys(properties).filter((each) => !required.includes(each));
          return [name, [annotations, [...required], more]];
        }),
      ),
      tools,
    );
    for (const { name, title, description, inputSchema, outputSchema } of listed) {
      assert.ok(title && description.endsWith('.'), name);
      assert.equal(inputSchema.additionalProperties, false, name);
      assert.equal(outputSchema.type, 'object', name);
      assert.ok(Object.keys(outputSchema.properties ?? {}).length > 0, name);
    }
    const { lines, stderr, code } = await client.end();
    assert.match(lines[0] ?? '', new RegExp(`"name":"baton".*"version":"${version}"`));
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
  });

  it('names its resources and its prompt', async () => {
    repository();
    const client = await start();
    const { result } = await client.request('resources/list');
    assert.deepEqual(
      (result?.resources as { uri: string; mimeType: string }[]).map((each) => [
        each.uri,
        each.mimeType,
      ]),
      ['state', 'decisions', 'handover'].map((part) => [`baton://${part}`, 'text/markdown']),
    );
    const prompts = await client.request('prompts/list');
    const [prompt, ...others] = prompts.result?.prompts as { name: string; arguments?: unknown }[];
    assert.deepEqual([prompt?.name, prompt?.arguments, others], ['resume', undefined, []]);
  });

  it('does nothing in a project that nobody enabled, says why, and looks again at the next call', async () => {
    repository();
    const client = await start();
    const refusal =
      /^Nobody has enabled Baton for agents in .* so nothing was read, written or started/;
    for (const name of Object.keys(tools)) {
      const answer = await client.call(name, calls[name] ?? {});
      assert.match(refusalOf(answer), refusal, name);
    }
    for (const [method, params] of [
      ['resources/read', { uri: 'baton://state' }],
      ['resources/read', { uri: 'baton://decisions' }],
      ['resources/read', { uri: 'baton://handover' }],
      ['prompts/get', { name: 'resume' }],
    ] as const) {
      assert.match((await client.request(method, params)).error?.message ?? '', refusal);
    }
    assert.equal(existsSync(root('.claude')), false);
    assert.equal(existsSync(path.join(root('.git'), 'baton-id')), false);
    enable();
    const allowed = await client.call('blocker_report', blocker);
    assert.equal(valueOf(allowed).count, 1);
    assert.equal(file()?.open.length, 1);
  });

  it('survives what is no JSON, no request, and what it does not offer', async () => {
    create();
    const client = await start();
    client.write('no json');
    client.write('{"jsonrpc":"2.0","id":"x"}');
    client.write('[]');
    for (const name of ['blocker_solve', 'constructor', '__proto__', '', 'x'.repeat(100_000)]) {
      const answer = await client.call(name, {});
      assert.notEqual(refusalOf(answer), '', name.slice(0, 20));
    }
    for (const uri of [
      'baton://nothing',
      'file:///etc/passwd',
      'baton://state/../../x',
      'no uri',
    ]) {
      assert.ok((await client.request('resources/read', { uri })).error, uri);
    }
    assert.ok((await client.request('prompts/get', { name: 'begin' })).error);
    assert.ok((await client.request('tools/forget', {})).error);
    const answer = await client.call('blocker_report', blocker);
    assert.equal(valueOf(answer).count, 1);
    const { lines, code } = await client.end();
    for (const line of lines) {
      assert.equal((JSON.parse(line) as { jsonrpc?: string }).jsonrpc, '2.0', line.slice(0, 200));
    }
    assert.equal(code, 0);
  });

  const wrong: [what: string, args: unknown][] = [
    ['no object', 'text'],
    ['a list', []],
    ['null', null],
    ['fields that it does not have', { surprise: true }],
  ];
  for (const name of Object.keys(tools)) {
    it(`${name} refuses arguments that are not its own`, async () => {
      create();
      const client = await start();
      for (const [what, args] of wrong) {
        const answer = await client.request('tools/call', { name, arguments: args });
        assert.notEqual(refusalOf(answer), '', what);
      }
      const required = tools[name]?.[1] ?? [];
      for (const field of required) {
        const others = Object.fromEntries(
          Object.entries({ ...calls[name] }).filter(([key]) => key !== field),
        );
        const answer = await client.call(name, others);
        assert.match(refusalOf(answer), new RegExp(field), `without ${field}`);
        for (const value of [7, null, {}]) {
          const odd = await client.call(name, { ...calls[name], [field]: value });
          assert.match(refusalOf(odd), new RegExp(field), `${field}: ${JSON.stringify(value)}`);
        }
      }
      const answer = await client.call('blocker_report', blocker);
      assert.equal(valueOf(answer).count, 1);
    });
  }

  it('answers 100 calls at once', async () => {
    create();
    const client = await start();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0
          ? client.call('decision_add', { ...calls.decision_add, summary: `Decision ${index}` })
          : client.request('resources/read', { uri: 'baton://decisions' }),
      ),
    );
    const ids = answers.flatMap((answer, index) =>
      index % 2 === 0 ? [valueOf<{ id: string }>(answer).id] : [],
    );
    assert.equal(new Set(ids).size, 50);
    assert.ok(
      ids.every((id) => /^D\d+$/.test(id)),
      ids.join(),
    );
    assert.ok(answers.every(({ error }) => !error));
    const { stderr, code } = await client.end();
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
  });

  it('takes arguments of a megabyte', async () => {
    create();
    const client = await start();
    const large = 'x'.repeat(1_000_000);
    for (const [name, args, isTaken] of [
      ['blocker_report', { ...blocker, description: large }, true],
      ['decision_add', { ...calls.decision_add, reason: large }, true],
      ['session_save', { working_on: large }, false],
      ['handover_draft', { trigger: 'impl', next: large }, false],
      ['get_task_status', { task_id: large }, false],
      ['context_save', { session_id: large }, false],
      ['add_agent', { name: 'mine', command: large }, false],
    ] as const) {
      const refusal = refusalOf(await client.call(name, args));
      assert.equal(refusal === '', isTaken, `${name}: ${refusal.slice(0, 200)}`);
      assert.ok(refusal.length < 2_000, `${name}: ${refusal.length} characters`);
    }
  });

  it('tells nothing of a failure inside but that there was one, and logs it', async () => {
    const logged: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void logged.push(message) };
    const answer = await toolAnswer(logger, () => Promise.reject(new TypeError('private words')));
    assert.equal(answer.isError, true);
    assert.match(JSON.stringify(answer.content), /Baton failed unexpectedly/);
    assert.doesNotMatch(JSON.stringify(answer.content), /private words/);
    assert.match(logged.join('\n'), /^TypeError: private words\n +at /);
  });

  for (const [how, command, at] of [
    ['', ['cli.js', 'mcp'], () => root()],
    [' --cwd', ['cli.js', 'mcp', '--cwd', 'project'], () => scratch()],
  ] as const) {
    it(`is what "baton mcp${how}" starts, and ends with its stdin`, async () => {
      create();
      const client = await start({ command, cwd: at() });
      await client.call('blocker_report', blocker);
      await client.call('blocker_report', blocker);
      assert.equal(file()?.open[0]?.count, 2);
      const { lines, stderr, code } = await client.end();
      assert.deepEqual(
        { stderr, code, answers: lines.length },
        { stderr: '', code: 0, answers: 3 },
      );
    });
  }

  it('is not started for a folder that is not there', () => {
    repository();
    const { stdout, stderr, code } = run(['mcp', '--cwd', 'nowhere']);
    assert.deepEqual({ stdout, code }, { stdout: '', code: 1 });
    assert.match(stderr, /^baton: There is no folder .*nowhere\. Check the path\.\n$/);
  });

  it('is explained by "baton mcp --help"', () => {
    repository();
    assert.match(run(['mcp', '--help']).stdout, /^Usage: baton mcp .*\n\n.*MCP server/);
  });
});
