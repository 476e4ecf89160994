import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ownIdentity } from '../../../src/core/support/processIdentity';
import { type Child, useChildren } from '../../support/children';
import type { Attempt, Outcome } from '../../support/processes/lockContender';
import { useScratchFolder } from '../../support/scratchFolder';

describe('lock between processes', function () {
  this.timeout(120_000);
  const scratch = useScratchFolder();
  const start = useChildren();

  it('16 processes count to 800 in one file', async () => {
    const file = scratch('count.json');
    const children = Array.from({ length: 16 }, () => start('counter', file, '50'));
    assert.deepEqual(
      await Promise.all(children.map((child) => child.ended)),
      children.map(() => 0),
    );
    assert.equal(readFileSync(file, 'utf8'), '{\n  "count": 800\n}\n');
  });

  it('one of 8 takes over a stale lock, in 500 rounds', async () => {
    const dead = start('lockContender');
    await dead.next();
    dead.send({ directory: scratch('first'), timeoutMs: 1000 } satisfies Attempt);
    assert.equal(await dead.next(), 'held');
    dead.signal('SIGKILL');
    await dead.ended;
    const ofDeadProcess = readFileSync(scratch('first', '1'));
    const ofOtherHost = JSON.stringify({ ...ownIdentity(), host: 'elsewhere', token: 'x', at: '' });

    const contenders = Array.from({ length: 8 }, () => start('lockContender'));
    await Promise.all(contenders.map((child) => child.next()));
    for (let round = 0; round < 500; round++) {
      const directory = scratch(String(round));
      const lock = path.join(directory, '1');
      mkdirSync(directory);
      if (round % 2 === 0) {
        writeFileSync(lock, ofDeadProcess);
      } else {
        writeFileSync(lock, ofOtherHost);
        const old = Date.now() / 1000 - 61;
        utimesSync(lock, old, old);
      }
      await oneRound(contenders, directory, round);
    }
  });
});

/** All try at once. The winner lets go only when all the others have given up. */
async function oneRound(contenders: readonly Child[], directory: string, round: number) {
  const attempt: Attempt = { directory, timeoutMs: 2, slowLinkMs: 2 };
  for (const child of contenders) {
    child.send(attempt);
  }
  const outcomes = await Promise.all(contenders.map((child) => child.next() as Promise<Outcome>));
  const winners = contenders.filter((_, index) => outcomes[index] === 'held');
  const reasons = outcomes.map((outcome) =>
    typeof outcome === 'string' ? outcome : outcome.reason,
  );
  assert.deepEqual(
    reasons.toSorted(),
    ['held', ...Array<string>(7).fill('lock-timeout')],
    `round ${round}: ${JSON.stringify(outcomes)}`,
  );
  winners[0]?.send('release');
  assert.equal(await winners[0]?.next(), 'released');
}
