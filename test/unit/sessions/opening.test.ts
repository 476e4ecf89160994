import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SessionMeta } from '../../../src/core/schemas/liveSession';
import { sessionMetaSchema } from '../../../src/core/schemas/liveSession';
import { liveSessions } from '../../../src/core/sessions/liveSessions';
import { endSession, openSession, type OpenRequest } from '../../../src/core/sessions/openSession';
import { sessionIdsIn } from '../../../src/core/sessions/sessionPlace';
import { useChildren } from '../../support/children';
import { livePlace, processes } from '../../support/livePlace';
import { useScratchFolder } from '../../support/scratchFolder';

const first = 'aaaaaaaa-0001-4000-8000-000000000001';
const second = 'bbbbbbbb-0002-4000-8000-000000000002';

describe('opening a live session', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder({ inMemory: true });
  const start = useChildren();
  const place = () => livePlace(scratch());
  const hook = (agentSession: string, more: Partial<OpenRequest> = {}): OpenRequest => ({
    agent: 'claude',
    agentSession,
    process: processes.alive(),
    isOnly: true,
    ...more,
  });
  const server = (): OpenRequest => ({
    agent: null,
    process: processes.alive(),
    server: processes.alive(),
  });
  const open = async (request: OpenRequest) => {
    const opened = await openSession(place(), request);
    assert.ok(opened);
    return opened.id;
  };
  const metaOf = (id: string) =>
    JSON.parse(
      readFileSync(scratch('.claude/state/sessions', id, 'meta.json'), 'utf8'),
    ) as SessionMeta;

  it('makes the directory with all that belongs to it', async () => {
    const id = await open(hook(first));
    assert.equal(id, first);
    for (const part of ['questions', 'responses', 'notifications', 'commands', 'heartbeat']) {
      assert.ok(existsSync(scratch('.claude/state/sessions', id, part)), part);
    }
    const meta = metaOf(id);
    assert.ok(sessionMetaSchema.safeParse(meta).success);
    assert.equal(meta.claudeSessionId, first);
    assert.equal(meta.status, 'active');
    assert.equal(meta.environment?.pid, process.pid);
    assert.equal(meta.slackThreadTs, null);
    assert.equal(meta.projectPath, scratch());
  });

  it('is the same for hook and server, whoever comes first', async () => {
    assert.equal(await open(hook(first)), first);
    assert.equal(await open(server()), first);
    assert.equal(await open(hook(first)), first);
    await endSession(place(), first);
    const made = await open(server());
    assert.notEqual(made, first);
    assert.match(made, /^[0-9a-f-]{36}$/);
    assert.equal(await open(hook(second)), made);
    assert.equal(metaOf(made).claudeSessionId, second);
    assert.equal(metaOf(made).agent, 'claude');
    assert.equal(await open(hook(second)), made);
  });

  it('opens a new one after /clear, also where nobody told of the end', async () => {
    await open(hook(first));
    assert.equal(await open(hook(second)), second);
    assert.equal(metaOf(first).status, 'terminated');
    assert.equal(metaOf(first).agentProcess, null);
    assert.equal(await open(server()), second);
  });

  it('keeps apart the sessions of a process that has several', async () => {
    const codex = { agent: 'codex', isOnly: false };
    await open(hook(first, codex));
    await open(server());
    const other = { ...server(), server: { ...processes.alive(), startTime: 2 } };
    const made = await open(other);
    assert.notEqual(made, first);
    assert.equal(await open(hook(second, codex)), made);
    assert.equal(metaOf(first).status, 'active');
  });

  it('is the same for a server that its agent starts anew, before the last one has gone', async () => {
    await open(hook(first));
    await open(server());
    const again = { ...processes.alive(), startTime: 2 };
    assert.equal(await open({ ...server(), agent: 'claude', server: again, isOnly: true }), first);
    assert.deepEqual(sessionIdsIn(place().paths), [first]);
  });

  it('goes on for a server whose session somebody ended, unless its agent has another', async () => {
    await open(hook(first));
    await open(server());
    await endSession(place(), first);
    assert.equal(await open({ ...server(), revives: first }), first);
    assert.deepEqual(metaOf(first).agentProcess, processes.alive());
    await open(hook(second));
    assert.equal(metaOf(first).status, 'terminated');
    assert.equal(await open({ ...server(), revives: first }), second);
  });

  it('makes a new id where the agent has none of the kind', async () => {
    const id = await open(hook('my_session_of_another_kind'));
    assert.match(id, /^[0-9a-f]{8}-/);
    assert.equal(await open(hook('my_session_of_another_kind')), id);
  });

  it('brings an ended one back when it is resumed', async () => {
    await open(hook(first));
    await endSession(place(), first);
    assert.equal(liveSessions(place().paths, new Date())[0]?.status, 'terminated');
    assert.equal(await open(hook(first)), first);
    assert.equal(metaOf(first).endedAt, undefined);
    assert.equal(liveSessions(place().paths, new Date())[0]?.status, 'active');
  });

  it('makes one directory when hook and server start at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const root = scratch(String(round));
      mkdirSync(root);
      const identity = JSON.stringify(processes.alive());
      const children = [
        start('sessionOpener', root, first, identity),
        start('sessionOpener', root, '', identity),
      ];
      await Promise.all(children.map((child) => child.next()));
      children.forEach((child) => {
        child.send('go');
      });
      const [one, other] = await Promise.all(children.map((child) => child.next()));
      assert.equal(one, other);
      assert.deepEqual(sessionIdsIn(livePlace(root).paths), [one]);
    }
  });

  it('does not follow a link out of the project', async () => {
    mkdirSync(scratch('outside'));
    mkdirSync(scratch('in/.claude/state'), { recursive: true });
    symlinkSync(scratch('outside'), scratch('in/.claude/state/sessions'));
    await assert.rejects(openSession(livePlace(scratch('in')), hook(first)), /leads out/);
  });

  it('sees nothing in links, in wrong names and in what is no session', async () => {
    const id = await open(hook(first));
    const at = (...parts: string[]) => scratch('.claude/state/sessions', ...parts);
    symlinkSync(at(id), at(second));
    mkdirSync(at('..hidden'));
    mkdirSync(at('cccccccc-0003-4000-8000-000000000003'));
    writeFileSync(at('cccccccc-0003-4000-8000-000000000003', 'meta.json'), `{"sessionId":"${id}"}`);
    mkdirSync(at('dddddddd-0004-4000-8000-000000000004'));
    writeFileSync(at('dddddddd-0004-4000-8000-000000000004', 'meta.json'), '{"sessionId":');
    mkdirSync(at('eeeeeeee-0005-4000-8000-000000000005'));
    writeFileSync(
      at('eeeeeeee-0005-4000-8000-000000000005', 'meta.json'),
      `{"x":"${'y'.repeat(300_000)}"}`,
    );
    assert.deepEqual(
      liveSessions(place().paths, new Date()).map((each) => each.id),
      [id],
    );
    assert.equal(path.basename(at(id)), id);
  });
});
