import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentName } from '../../../src/core/transcript/transcriptEvent';
import { agentNames } from '../../../src/core/transcript/transcriptEvent';
import { baton, json } from '../../support/baton';
import { storeSession } from '../../support/agentStores';
import { useBlockerProject } from '../../support/blockerProject';

/** Of this file alone: a session that a test beside it has open counts as running. */
const id = '0a1b2c3d-8888-4111-8111-111111111111';

describe('a session that runs already', function () {
  this.timeout(60_000);
  const { scratch, open, repository, dataFolder } = useBlockerProject();
  const children: ChildProcess[] = [];
  const env = () => ({
    PATH: [scratch('bin'), process.env.PATH].join(path.delimiter),
    HOME: scratch('home'),
    BATON_HOME: dataFolder(),
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(end));
  });

  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  };
  /** A process that is called so, until it is ended. */
  const runs = async (name: string, keepsOpen = '/dev/null'): Promise<ChildProcess> => {
    const script = `require('fs').openSync(process.argv[2]); console.log(1); setInterval(() => {}, 1e6)`;
    const child = spawn(process.execPath, ['-e', script, name, keepsOpen], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  const create = (agent: AgentName) => {
    const { root } = repository();
    mkdirSync(scratch('bin'));
    writeFileSync(scratch('bin', agent), '#!/bin/sh\necho 9.8.7\n');
    chmodSync(scratch('bin', agent), 0o755);
    const file = storeSession(agent, scratch('home'), { id, cwd: root, prompts: ['Hello'] });
    return { root, file, project: open(root, env()) };
  };
  const noteFile = () => {
    const repo = readFileSync(scratch('project/.git/baton-id'), 'utf8').trim();
    return dataFolder('projects', repo, 'agent-running', `${id}.json`);
  };
  const resume = (root: string, ...more: string[]) => {
    const run = baton(root, ['agent', 'resume', id, '--json', ...more], env());
    const { error, does } = json<{ error?: { reason: string; message: string }; does?: string }>(
      run,
    );
    return { code: run.code, does, reason: error?.reason, message: error?.message ?? '' };
  };

  for (const agent of agentNames) {
    it(`of ${agent} is not resumed a second time, unless a person wants it`, async () => {
      const { root, project } = create(agent);
      const request = { agent, session: id, resume: true, adopt: true };
      const launch = await project.planLaunch(request);
      const child = await runs('a terminal');
      await launch.running(child.pid ?? 0);

      const second = resume(root);
      assert.deepEqual([second.code, second.reason], [1, 'running']);
      assert.match(second.message, new RegExp(`runs already, in process ${child.pid ?? 0}:`));
      assert.match(second.message, /With --yes it is resumed all the same\.$/);
      assert.equal(resume(root, '--yes').does, 'resume');
      await assert.rejects(project.runAgent({ ...request, message: 'Hello' }), /runs already/);
      await assert.rejects(
        project.runAgent({ session: id, message: 'Hello', isWords: true }),
        /Go on there, or with a copy of it\.$/,
      );
      assert.equal(
        (await project.planLaunch({ ...request, resume: undefined, fork: true })).does,
        'fork',
      );
      const { sessions } = await project.agentSessions();
      assert.equal(sessions.find((each) => each.id === id)?.live?.pid, child.pid);

      await end(child);
      assert.equal(resume(root).does, 'resume');
      assert.equal(
        (await project.agentSessions()).sessions.some(({ live }) => live),
        false,
      );
    });
  }

  it('is free again when its terminal was closed', async () => {
    const { root, project } = create('qwen');
    const launch = await project.planLaunch({
      agent: 'qwen',
      session: id,
      resume: true,
      adopt: true,
    });
    const guard = await launch.guard();
    await launch.running((await runs('a terminal')).pid ?? 0);
    assert.equal(resume(root).reason, 'running');
    await guard.end();
    assert.equal(resume(root).does, 'resume');
  });

  it('of Claude Code is seen where a person started it without Baton', async () => {
    const { root } = create('claude');
    const say = (pid = 0, sessionId = id) => {
      const file = scratch('home/.claude/sessions', `${pid}.json`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ pid, sessionId, cwd: root, status: 'idle' }));
    };
    const child = await runs('claude');
    say(child.pid, '99999999-1111-4111-8111-111111111111');
    assert.equal(resume(root).does, 'resume');
    say(child.pid);
    assert.equal(resume(root).reason, 'running');
    await end(child);
    // It leaves its file behind, and another program may get its pid.
    assert.equal(resume(root).does, 'resume');
    if (process.platform === 'linux') {
      say((await runs('something else')).pid);
      assert.equal(resume(root).does, 'resume');
    }
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('of Codex is seen where a person started it without Baton', async () => {
    const { root, file } = create('codex');
    const child = await runs('codex', file);
    const { reason, message } = resume(root);
    assert.deepEqual([reason, message.includes(`process ${child.pid ?? 0}:`)], ['running', true]);
    await end(child);
    assert.equal(resume(root).does, 'resume');
  });

  it('is no reason to fail where the note cannot be read or written', async () => {
    const { root, project } = create('gemini');
    const request = { agent: 'gemini', session: id, resume: true, adopt: true };
    const launch = await project.planLaunch(request);
    await launch.running(process.pid);
    assert.equal(resume(root).reason, 'running');
    for (const text of ['', '{', '{"pid":"x"}', '[]', '{"pid":-1,"host":"x"}']) {
      writeFileSync(noteFile(), text);
      assert.equal(resume(root).does, 'resume', text);
    }
  });
});
