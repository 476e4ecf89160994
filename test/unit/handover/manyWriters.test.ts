import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { projectPaths } from '../../../src/core/projectPaths';
import { type Child, useChildren } from '../../support/children';
import { useScratchFolder } from '../../support/scratchFolder';

describe('the decisions log with many writers', function () {
  this.timeout(300_000);
  const scratch = useScratchFolder();
  const start = useChildren();
  const text = () => readFileSync(projectPaths(scratch(), '.sdd').decisions, 'utf8');

  /** By its lines alone, without the reader of the product. */
  function logged(): { numbers: number[]; summaries: Map<string, string> } {
    const lines = text().split('\n');
    const heads = lines.flatMap((line, index) => {
      const found = /^\[\d{4}-[^\]]+Z\] (D(\d+)): USER_DECISION \| (\S+)$/.exec(line);
      return found
        ? [{ id: found[1] ?? '', number: Number(found[2]), summary: found[3], index }]
        : [];
    });
    const isWhole = heads.every(
      ({ index }) =>
        lines[index + 1] === `- Reason: ${'because '.repeat(50).trim()}` &&
        lines[index + 2] === '- Impact: It is written down' &&
        lines[index + 3] === '',
    );
    assert.ok(isWhole, 'an entry is not whole');
    assert.equal(lines.length, heads.length * 4);
    return {
      numbers: heads.map(({ number }) => number),
      summaries: new Map(heads.map(({ id, summary = '' }) => [id, summary])),
    };
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('of 16 processes with 200 each holds D1 to D3200, in the order of their times', async () => {
    const names = upTo(16).map((number) => `writer${number}`);
    const children = names.map((name) => start('decisionWriter', scratch(), name, '200'));
    assert.deepEqual(
      await Promise.all(children.map(({ ended }) => ended)),
      names.map(() => 0),
    );
    const { numbers, summaries } = logged();
    assert.deepEqual(numbers, upTo(3200));
    const expected = names.flatMap((name) => upTo(200).map((time) => `${name}-${time - 1}`));
    assert.deepEqual([...summaries.values()].sort(), expected.sort());
    assert.deepEqual(parseDecisions(text()).problems, []);
  });

  it('loses nothing that was acknowledged when 300 of them are killed, and skips no number', async () => {
    const acknowledged = new Map<string, string>();
    let kills = 0;
    const append = async (slot: number) => {
      for (let round = 0; kills < 300; round++) {
        const child = start('decisionWriter', scratch(), `w${slot}r${round}`, '100000');
        await take(child, acknowledged);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
        child.signal('SIGKILL');
        kills++;
        assert.equal(await child.ended, null);
        await takeAll(child, acknowledged);
      }
    };
    await Promise.all(upTo(8).map(append));
    assert.ok(kills >= 300);
    const { numbers, summaries } = logged();
    assert.deepEqual(numbers, upTo(numbers.length));
    assert.ok(acknowledged.size >= 300);
    const lost = [...acknowledged].filter(([id, summary]) => summaries.get(id) !== summary);
    assert.deepEqual(lost, []);
    assert.equal(new Set(summaries.values()).size, numbers.length);
  });
});

async function take(child: Child, acknowledged: Map<string, string>): Promise<void> {
  const { id, summary } = (await child.next()) as { id: string; summary: string };
  assert.ok(!acknowledged.has(id), `${id} was given twice`);
  acknowledged.set(id, summary);
}

/** Until it has nothing more to say. */
async function takeAll(child: Child, acknowledged: Map<string, string>): Promise<void> {
  for (;;) {
    try {
      await take(child, acknowledged);
    } catch (error) {
      if (error instanceof assert.AssertionError) {
        throw error;
      }
      return;
    }
  }
}
