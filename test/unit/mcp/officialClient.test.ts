import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { firstSession, work } from '../../support/agentSession';
import { useHelperAgents } from '../../support/helperAgents';
import { useOfficialClients } from '../../support/officialClient';
import { isRunning, until } from '../../support/until';

// `baton mcp`, spoken to by the client that the authors of the protocol publish. It checks every
// answer of a tool against the schema that the server told.
for (const [version, mode] of [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const) {
  describe(`MCP server and the official client, in the protocol of ${version}`, function () {
    this.timeout(120_000);
    const { create, root, scratch, run, dataFolder, environment, ...agents } = useHelperAgents();
    const { untilWaiting, untilGone, pids } = agents;
    const open = useOfficialClients();
    const connect = () =>
      open({
        cwd: root(),
        env: { HOME: scratch('home'), BATON_HOME: dataFolder(), ...environment() },
        args: ['cli.js', 'mcp'],
        mode,
      });
    const helper = { cli_name: 'helper', session_id: 'my-session' };
    const textOf = ({ content }: { content: { type: string; text?: string }[] }) =>
      content[0]?.text ?? '';

    it('lists tools, resources and the prompt, and calls each of them', async () => {
      const repository = create();
      repository.write('src/login.ts', 'export const login = 2;\n');
      const folder = scratch('home/.claude/projects', root().replace(/[^A-Za-z0-9]/g, '-'));
      mkdirSync(folder, { recursive: true });
      const said = work('Log in', root()).text().replaceAll('/home/dev/demo-app', root());
      writeFileSync(path.join(folder, `${firstSession}.jsonl`), said);
      const { client, problems, stderr } = await connect();
      assert.equal(client.getServerVersion()?.name, 'baton');
      assert.equal(client.getNegotiatedProtocolVersion(), version);
      const calls: [name: string, args: Record<string, unknown>][] = [
        ['session_save', { working_on: 'Login form' }],
        ['context_save', {}],
        ['decision_add', { type: 'USER_DECISION', summary: 'Use argon2' }],
        ['blocker_report', { type: 'dependency', description: 'No registry' }],
        ['handover_draft', { trigger: 'impl', next: 'Write the tests' }],
        ['session_load', {}],
        ['list_agents', {}],
        ['use_agent', { ...helper, message: 'say hello' }],
        ['use_agents', { tasks: [{ ...helper, message: 'say hello' }] }],
        ['add_agent', { name: 'mine', command: 'mine' }],
        ['ask_user', { question: 'Which one?', options: ['One', 'Two'], wait: 0 }],
        ['notify_user', { message: 'It is done' }],
        ['wait_for_command', { wait: 0 }],
      ];
      const { tools } = await client.listTools();
      let task: unknown;
      for (const [name, args] of calls) {
        const answer = await client.callTool({ name, arguments: args });
        assert.ok(!answer.isError, `${name}: ${textOf(answer)}`);
        assert.deepEqual(JSON.parse(textOf(answer as never)), answer.structuredContent, name);
        task ??= (answer.structuredContent as { task_id?: string }).task_id;
      }
      const status = await client.callTool({
        name: 'get_task_status',
        arguments: { task_id: task },
      });
      assert.equal((status.structuredContent as { text?: string }).text, 'hello');
      const [session = ''] = readdirSync(path.join(root(), '.claude/state/sessions'));
      const sent = run(['sessions', 'send', session, 'Write the tests', '--json']);
      const { commandId } = JSON.parse(sent.stdout) as { commandId: string };
      const result = await client.callTool({
        name: 'command_result',
        arguments: { command_id: commandId, result: 'Written' },
      });
      assert.equal((result.structuredContent as { command_id?: string }).command_id, commandId);
      assert.deepEqual(
        tools.map(({ name }) => name).sort(),
        [...calls.map(([name]) => name), 'get_task_status', 'command_result'].sort(),
      );
      const { resources } = await client.listResources();
      for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri });
        assert.match((contents[0] as { text: string }).text, /<baton-context /, uri);
      }
      const { prompts } = await client.listPrompts();
      const { messages } = await client.getPrompt({ name: prompts[0]?.name ?? '' });
      assert.match((messages[0]?.content as { text: string }).text, /^Go on with the work/);
      assert.deepEqual([resources.length, prompts.length, problems, stderr()], [3, 1, [], '']);
    });

    it('refuses bad arguments and what it does not have', async () => {
      create();
      const { client, problems, stderr } = await connect();
      const bad = await client.callTool({ name: 'decision_add', arguments: { summary: 7 } });
      assert.equal(bad.isError, true);
      assert.match(textOf(bad), /Invalid arguments for tool decision_add: .*type/);
      await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), /nothing/);
      await assert.rejects(client.readResource({ uri: 'baton://nothing' }), /not found/i);
      await assert.rejects(client.getPrompt({ name: 'nothing' }), /nothing/);
      assert.deepEqual([problems, stderr()], [[], '']);
    });

    it('tells how a long run goes, and ends it when the client cancels', async () => {
      create();
      const { client } = await connect();
      const cancelling = new AbortController();
      const told: string[] = [];
      const call = client.callTool(
        { name: 'use_agent', arguments: { ...helper, message: 'wait' } },
        {
          signal: cancelling.signal,
          onprogress: ({ message = '' }) => told.push(message),
        },
      );
      const all = await untilWaiting(1);
      await until(() => told.some((message) => message.includes('I am waiting.')));
      cancelling.abort('enough');
      await assert.rejects(call, /enough/);
      await untilGone(all);
    });

    it('asks the user, tells meanwhile that nobody has answered, and brings the answer', async () => {
      create();
      const { client } = await connect();
      const told: string[] = [];
      const call = client.callTool(
        { name: 'ask_user', arguments: { question: 'Which one?', wait: 60 } },
        { onprogress: ({ message = '' }) => told.push(message) },
      );
      interface Listed {
        readonly sessions: readonly { readonly questions: { questionId: string }[] }[];
      }
      let id: string | undefined;
      await until(() => told.includes('The user is asked.'));
      await until(() => {
        const listed = JSON.parse(run(['sessions', 'list', '--json']).stdout) as Listed;
        id = listed.sessions[0]?.questions[0]?.questionId;
        return id !== undefined;
      });
      run(['sessions', 'answer', id ?? '', 'The second']);
      const { structuredContent } = await call;
      assert.deepEqual((structuredContent as { answer?: string }).answer, 'The second');
    });

    it('answers a hundred calls at once, and arguments of a megabyte', async () => {
      create();
      const { client, problems, stderr } = await connect();
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          client.callTool({
            name: 'decision_add',
            arguments: { type: 'USER_DECISION', summary: `Decision ${index}` },
          }),
        ),
      );
      const ids = answers.map((answer) => (answer.structuredContent as { id?: string }).id);
      assert.equal(new Set(ids).size, 100);
      const words = 'y'.repeat(1_000_000);
      const answer = await client.callTool({
        name: 'use_agent',
        arguments: { ...helper, message: `hash ${words}` },
      });
      const { text } = answer.structuredContent as { text?: string };
      assert.equal(text, createHash('sha256').update(words).digest('hex'));
      assert.deepEqual([problems, stderr()], [[], '']);
    });

    it('ends with the client, and so do the agents', async () => {
      create();
      const { client, transport } = await connect();
      const server = transport.pid ?? 0;
      const wait = { ...helper, message: 'wait', run_async: true };
      await client.callTool({ name: 'use_agent', arguments: wait });
      const all = await untilWaiting(1);
      await client.close();
      await until(() => !isRunning(server));
      assert.deepEqual(all.filter(isRunning), []);
      assert.equal(pids().length, 1);
    });
  });
}
