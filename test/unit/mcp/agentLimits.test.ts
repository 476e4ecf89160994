import assert from 'node:assert/strict';
import { statusOf, type Task, useHelperAgents } from '../../support/helperAgents';
import type { McpClient } from '../../support/mcpClient';
import { refusalOf, valueOf } from '../../support/mcpProject';
import { isRunning, until } from '../../support/until';

// The built bundle, over its real stdin and stdout, with real processes for agents.
describe('MCP server and the agents that it runs', function () {
  this.timeout(120_000);
  const { create, start, pids, untilWaiting, untilGone } = useHelperAgents();
  const wait = { cli_name: 'helper', message: 'wait' };
  const later = (client: McpClient, message = 'wait') =>
    client.call('use_agent', { cli_name: 'helper', message, run_async: true });

  for (const message of ['wait', 'stay']) {
    it(`ends an agent that is told to ${message}, with all that it started, when the client cancels`, async () => {
      create();
      const client = await start();
      const params = { name: 'use_agent', arguments: { cli_name: 'helper', message } };
      const { id, answer } = client.begin('tools/call', params);
      const all = await untilWaiting(1);
      assert.deepEqual(
        all.map((pid) => isRunning(pid)),
        [true, true, true],
      );
      client.notify('notifications/cancelled', { requestId: id, reason: 'enough' });
      await untilGone(all);
      const isAnswered = await Promise.race([
        answer.then(() => true),
        client.call('list_agents', {}).then(() => false),
      ]);
      assert.equal(isAnswered, false);
      const { lines } = await client.end();
      assert.ok(lines.every((line) => line.startsWith('{')));
    });
  }

  it('ends the others of a call that is cancelled, and what waits does not begin', async () => {
    create();
    const client = await start();
    const tasks = Array.from({ length: 6 }, () => wait);
    const { id } = client.begin('tools/call', { name: 'use_agents', arguments: { tasks } });
    const all = await untilWaiting(4);
    client.notify('notifications/cancelled', { requestId: id });
    await untilGone(all);
    const said = { cli_name: 'helper', message: 'say free' };
    assert.equal(valueOf<Task>(await client.call('use_agent', said)).text, 'free');
    assert.equal(pids().length, 4);
  });

  it('ends an agent that takes too long', async () => {
    create();
    const client = await start();
    const answer = await client.call('use_agent', { ...wait, message: 'stay', timeout: 1 });
    assert.match(
      refusalOf(answer),
      /^Helper took too long, so it was ended with all that it had started\.[^]*I am staying\.$/,
    );
    await untilGone(pids().flat());
  });

  for (const [how, stop, code] of [
    ['its stdin ends', async (client: McpClient) => (await client.end()).code, 0],
    ['it is told to end', async (client: McpClient) => (await client.kill('SIGTERM')).code, 143],
    ['it is interrupted', async (client: McpClient) => (await client.kill('SIGINT')).code, 130],
  ] as const) {
    it(`ends what it runs when ${how}, and says so of each task`, async () => {
      create();
      const client = await start();
      const ids: (string | null)[] = [];
      for (let count = 0; count < 5; count++) {
        ids.push(valueOf<Task>(await later(client)).task_id);
      }
      client.begin('tools/call', { name: 'use_agent', arguments: wait });
      const all = await untilWaiting(4);
      assert.equal(await stop(client), code);
      assert.deepEqual(all.filter(isRunning), []);
      const next = await start();
      const tasks = await Promise.all(ids.map((id) => statusOf(next, id)));
      assert.deepEqual(
        tasks.map(({ status, text }) => [status, text]),
        [...Array.from({ length: 4 }, () => ['interrupted', 'I am waiting.']), ['interrupted', '']],
      );
      assert.match(tasks[0]?.problem ?? '', /^The server that ran it has ended, .* the session /);
      assert.match(tasks[4]?.problem ?? '', /^The server that was to run it has ended/);
    });
  }

  it('is said to have been interrupted where the server was killed, and its agent is ended', async () => {
    create();
    const client = await start();
    const { task_id: id } = valueOf<Task>(await later(client, 'stay'));
    const [program = 0] = await untilWaiting(1);
    const watching = await start();
    let before = await statusOf(watching, id);
    while (before.text === '') {
      before = await statusOf(watching, id);
    }
    assert.equal(before.status, 'running');
    await client.kill('SIGKILL');
    assert.equal(isRunning(program), true);
    const after = await statusOf(watching, id);
    assert.deepEqual([after.status, after.text], ['interrupted', 'I am staying.']);
    assert.match(after.problem ?? '', /^The server that ran it has ended/);
    await until(() => !isRunning(program));
    assert.deepEqual(await statusOf(watching, id), after);
  });

  it('ends what a killed one left behind when it runs its first agent', async () => {
    create();
    const client = await start();
    const { task_id: id } = valueOf<Task>(await later(client));
    const all = await untilWaiting(1);
    const watching = await start();
    while ((await statusOf(watching, id)).text === '') {
      // Until its program was written down, too.
    }
    await client.kill('SIGKILL');
    const next = await start();
    const said = { cli_name: 'helper', message: 'say hello' };
    assert.equal(valueOf<Task>(await next.call('use_agent', said)).text, 'hello');
    await untilGone(all);
  });

  it('runs four at once, lets sixteen wait, and refuses the rest of a hundred', async () => {
    create();
    const client = await start();
    const answers = await Promise.all(Array.from({ length: 100 }, () => later(client)));
    const refusals = answers.map(refusalOf).filter(Boolean);
    assert.equal(refusals.length, 80);
    assert.match(refusals[0] ?? '', /^4 agents run already and 16 wait, .* Try again when some/);
    const ids = answers.flatMap(({ result }) =>
      result?.isError ? [] : [(result?.structuredContent as unknown as Task).task_id],
    );
    await untilWaiting(4);
    const states = async () => {
      const tasks = await Promise.all(ids.map((id) => statusOf(client, id)));
      return tasks.map(({ status }) => status);
    };
    let seen = await states();
    while (seen.filter((each) => each === 'running').length < 4) {
      seen = await states();
    }
    assert.equal(seen.filter((each) => each === 'waiting').length, 16);
    const [[killed = 0] = []] = pids();
    process.kill(killed, 'SIGKILL');
    await untilWaiting(5);
    assert.equal((await states()).filter((each) => each === 'failed').length, 1);
    assert.equal((await client.end()).code, 0);
    // What one had started that was killed by somebody else is not known to be its own.
    assert.deepEqual(pids().slice(1).flat().filter(isRunning), []);
  });
});
