import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { beat } from '../../../src/core/sessions/heartbeat';
import { liveSessions } from '../../../src/core/sessions/liveSessions';
import { endSession, openSession } from '../../../src/core/sessions/openSession';
import { sweepSessions } from '../../../src/core/sessions/sweepSessions';
import { blockingFileSystem } from '../../../src/core/stores/atomicFile';
import { useChildren } from '../../support/children';
import { livePlace, processes } from '../../support/livePlace';
import { useScratchFolder } from '../../support/scratchFolder';
import { workRepository } from '../../support/workRepository';

const start = Date.UTC(2026, 10, 18, 12);
const minute = 60_000;

describe('sweep of live sessions', function () {
  this.timeout(120_000);
  const scratch = useScratchFolder({ inMemory: true });
  const startChild = useChildren();
  let now = start;
  beforeEach(() => {
    now = start;
  });
  const place = (root = scratch()) => ({
    ...livePlace(root, () => new Date(now)),
    fs: blockingFileSystem,
  });
  const sessions = (...parts: string[]) => scratch('.claude/state/sessions', ...parts);
  const begin = async (count: number, process = processes.dead()) => {
    for (let index = 0; index < count; index++) {
      await openSession(place(), { agent: 'claude', agentSession: uuid(index), process });
    }
  };
  const history = () =>
    (existsSync(scratch('.claude/state/history.jsonl'))
      ? readFileSync(scratch('.claude/state/history.jsonl'), 'utf8').trim().split('\n')
      : []
    ).map((line) => JSON.parse(line) as { sessionId: string; endedAt: string });
  const status = () => liveSessions(place().paths, new Date(now))[0]?.status;

  it('tells of the end, takes it away an hour later and keeps a line of history', async () => {
    await begin(1);
    now = start + 5 * minute;
    assert.deepEqual((await sweepSessions(place())).changed, [
      { id: uuid(0), status: 'terminated' },
    ]);
    now = start + 65 * minute - 1;
    assert.deepEqual((await sweepSessions(place())).removed, []);
    now = start + 65 * minute;
    assert.deepEqual((await sweepSessions(place())).removed, [uuid(0)]);
    assert.deepEqual(readdirSync(sessions()), []);
    const [line, ...more] = history();
    assert.deepEqual(more, []);
    assert.equal(line?.sessionId, uuid(0));
    assert.equal(line.endedAt, new Date(start + 5 * minute).toISOString());
    assert.deepEqual((await sweepSessions(place())).removed, []);
  });

  it('forgets under which name a hook found it', async () => {
    await openSession(place(), {
      agent: 'x',
      agentSession: 'my_own_name',
      process: processes.dead(),
    });
    assert.deepEqual(readdirSync(scratch('.claude/state/session-ids')), ['my_own_name']);
    now = start + 65 * minute;
    assert.equal((await sweepSessions(place())).removed.length, 1);
    assert.deepEqual(readdirSync(scratch('.claude/state/session-ids')), []);
  });

  it('leaves a session whose agent lives', async () => {
    await begin(1, processes.alive());
    now = start + 48 * 60 * minute;
    await sweepSessions(place());
    assert.equal(status(), 'idle');
    assert.deepEqual(history(), []);
  });

  it('does not end all of them when the machine wakes up', async () => {
    await begin(3, processes.unknown());
    now = start + 8 * 60 * minute;
    assert.equal(
      (await sweepSessions(place())).changed.some((each) => each.status === 'terminated'),
      false,
    );
    beat(sessions(uuid(0)), new Date(now + 20_000));
    now += minute;
    await sweepSessions(place());
    const ended = liveSessions(place().paths, new Date(now)).filter(
      (each) => each.status === 'terminated',
    );
    assert.deepEqual(ended.map(({ id }) => id).sort(), [uuid(1), uuid(2)]);
  });

  it('brings back what beats again', async () => {
    await begin(1);
    now = start + 6 * minute;
    await sweepSessions(place());
    assert.equal(status(), 'terminated');
    now += minute;
    beat(sessions(uuid(0)), new Date(now), true);
    assert.deepEqual((await sweepSessions(place())).changed, [{ id: uuid(0), status: 'active' }]);
    assert.equal(liveSessions(place().paths, new Date(now))[0]?.meta.endedAt, undefined);
  });

  it('writes nothing where nothing has changed', async () => {
    await begin(3);
    await sweepSessions(place());
    const file = sessions(uuid(0), 'meta.json');
    utimesSync(file, new Date(start), new Date(start));
    await sweepSessions(place());
    assert.equal(statSync(file).mtimeMs, start);
  });

  it('takes away what was never finished, and leaves what is not a session', async () => {
    mkdirSync(sessions(uuid(7)), { recursive: true });
    utimesSync(sessions(uuid(7)), new Date(start - 61 * minute), new Date(start - 61 * minute));
    mkdirSync(sessions('a b'));
    writeFileSync(sessions('note'), 'mine');
    assert.deepEqual((await sweepSessions(place())).removed, [uuid(7)]);
    assert.deepEqual(readdirSync(sessions()).sort(), ['a b', 'note']);
    assert.deepEqual(history(), []);
  });

  it('leaves what came with the repository', async () => {
    const repository = workRepository(scratch('project'));
    const other = place(scratch('project'));
    for (const index of [1, 2]) {
      await openSession(other, {
        agent: null,
        agentSession: uuid(index),
        process: processes.dead(),
      });
    }
    repository.git('add', '-f', `.claude/state/sessions/${uuid(1)}/meta.json`);
    now = start + 66 * minute;
    assert.deepEqual((await sweepSessions(other)).removed, [uuid(2)]);
    assert.equal(existsSync(scratch('project/.claude/state/sessions', uuid(1), 'meta.json')), true);
  });

  it('by several processes at once, some of them killed, tells of each once', async () => {
    await begin(120);
    for (let index = 0; index < 120; index++) {
      await endSession(place(), uuid(index));
    }
    now = start + 61 * minute;
    const at = new Date(now).toISOString();
    for (let round = 0; round < 4; round++) {
      const children = [1, 2, 3].map(() => startChild('sweeper', scratch(), at));
      await Promise.all(children.map((child) => child.next()));
      children.forEach((child) => {
        child.send('go');
      });
      await delay(10 + round * 15);
      children[round % 3]?.signal('SIGKILL');
      children[(round + 1) % 3]?.signal('SIGKILL');
      await Promise.all(children.map(({ ended }) => ended));
    }
    await sweepSessions(place());
    assert.deepEqual(readdirSync(sessions()), []);
    const told = history()
      .map(({ sessionId }) => sessionId)
      .sort();
    assert.deepEqual(
      told,
      Array.from({ length: 120 }, (_, index) => uuid(index)),
    );
  });

  it('goes on where somebody was killed before or after the line was written', async () => {
    await begin(2);
    now = start + 65 * minute;
    await sweepSessions(place());
    const [first = ''] = readFileSync(scratch('.claude/state/history.jsonl'), 'utf8').split('\n');
    const aside = (index: number) => sessions(`.removed-${uuid(index)}.abc`);
    mkdirSync(aside(0));
    const told = JSON.parse(first) as object;
    writeFileSync(`${aside(0)}/meta.json`, JSON.stringify(told));
    mkdirSync(aside(9));
    writeFileSync(`${aside(9)}/meta.json`, JSON.stringify({ sessionId: uuid(9) }));
    await sweepSessions(place());
    assert.deepEqual(readdirSync(sessions()), []);
    assert.deepEqual(
      history().map(({ sessionId }) => sessionId),
      [uuid(0), uuid(1), uuid(9)],
    );
  });
});

function uuid(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}
