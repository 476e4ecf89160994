import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { identityOf } from '../../../src/core/support/processIdentity';
import { liveSessions } from '../../../src/core/sessions/liveSessions';
import { sweepSessions } from '../../../src/core/sessions/sweepSessions';
import { type Child, useChildren } from '../../support/children';
import { livePlace } from '../../support/livePlace';
import { useMcpProject } from '../../support/mcpProject';
import { isRunning, until } from '../../support/until';

const minute = 60_000;

// Real agents with real servers, ended as hard as can be. Only time is made to pass.
describe('live sessions of MCP servers', function () {
  this.timeout(120_000);
  const { create, root, scratch, dataFolder, run } = useMcpProject();
  const startChild = useChildren();
  const sessions = () => root('.claude/state/sessions');
  const ids = () => (existsSync(sessions()) ? readdirSync(sessions()) : []);
  /** An agent in a process of its own, with its server. */
  const startAgent = async (): Promise<Child & { server: number }> => {
    Object.assign(process.env, { BATON_HOME: dataFolder() });
    const agent = startChild('agentWithServer', root());
    delete process.env.BATON_HOME;
    const server = (await agent.next()) as number;
    return { ...agent, server };
  };
  const kill = async (agent: Child & { server: number }) => {
    process.kill(agent.server, 'SIGKILL');
    agent.signal('SIGKILL');
    await agent.ended;
    await until(() => !isRunning(agent.server));
  };
  const age = (id: string, ms: number) => {
    const then = new Date(Date.now() - ms);
    utimesSync(`${sessions()}/${id}/heartbeat`, then, then);
  };
  const swept = async (inMs = 0) =>
    sweepSessions(livePlace(root(), () => new Date(Date.now() + inMs)));
  const shown = () => liveSessions(livePlace(root()).paths, new Date());

  it('are opened by a server, in the name of its agent', async () => {
    create();
    const agent = await startAgent();
    await until(() => shown().length === 1);
    const [session] = shown();
    assert.equal(session?.meta.agentProcess?.pid, agent.pid);
    assert.equal(session.meta.server?.pid, agent.server);
    assert.equal(session.meta.gitBranch, 'feature/login');
    assert.equal(session.isAgentAlive, true);
    assert.equal(session.status, 'active');
  });

  it('end after the limit when all is killed, and go an hour later', async () => {
    create();
    const first = await startAgent();
    const second = await startAgent();
    const third = await startAgent();
    await until(() => shown().length === 3);
    // One keeps its agent: only its server is gone.
    process.kill(third.server, 'SIGKILL');
    await until(() => !isRunning(third.server));
    await kill(first);
    await kill(second);
    await swept();
    assert.deepEqual(
      shown().map(({ status }) => status),
      ['active', 'active', 'active'],
    );
    ids().forEach((id) => {
      age(id, 5 * minute);
    });
    const { changed } = await swept();
    const ofThird = shown().find(({ meta }) => meta.agentProcess?.pid === third.pid);
    assert.deepEqual(
      changed
        .filter(({ status }) => status === 'terminated')
        .map(({ id }) => id)
        .sort(),
      ids()
        .filter((id) => id !== ofThird?.id)
        .sort(),
    );
    assert.notEqual(ofThird?.status, 'terminated');
    const early = await swept(60 * minute - 5_000);
    assert.deepEqual(early.removed, []);
    const { removed } = await swept(60 * minute + 1_000);
    assert.equal(removed.length, 2);
    assert.deepEqual(ids(), [ofThird?.id]);
  });

  it('go also where no server lives for long: each takes away what is over at its start', async () => {
    create();
    const first = await startAgent();
    await until(() => shown().length === 1);
    const [over] = ids();
    await kill(first);
    age(over ?? '', 66 * minute);
    await startAgent();
    await until(() => ids().length === 1 && ids()[0] !== over);
  });

  it('are active again when the server comes back', async () => {
    create();
    const session = 'aaaaaaaa-0001-4000-8000-000000000001';
    const agent = await startAgent();
    await until(() => shown().length === 1);
    const [made] = ids();
    await kill(agent);
    age(made ?? '', 6 * minute);
    await swept();
    assert.equal(shown()[0]?.status, 'terminated');
    // The agent is resumed: its hook knows the session, its new server only the process.
    const again = await startAgent();
    await until(() => shown().length === 2);
    const env = {
      CLAUDE_PID: String(again.pid),
      HOME: scratch('home'),
      CLAUDE_PROJECT_DIR: root(),
    };
    const input = { session_id: session, cwd: root(), source: 'resume' };
    run(['hook', 'SessionStart'], env, JSON.stringify(input));
    const joined = shown().filter(({ status }) => status === 'active');
    assert.deepEqual(
      joined.map(({ meta }) => meta.claudeSessionId),
      [session],
    );
    assert.equal(joined[0]?.meta.server?.pid, again.server);
    assert.deepEqual(joined[0].meta.agentProcess, identityOf(again.pid));
  });

  it('of a resumed agent are the same directory', async () => {
    create();
    const session = 'aaaaaaaa-0001-4000-8000-000000000001';
    const hook = (agent: Child) => {
      const env = { CLAUDE_PID: String(agent.pid), CLAUDE_PROJECT_DIR: root() };
      const input = { session_id: session, cwd: root(), source: 'startup' };
      const done = run(['hook', 'SessionStart'], env, JSON.stringify(input));
      assert.equal(done.stderr, '');
    };
    const agent = await startAgent();
    hook(agent);
    await until(() => shown()[0]?.meta.server?.pid === agent.server);
    const [made] = ids();
    await kill(agent);
    age(made ?? '', 6 * minute);
    await swept();
    assert.equal(shown()[0]?.status, 'terminated');
    const again = await startAgent();
    hook(again);
    await until(() => shown().some(({ meta }) => meta.server?.pid === again.server));
    const back = shown().find(({ meta }) => meta.claudeSessionId === session);
    assert.ok(back);
    assert.equal(back.id, made);
    assert.equal(back.status, 'active');
    await swept(30_000);
    assert.equal(shown().find(({ id }) => id === made)?.meta.status, 'active');
  });
});
