import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { McpClient } from '../../support/mcpClient';
import { refusalOf, useMcpProject, valueOf } from '../../support/mcpProject';
import { until } from '../../support/until';

describe('MCP tools that speak with the user', function () {
  this.timeout(120_000);
  const { create, repository, root, start, run } = useMcpProject();
  const sessions = (...parts: string[]) => root('.claude/state/sessions', ...parts);
  const session = () => (existsSync(sessions()) ? (readdirSync(sessions())[0] ?? '') : '');
  const files = (part: string) => {
    const folder = sessions(session(), part);
    return existsSync(folder)
      ? readdirSync(folder).map(
          (name) =>
            JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, unknown>,
        )
      : [];
  };
  const asking = (client: McpClient, args: object) =>
    client.begin('tools/call', {
      name: 'ask_user',
      arguments: args,
      _meta: { progressToken: 'p' },
    });
  const answer = (id: unknown, text: string, env = {}) =>
    run(['sessions', 'answer', String(id), text, '--json'], env);

  it('ask and get the answer, with progress on the way', async () => {
    create();
    const client = await start();
    const call = asking(client, { question: 'Which one?', options: ['One', 'Two'], wait: 60 });
    await until(() => files('questions').length === 1);
    const [question] = files('questions');
    assert.ok(question);
    assert.equal(question.sessionId, session());
    assert.deepEqual(question.options, ['One', 'Two']);
    assert.equal(answer(question.questionId, 'Two').code, 0);
    const told = valueOf(await call.answer);
    assert.deepEqual(
      [told.status, told.answer, told.question_id],
      ['answered', 'Two', question.questionId],
    );
    assert.ok(client.notifications.some(({ params }) => params?.message === 'The user is asked.'));
    assert.match(answer(question.questionId, 'One').stderr, /answered already, by .*: Two/);
  });

  it('answer pending before the limit of the client, and can be asked again', async () => {
    create();
    const client = await start();
    const first = valueOf(await client.call('ask_user', { question: 'Which one?', wait: 0.2 }));
    assert.equal(first.status, 'pending');
    const again = asking(client, { question_id: first.question_id, wait: 60 });
    answer(first.question_id, 'This one');
    assert.equal(valueOf(await again.answer).answer, 'This one');
    assert.equal(files('questions').length, 1);
  });

  it('say that nobody answered in time, and that it was cancelled', async () => {
    create();
    const client = await start();
    const late = valueOf(await client.call('ask_user', { question: 'Now?', timeout: 1, wait: 30 }));
    assert.equal(late.status, 'expired');
    assert.match(answer(late.question_id, 'Yes').stderr, /no longer waits/);
    const call = asking(client, { question: 'Or this?', wait: 60 });
    await until(() => files('questions').length === 2);
    client.notify('notifications/cancelled', { requestId: call.id, reason: 'enough' });
    const id = files('questions').find(({ question }) => question === 'Or this?')?.questionId;
    await until(() => files('questions').every(({ status }) => status === 'expired'));
    const told = valueOf(await client.call('ask_user', { question_id: id, wait: 0 }));
    assert.equal(told.status, 'cancelled');
  });

  it('refuse what makes no sense', async () => {
    create();
    const client = await start();
    assert.match(refusalOf(await client.call('ask_user', {})), /either a question/);
    const both = { question: 'x', question_id: 'q-1795003200000-abcdef' };
    assert.match(refusalOf(await client.call('ask_user', both)), /either a question/);
    const unknown = { question_id: 'q-1795003200000-abcdef' };
    assert.match(refusalOf(await client.call('ask_user', unknown)), /no question q-/);
    assert.match(refusalOf(await client.call('ask_user', { question_id: '../x' })), /Invalid/);
    const result = { command_id: 'cmd-1795003200000-abcdef', result: 'x' };
    assert.match(refusalOf(await client.call('command_result', result)), /no command/);
  });

  it('do not let an agent answer for the user', async () => {
    create();
    const client = await start();
    const { question_id: id } = valueOf(
      await client.call('ask_user', { question: 'Go?', wait: 0 }),
    );
    const refused = answer(id, 'Yes', { CLAUDECODE: '1' });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /for the user/);
    assert.deepEqual(files('responses'), []);
  });

  it('tell the user, and take work from the user', async () => {
    create();
    const client = await start();
    const { notification_id: told } = valueOf(
      await client.call('notify_user', { message: 'The build is green', level: 'warning' }),
    );
    const [notification] = files('notifications');
    assert.deepEqual([notification?.notificationId, notification?.level], [told, 'warning']);
    assert.equal(valueOf(await client.call('wait_for_command', { wait: 0 })).status, 'none');
    const waiting = client.call('wait_for_command', { wait: 60 });
    await delay(100);
    const sent = run(['sessions', 'send', session(), 'Write the tests', '--json']);
    assert.equal(sent.code, 0, sent.stderr);
    const got = valueOf(await waiting);
    assert.deepEqual([got.status, got.command], ['command', 'Write the tests']);
    valueOf(await client.call('command_result', { command_id: got.command_id, result: 'Done' }));
    assert.deepEqual(
      files('commands')
        .map(({ status, result }) => status ?? result)
        .sort(),
      ['Done', 'done'],
    );
  });

  it('go on in the session that somebody ended, with the process of the agent', async () => {
    create();
    const client = await start();
    await client.call('notify_user', { message: 'One' });
    const before = session();
    assert.equal(run(['sessions', 'end', before]).code, 0);
    await client.call('notify_user', { message: 'Two' });
    assert.deepEqual(readdirSync(sessions()), [before]);
    assert.equal(files('notifications').length, 2);
    const [shown] = (
      JSON.parse(run(['sessions', 'list', '--json']).stdout) as { sessions: object[] }
    ).sessions as { status: string; agentAlive: boolean }[];
    assert.deepEqual([shown?.status, shown?.agentAlive], ['active', true]);
  });

  it('do nothing where nobody enabled Baton', async () => {
    repository();
    const client = await start();
    for (const [tool, args] of [
      ['ask_user', { question: 'x' }],
      ['notify_user', { message: 'x' }],
      ['wait_for_command', {}],
    ] as const) {
      assert.match(refusalOf(await client.call(tool, args)), /Nobody has enabled Baton/);
    }
    await delay(500);
    assert.equal(existsSync(root('.claude')), false);
  });

  it('leave no server behind that only its heart keeps', async () => {
    create();
    const client = await start();
    await until(() => session() !== '');
    const { code, stderr } = await client.end();
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('leave no server behind that only waits, and no question that nobody waits for', async () => {
    create();
    const client = await start();
    const call = asking(client, { question: 'Which one?', wait: 60 });
    call.answer.catch(() => undefined);
    await until(() => files('questions').length === 1);
    const { code } = await client.end();
    assert.equal(code, 0);
    assert.deepEqual(
      files('questions').map(({ status }) => status),
      ['expired'],
    );
  });
});
