import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sendCommand, takeCommand, finishCommand } from '../../../src/core/sessions/commands';
import { beat } from '../../../src/core/sessions/heartbeat';
import { claimTelling, notifyUser } from '../../../src/core/sessions/notifications';
import { endSession, openSession } from '../../../src/core/sessions/openSession';
import { askQuestion, awaitAnswer } from '../../../src/core/sessions/questions';
import { changeMeta } from '../../../src/core/sessions/sessionMeta';
import { sweepSessions } from '../../../src/core/sessions/sweepSessions';
import { blockingFileSystem } from '../../../src/core/stores/atomicFile';
import { UserError } from '../../../src/core/support/errors';
import { livePlace, processes } from '../../support/livePlace';
import { useScratchFolder } from '../../support/scratchFolder';
import { listing } from '../../support/sessionListing';

const ids = [1, 2, 3].map((count) => `00000000-0000-4000-8000-00000000000${count}`);

describe('isolation of live sessions', function () {
  this.timeout(120_000);
  const scratch = useScratchFolder({ inMemory: true });

  it('lets a session write only in its own directory, and beside it only under locks', async () => {
    let now = Date.UTC(2026, 10, 18);
    const place = { ...livePlace(scratch(), () => new Date(now)), fs: blockingFileSystem };
    const random = numbers(4);
    const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
    const questions: [session: string, id: string][] = [];
    const commands: [session: string, id: string][] = [];
    const ofSession = (from: [string, string][], id: string) =>
      from.filter(([session]) => session === id).at(-1)?.[1] ?? 'none-0000000000-000000';
    const open = (id: string) =>
      openSession(place, { agent: 'codex', agentSession: id, process: processes.dead() });
    for (const id of ids) {
      await open(id);
    }
    const actions: ((id: string) => unknown)[] = [
      open,
      (id) => beat(path.join(place.paths.sessions, id), new Date(now), random() < 0.5),
      async (id) => {
        const { questionId } = await askQuestion(place, id, {
          question: `Which of ${random()}?`,
          ...(random() < 0.5 && { timeout: 60 }),
        });
        questions.push([id, questionId]);
      },
      (id) => awaitAnswer(place, id, ofSession(questions, id), { waitMs: 0 }),
      // Whatever a misled agent gives for an id.
      (id) => awaitAnswer(place, id, pick(questions)?.[1] ?? '../x', { waitMs: 0 }),
      (id) => notifyUser(place, id, { message: 'Done', level: 'info' }),
      (id) => claimTelling(place, id, 'wait-1'),
      async (id) => commands.push([id, (await sendCommand(place, id, 'Go on')).commandId]),
      (id) => takeCommand(place, id, { waitMs: 0 }),
      (id) => finishCommand(place, id, ofSession(commands, id), 'Done'),
      (id) => finishCommand(place, id, pick(commands)?.[1] ?? '../x', 'Done'),
      (id) => changeMeta(place, id, (meta) => ({ ...meta, gitBranch: String(random()) })),
      (id) => endSession(place, id),
    ];
    let changes = 0;
    for (let step = 0; step < 600; step++) {
      now += Math.floor(random() * 20_000);
      const id = pick(ids) ?? '';
      const before = listing(scratch());
      await Promise.resolve(pick(actions)?.(id)).catch((error: unknown) => {
        assert.ok(UserError.is(error), String(error));
      });
      const after = listing(scratch());
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (name) => before.get(name) !== after.get(name),
      );
      const isOwn = (name: string) =>
        name.startsWith(`.claude/state/sessions/${id}/`) || name.startsWith('.claude/state/locks/');
      assert.deepEqual(
        changed.filter((name) => !isOwn(name)),
        [],
        `step ${step}, session ${id}`,
      );
      changes += changed.length;
    }
    assert.ok(changes > 500, `only ${changes} changes`);
    // The sweep is the one that may take a whole directory, and it writes the history.
    now += 2 * 3_600_000;
    await sweepSessions(place);
    assert.equal(readFileSync(place.paths.history, 'utf8').trim().split('\n').length, 3);
  });
});

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
