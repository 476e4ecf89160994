import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createProject } from '../../../src/core/project';
import { liveSessions } from '../../../src/core/sessions/liveSessions';
import { endSession, openSession } from '../../../src/core/sessions/openSession';
import { noteWaiting } from '../../../src/core/sessions/waiting';
import { silentLogger } from '../../../src/core/support/logger';
import { livePlace, processes } from '../../support/livePlace';
import { useScratchFolder } from '../../support/scratchFolder';
import { workRepository } from '../../support/workRepository';

const id = 'aaaaaaaa-0001-4000-8000-000000000001';

// What a window does for agents that have neither hooks nor the MCP server.
describe('watching agents', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  const past = new Date(Date.now() - 10 * 60_000);
  const project = () =>
    createProject({
      root: scratch('project'),
      home: scratch('home'),
      env: { BATON_HOME: scratch('data'), HOME: scratch('home') },
      host: 'vscode',
      logger: silentLogger,
      now: () => new Date(),
    });
  const transcript = () => scratch('home/.claude/projects/-project', `${id}.jsonl`);
  const folder = (...parts: string[]) => scratch('project/.claude/state/sessions', id, ...parts);
  const isFresh = (name: string) => statSync(folder(name)).mtimeMs > past.getTime() + 1_000;
  const open = async (agent = processes.alive()) => {
    mkdirSync(path.dirname(transcript()), { recursive: true });
    writeFileSync(transcript(), '');
    const place = livePlace(scratch('project'), () => past);
    await openSession(place, {
      agent: 'claude',
      agentSession: id,
      process: agent,
      transcript: transcript(),
    });
    utimesSync(transcript(), past, past);
  };
  beforeEach(() => {
    workRepository(scratch('project'));
  });

  it('keeps a session alive whose process runs, and sees by the transcript that it works', async () => {
    await open();
    await project().watchAgents();
    assert.deepEqual([isFresh('heartbeat'), isFresh('activity')], [true, false]);
    utimesSync(transcript(), new Date(), new Date());
    await project().watchAgents();
    assert.equal(isFresh('activity'), true);
  });

  it('leaves alone whose process is gone, and a transcript outside of the store', async () => {
    await open(processes.dead());
    await project().watchAgents();
    assert.equal(isFresh('heartbeat'), false);
    const place = livePlace(scratch('project'), () => past);
    writeFileSync(scratch('elsewhere'), '');
    const more = { process: processes.alive(), transcript: scratch('elsewhere') };
    await openSession(place, { agent: 'claude', agentSession: id, ...more });
    await project().watchAgents();
    assert.deepEqual([isFresh('heartbeat'), isFresh('activity')], [true, false]);
  });

  describe('of Claude Code', () => {
    let claude: ChildProcess | undefined;
    beforeEach(() => {
      claude = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', 'claude']);
    });
    afterEach(() => claude?.kill('SIGKILL'));

    const say = (status: string, cwd = scratch('project')) => {
      const pid = claude?.pid ?? 0;
      const file = scratch('home/.claude/sessions', `${pid}.json`);
      mkdirSync(path.dirname(file), { recursive: true });
      const waitingFor = status === 'waiting' ? 'permission prompt' : undefined;
      writeFileSync(file, JSON.stringify({ pid, sessionId: id, cwd, status, waitingFor }));
    };
    const shown = () => liveSessions(livePlace(scratch('project')).paths, new Date());
    const seen = async (status: string) => {
      say(status);
      await project().watchAgents();
      return shown()[0]?.status;
    };

    it('finds running sessions, and which of them wait', async () => {
      say('waiting', scratch('home'));
      await project().watchAgents();
      assert.deepEqual(shown(), []);
      say('idle');
      await project().watchAgents();
      assert.deepEqual(
        shown().map(({ id: known, status }) => [known, status]),
        [[id, 'active']],
      );
      say('waiting');
      await project().watchAgents();
      assert.deepEqual(
        shown().map(({ status }) => status),
        ['waiting'],
      );
      const { waitingFor } = shown()[0]?.meta ?? {};
      assert.equal(waitingFor?.message, 'permission prompt');
      await project().watchAgents();
      assert.deepEqual(shown()[0]?.meta.waitingFor, waitingFor);
    });

    it('sees the end of a wait, and the next one as another', async () => {
      assert.equal(await seen('waiting'), 'waiting');
      const first = shown()[0]?.meta.waitingFor?.since;
      assert.equal(await seen('busy'), 'active');
      assert.equal(await seen('waiting'), 'waiting');
      assert.notEqual(shown()[0]?.meta.waitingFor?.since, first);
      utimesSync(folder('activity'), past, past);
      assert.equal(await seen('idle'), 'active');
    });

    it('leaves a wait that a hook told, which says more', async () => {
      await seen('idle');
      const place = livePlace(scratch('project'));
      await openSession(place, { agent: 'claude', agentSession: id, transcript: transcript() });
      await noteWaiting(place, id, { kind: 'idle_prompt', message: 'Claude waits' });
      assert.equal(await seen('idle'), 'waiting');
      assert.equal(await seen('busy'), 'waiting');
    });

    it('brings back a session that was ended, because its agent lives', async () => {
      await seen('idle');
      await endSession(livePlace(scratch('project')), id);
      assert.equal(shown()[0]?.status, 'terminated');
      assert.equal(await seen('idle'), 'active');
      assert.equal(shown()[0]?.isAgentAlive, true);
    });
  });
});
