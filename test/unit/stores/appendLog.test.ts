import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appendDecision } from '../../../src/core/decisions';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { projectPaths } from '../../../src/core/projectPaths';
import { withLock } from '../../../src/core/stores/lock';
import { useScratchFolder } from '../../support/scratchFolder';

describe('the decisions log', () => {
  const scratch = useScratchFolder();
  const paths = () => projectPaths(scratch(), '.sdd');
  const text = () => readFileSync(paths().decisions, 'utf8');
  let minute = 0;

  function given(content: string): void {
    mkdirSync(paths().handover, { recursive: true });
    writeFileSync(paths().decisions, content);
  }
  const append = (summary: string, timeoutMs = 5000) =>
    appendDecision(
      { paths: paths(), now: () => new Date() },
      {
        at: new Date(Date.UTC(2026, 0, 15, 10, minute++)).toISOString(),
        type: 'USER_DECISION',
        summary,
        reason: 'r',
        impact: 'i',
      },
      { timeoutMs },
    );
  const appended = async (...args: Parameters<typeof append>) => {
    const { id, tornTail } = await append(...args);
    return { id, torn: tornTail?.line };
  };

  it('begins with D1 in a new file', async () => {
    assert.deepEqual(await append('first'), { id: 'D1', at: '2026-01-15T10:00:00.000Z' });
    assert.equal((await append('second')).id, 'D2');
    assert.match(
      text(),
      /^\[.*\] D1: USER_DECISION \| first\n- Reason: r\n- Impact: i\n\n\[.*\] D2: .* second\n- Reason: r\n- Impact: i\n$/,
    );
    assert.deepEqual(parseDecisions(text()).problems, []);
  });

  const before: readonly (readonly [name: string, content: string, id: string, torn?: number])[] = [
    [
      'a file that ends in the middle of a line',
      '# Log\n[2026-01-15T10:30:00Z] D4: USER_DECISION | x\n- Rea',
      'D5',
      3,
    ],
    [
      'a file that ends in the middle of a number',
      '[2026-01-15T10:30:00Z] D41: USER_DECISION | x\r\n\r\n[2026-01-15T10:31:00Z] D4',
      'D42',
      3,
    ],
    ['Windows line ends', '[2026-01-15T10:30:00Z] D4: USER_DECISION | x\r\n- Reason: r\r\n', 'D5'],
    ['numbers out of order', '[t] D9: A | x\n[t] D2: B | y\n', 'D10'],
    ['entries that are no proper ones', '```\n[t] D20: x\n```\n- [x] D7 done\n', 'D21'],
    [
      'an obsolete section and letters beyond ASCII',
      '## Obsoleted decisions\n- **[t] D3**: A | x\n\u00e9',
      'D4',
      3,
    ],
    ['a byte order mark alone', '\uFEFF', 'D1'],
  ];
  for (const [name, content, id, torn] of before) {
    it(`changes no byte of ${name}`, async () => {
      given(content);
      assert.deepEqual(await appended('new\n- Decision: of its own\n[t] D99: X | y'), { id, torn });
      assert.ok(text().startsWith(content));
      const added = text().slice(content.length);
      assert.match(`\n\n${content}${added}`, /\n\r?\n\uFEFF?\[[^\n]*\| new /);
      assert.equal(added.trim().split('\n').length, 3);
      assert.equal(content.includes('\r\n'), added.includes('\r\n'));
    });
  }

  it('lets an entry wait when the lock is not to be had, and takes it along next time', async () => {
    await append('first');
    const lock = path.join(paths().locks, 'decisions.md');
    await withLock(lock, async () => {
      assert.equal((await append('second', 0)).id, undefined);
    });
    assert.doesNotMatch(text(), /second/);
    const waiting = path.join(paths().state, 'waiting', 'decisions');
    const [name = ''] = readdirSync(waiting);
    const kept = readFileSync(path.join(waiting, name));
    assert.equal((await append('third')).id, 'D3');
    assert.match(text(), /D2: USER_DECISION \| second\n[^]*D3: USER_DECISION \| third\n/);
    assert.deepEqual(readdirSync(waiting), []);
    // As a process leaves it that was killed after it appended.
    writeFileSync(path.join(waiting, name), kept);
    await append('fourth');
    assert.equal(text().split('second').length, 2);
  });

  it('is not followed out of the project', async () => {
    mkdirSync(scratch('elsewhere'));
    mkdirSync(scratch('project'));
    symlinkSync(scratch('elsewhere'), scratch('project', '.sdd'));
    const place = { paths: projectPaths(scratch('project'), '.sdd'), now: () => new Date() };
    await assert.rejects(
      appendDecision(place, { at: '2026-01-15T10:30:00Z', type: 'USER_DECISION', summary: 'x' }),
      { reason: 'outside' },
    );
    assert.deepEqual(readdirSync(scratch('elsewhere')), []);
  });

  it('takes the place only of decisions that are there', async () => {
    await append('first');
    const superseding = (supersedes: string) =>
      appendDecision(
        { paths: paths(), now: () => new Date() },
        { type: 'DIRECTION_CHANGE', summary: 'x', supersedes },
      );
    await assert.rejects(superseding('D1, D7'), { reason: 'no-such-decision', message: /D7/ });
    await assert.rejects(superseding('the first'), { message: /the first/ });
    assert.equal((await superseding('d1')).id, 'D2');
    assert.match(text(), /\n- Supersedes: d1\n$/);
  });
});
