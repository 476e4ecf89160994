import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { statusOf, type Task, untilOver, useHelperAgents } from '../../support/helperAgents';
import { refusalOf, valueOf } from '../../support/mcpProject';
import { documentedAwsKey } from '../../support/secretSamples';

// The built bundle, over its real stdin and stdout, with real processes for agents.
describe('MCP tools for agents', function () {
  this.timeout(120_000);
  const { create, start, scratch, root, run, calls, environment, untilWaiting } = useHelperAgents();
  const helper = { cli_name: 'helper' };

  it('list those that can be used, installed or not', async () => {
    create();
    const client = await start({ env: { PATH: '/usr/bin:/bin' } });
    const { agents } = valueOf<{ agents: Record<string, unknown>[] }>(
      await client.call('list_agents', {}),
    );
    assert.deepEqual(
      agents.map(({ cli_name: name, installed, usable }) => [name, installed, usable]),
      [
        ['claude', false, false],
        ['codex', false, false],
        ['gemini', false, false],
        ['qwen', false, false],
        ['helper', true, true],
      ],
    );
    const missing = await client.call('use_agent', { cli_name: 'codex', message: 'Hello' });
    assert.match(refusalOf(missing), /^Codex is not installed.* Install it, or use another agent/);
  });

  it('say which version is needed where the installed one is too old', async () => {
    create();
    mkdirSync(scratch('bin'));
    for (const [name, version] of [
      ['codex', 'codex-cli 0.140.0'],
      ['gemini', '0.61.0'],
      ['qwen', '0.1.4'],
    ] as const) {
      writeFileSync(scratch('bin', name), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    }
    const client = await start({ env: { PATH: `${scratch('bin')}:/usr/bin:/bin` } });
    const { agents } = valueOf<{ agents: Record<string, unknown>[] }>(
      await client.call('list_agents', {}),
    );
    const [claude, codex, gemini, qwen] = agents;
    const update = 'Update it to 0.148.0 or later: run "npm install -g @openai/codex".';
    assert.deepEqual(
      [claude?.too_old, codex?.usable, codex?.too_old, gemini?.too_old, qwen?.usable],
      [null, true, `Codex 0.140.0 can fork a session in a terminal only. ${update}`, null, false],
    );
    assert.match(String(qwen?.too_old), /cannot go on .* cannot fork .* without a terminal\. Upd/);
    const refused = await client.call('use_agent', { cli_name: 'qwen', message: 'Hello' });
    assert.match(refusalOf(refused), /^Qwen Code 0\.1\.4 cannot be asked .* to 0\.5\.0 or later/);
  });

  describe('use_agent', () => {
    it('keeps the conversation by its session id, also in another server', async () => {
      create();
      const first = await start();
      const session = { ...helper, session_id: 'my-session' };
      const begun = valueOf<Task>(
        await first.call('use_agent', { ...session, message: 'remember ALPHA' }),
      );
      assert.deepEqual(
        [begun.status, begun.cli_name, begun.session_id, begun.text, begun.problem, begun.is_cut],
        ['done', 'helper', 'my-session', 'I keep it in mind.', null, false],
      );
      assert.match(readFileSync(begun.log_file ?? '', 'utf8'), /^I keep it in mind\.\n$/);
      await first.call('use_agent', { ...helper, message: 'remember BETA' });
      await first.end();
      const second = await start();
      const again = { session_id: 'my-session', message: 'recall', resume: true };
      assert.equal(valueOf<Task>(await second.call('use_agent', again)).text, 'ALPHA');
      const [one = [], , three = []] = calls();
      assert.match(one.join(), /^--id=[0-9a-f-]{36}$/);
      assert.deepEqual(three, [one.join().replace('--id=', '--resume=')]);
    });

    it('gives a conversation without an id one of its own', async () => {
      create();
      const client = await start();
      const begun = valueOf<Task>(
        await client.call('use_agent', { ...helper, message: 'remember GAMMA' }),
      );
      const more = { ...helper, session_id: begun.session_id, message: 'recall' };
      assert.equal(valueOf<Task>(await client.call('use_agent', more)).text, 'GAMMA');
    });

    const refused: [what: string, args: object, says: RegExp][] = [
      [
        'a session that is not there',
        { session_id: 'no-such-session', resume: true },
        /no session/,
      ],
      ['a session that is there', { session_id: 'known-session', resume: false }, /already/],
      [
        'an agent that nobody knows',
        { cli_name: 'nobody' },
        /no agent "nobody"\. Known are: claude/,
      ],
      [
        'another agent in its session',
        { session_id: 'known-session', cli_name: 'claude' },
        /helper/,
      ],
      ['a session id with a slash', { session_id: '../../../etc' }, /8 to 128 letters/],
      ['a short session id', { session_id: 'short' }, /8 to 128 letters/],
      ['a message without words', { message: ' \n' }, /the message is empty/],
      ['no time at all', { timeout: 0 }, /timeout/],
      ['all the time', { timeout: 1e9 }, /timeout/],
      ['flags', { args: ['--yolo'] }, /args/],
    ];
    it('refuses what cannot be, in words that help', async () => {
      create();
      const client = await start();
      const known = { ...helper, session_id: 'known-session' };
      await client.call('use_agent', { ...known, message: 'say hello' });
      for (const [what, args, says] of refused) {
        const answer = await client.call('use_agent', { ...helper, message: 'say x', ...args });
        assert.match(refusalOf(answer), says, what);
      }
      assert.equal(calls().length, 1);
    });

    it('lets no message and no id become an option or a command', async () => {
      create();
      const client = await start();
      const hostile = [
        '--dangerously-skip-permissions',
        '$(touch touched) `touch touched`; touch touched',
        'two\nlines\r\n\t"quoted" \'words\' \\',
        '한국어 日本語 🦊',
        'x'.repeat(1_000_000),
      ];
      for (const words of hostile) {
        const answer = await client.call('use_agent', {
          ...helper,
          message: `hash ${words}`,
          session_id: '--dangerously-skip-permissions',
        });
        const expected = createHash('sha256').update(words).digest('hex');
        assert.equal(valueOf<Task>(answer).text, expected, words.slice(0, 60));
      }
      for (const args of calls()) {
        assert.match(args.join(' '), /^--(?:id|resume)=[0-9a-f-]{36}$/);
      }
      assert.equal(existsSync(root('touched')), false);
    });

    it('takes secrets and control characters out of an answer, and cuts it', async () => {
      create();
      const client = await start();
      const said = `say \u001b[31mThe key is ${documentedAwsKey}\nand a second line`;
      const answer = await client.call('use_agent', { ...helper, message: said });
      assert.match(valueOf<Task>(answer).text, /^The key is \[secret: [^\n]*\nand a second/);
      assert.doesNotMatch(JSON.stringify(answer), /AKIA|\\u001b/);
      const long = valueOf<Task>(
        await client.call('use_agent', { ...helper, message: 'flood 300000' }),
      );
      assert.deepEqual([long.is_cut, long.text.length <= 50_000], [true, true]);
      assert.match(readFileSync(long.log_file ?? '', 'utf8'), /^x{300000}\n$/);
    });

    it('says why there is no answer, and what there is', async () => {
      create();
      const client = await start();
      const answer = await client.call('use_agent', { ...helper, message: 'fail It broke.' });
      assert.match(
        refusalOf(answer),
        /^Helper ended without an answer \(exit code 3\): It broke\. \(session_id: [\w-]+, log: .*\.log\)\n\nWhat it had said until then:\nI tried\.$/,
      );
    });

    it('does not let two speak in one session at once', async () => {
      create();
      const client = await start();
      const session = { ...helper, session_id: 'my-session' };
      await client.call('use_agent', { ...session, message: 'wait', run_async: true });
      await untilWaiting(1);
      const answer = await client.call('use_agent', { ...session, message: 'say hello' });
      assert.match(refusalOf(answer), /^The session my-session is answering somebody else/);
    });

    it('tells how it goes only who asked for it', async () => {
      create();
      const client = await start();
      const params = { name: 'use_agent', arguments: { ...helper, message: 'talk' } };
      await client.request('tools/call', params);
      assert.deepEqual(client.notifications, []);
      await client.request('tools/call', { ...params, _meta: { progressToken: 'p-1' } });
      const told = client.notifications.map(({ method, params: asked }) => {
        const said = asked as Readonly<Record<string, unknown>>;
        assert.deepEqual([method, said.progressToken], ['notifications/progress', 'p-1']);
        return [said.progress as number, said.message as string] as const;
      });
      assert.ok(told.length >= 3, JSON.stringify(told));
      assert.deepEqual(
        told.map(([progress]) => progress),
        told.map((_, index) => index + 1),
      );
      assert.match(told.map(([, message]) => message).join('\n'), /\none[^]*\n.*four/);
      const before = client.notifications.length;
      await client.call('list_agents', {});
      assert.equal(client.notifications.length, before);
    });

    it('lets an agent ask one that may ask nobody', async () => {
      create();
      const client = await start();
      for (const ask of ['ask', 'askBare']) {
        const ok = await client.call('use_agent', { ...helper, message: `${ask} depth` });
        assert.match(valueOf<Task>(ok).text, /"text":"depth 2"/, ask);
        const deep = { ...helper, message: `${ask} ${ask} depth` };
        const refusal = valueOf<Task>(await client.call('use_agent', deep)).text;
        assert.match(refusal, /An agent that was started by an agent may not start another/, ask);
        assert.doesNotMatch(refusal, /depth 3/);
      }
    });
  });

  describe('use_agents', () => {
    it('asks several at once, and tells in its place what one cannot do', async () => {
      create();
      const client = await start();
      const asked = Date.now();
      const answer = await client.call('use_agents', {
        tasks: [
          { ...helper, message: 'talk' },
          { cli_name: 'nobody', session_id: 'a-session', message: 'say hello' },
          { ...helper, message: 'talk' },
          { ...helper, message: 'fail It broke.' },
        ],
      });
      const { tasks } = valueOf<{ tasks: Task[] }>(answer);
      assert.deepEqual(
        tasks.map(({ status, text }) => [status, text]),
        [
          ['done', 'one\ntwo\nthree\nfour'],
          ['refused', ''],
          ['done', 'one\ntwo\nthree\nfour'],
          ['failed', 'I tried.'],
        ],
      );
      assert.match(tasks[1]?.problem ?? '', /no agent "nobody"/);
      assert.match(tasks[3]?.problem ?? '', /It broke\./);
      const [one, , other] = tasks;
      assert.ok(timeOf(one?.started_at) < timeOf(other?.ended_at), String(Date.now() - asked));
      assert.ok(timeOf(other?.started_at) < timeOf(one?.ended_at));
    });

    it('fails where none of them can be asked, and takes no more than eight', async () => {
      create();
      const client = await start();
      const nobody = { cli_name: 'nobody', message: 'say hello' };
      const answer = await client.call('use_agents', { tasks: [nobody, nobody] });
      assert.match(refusalOf(answer), /no agent "nobody"/);
      const many = Array.from({ length: 9 }, () => ({ ...helper, message: 'say hello' }));
      assert.match(refusalOf(await client.call('use_agents', { tasks: many })), /tasks/);
      assert.match(refusalOf(await client.call('use_agents', { tasks: [] })), /tasks/);
      assert.deepEqual(calls(), []);
    });
  });

  it('add_agent only proposes: nothing runs it before a person confirms it', async () => {
    create();
    const client = await start({ env: { BATON_AGENTS: '' } });
    const { helper: agent } = JSON.parse(environment().BATON_AGENTS) as Record<string, object>;
    const proposed = await client.call('add_agent', { name: 'mine', ...agent });
    assert.deepEqual(valueOf(proposed), {
      name: 'mine',
      status: 'proposed',
      confirm: 'baton agent confirm mine',
    });
    const use = { cli_name: 'mine', message: 'say hello' };
    assert.match(refusalOf(await client.call('use_agent', use)), /no agent "mine"/);
    const asAgent = run(['agent', 'confirm', 'mine', '--yes'], {
      AI_AGENT: 'claude-code_2-1-325_agent',
    });
    assert.equal(asAgent.code, 1);
    assert.match(refusalOf(await client.call('use_agent', use)), /no agent "mine"/);
    const confirmed = run(['agent', 'confirm', 'mine', '--yes']);
    assert.equal(confirmed.code, 0, confirmed.stderr);
    assert.equal(valueOf<Task>(await client.call('use_agent', use)).text, 'hello');
    for (const [name, command] of [
      ['claude', 'mine'],
      ['../x', 'mine'],
      ['mine2', './mine'],
      ['mine2', '-c'],
      ['__proto__', 'mine'],
    ]) {
      const answer = await client.call('add_agent', { name, command });
      assert.match(refusalOf(answer), /an agent has a name in small letters/, `${name} ${command}`);
    }
  });

  it('get_task_status tells of a task that runs in another server, and of no other file', async () => {
    create();
    const client = await start();
    const wait = { ...helper, message: 'wait', run_async: true, session_id: 'my-session' };
    const asked = valueOf<Task>(await client.call('use_agent', wait));
    assert.deepEqual([asked.status, asked.text, asked.ended_at], ['waiting', '', null]);
    await untilWaiting(1);
    const other = await start();
    let task = await statusOf(other, asked.task_id);
    while (task.text === '') {
      task = await statusOf(other, asked.task_id);
    }
    assert.deepEqual(
      [task.status, task.session_id, task.text, task.problem, task.ended_at],
      ['running', 'my-session', 'I am waiting.', null, null],
    );
    assert.match(readFileSync(task.log_file ?? '', 'utf8'), /I am waiting\./);
    for (const id of ['', 'x', '../agents', `${asked.task_id ?? ''}/../x`, 'task-1-a']) {
      const answer = await client.call('get_task_status', { task_id: id });
      assert.match(refusalOf(answer), /^There is no task "/, id);
    }
  });

  it('get_task_status has the answer when it is there', async () => {
    create();
    const client = await start();
    const say = { ...helper, message: 'say done', run_async: true };
    const { task_id: id } = valueOf<Task>(await client.call('use_agent', say));
    const { status, text, ended_at: ended } = await untilOver(client, id);
    assert.deepEqual([status, text, ended === null], ['done', 'done', false]);
    const fail = { ...helper, message: 'fail It broke.', run_async: true };
    const failed = valueOf<Task>(await client.call('use_agent', fail));
    const over = await untilOver(client, failed.task_id);
    assert.deepEqual([over.status, over.text], ['failed', 'I tried.']);
    assert.match(over.problem ?? '', /It broke\./);
  });
});

function timeOf(time: string | null | undefined): number {
  return Date.parse(time ?? '');
}
