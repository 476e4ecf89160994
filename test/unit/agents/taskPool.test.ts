import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTaskPool, type TaskPool } from '../../../src/core/agents/taskPool';

describe('task pool', () => {
  /** Enters, and notes when it begins. */
  function entering(pool: TaskPool, begun: string[]) {
    return (name: string, signal?: AbortSignal) => {
      const turn = pool.enter(signal);
      const begins = turn.begins.then(
        () => void begun.push(name),
        (error: unknown) => void begun.push(`${name}: ${(error as Error).message}`),
      );
      return { ...turn, begins };
    };
  }

  it('lets so many begin, and the others in the order in which they came', async () => {
    const begun: string[] = [];
    const enter = entering(createTaskPool({ running: 2, waiting: 2 }), begun);
    const [a, b, c, d] = [enter('a'), enter('b'), enter('c'), enter('d')];
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b']);
    b.end();
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    a.end();
    c.end();
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
    d.end();
    enter('e');
    enter('f');
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('refuses what is too much, until there is room again', async () => {
    const begun: string[] = [];
    const enter = entering(createTaskPool({ running: 1, waiting: 1 }), begun);
    const first = enter('a');
    enter('b');
    assert.throws(() => enter('c'), /^UserError: 1 agents run already and 1 wait/);
    first.end();
    enter('d');
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b']);
  });

  it('lets who waits be cancelled, which gives its place to others', async () => {
    const begun: string[] = [];
    const enter = entering(createTaskPool({ running: 1, waiting: 1 }), begun);
    const first = enter('a');
    const cancelling = new AbortController();
    const second = enter('b', cancelling.signal);
    cancelling.abort();
    second.end();
    enter('c');
    first.end();
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b: It was cancelled before it began.', 'c']);
    const aborted = enter('d', AbortSignal.abort());
    await aborted.begins;
    assert.equal(begun.at(-1), 'd: It was cancelled before it began.');
  });

  it('is closed when all have ended, and begins nothing then', async () => {
    const begun: string[] = [];
    const pool = createTaskPool({ running: 1, waiting: 1 });
    const enter = entering(pool, begun);
    const first = enter('a');
    const second = enter('b');
    let isClosed = false;
    const closing = pool.close().then(() => {
      isClosed = true;
    });
    assert.equal(pool.signal.aborted, true);
    await second.begins;
    second.end();
    await nextTurn();
    assert.equal(isClosed, false);
    first.end();
    await closing;
    assert.deepEqual(begun, ['a', 'b: It was cancelled before it began.']);
    assert.throws(() => enter('c'), /Baton is ending/);
    await createTaskPool().close();
  });
});
