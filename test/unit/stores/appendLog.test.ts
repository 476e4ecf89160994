import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appendDecision } from '../../../src/core/decisions';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { projectPaths } from '../../../src/core/projectPaths';
import { withLock } from '../../../src/core/stores/lock';
import { useChildren } from '../../support/children';
import { useScratchFolder } from '../../support/scratchFolder';

describe('the decisions log', function () {
  this.timeout(120_000);
  const scratch = useScratchFolder();
  const start = useChildren();
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
      },
      { timeoutMs },
    );

  it('begins with D1 in a new file', async () => {
    assert.deepEqual(await append('first'), { id: 'D1' });
    assert.deepEqual(await append('second'), { id: 'D2' });
    assert.match(
      text(),
      /^\[.*\] D1: USER_DECISION \| first\n- Reason: r\n\n\[.*\] D2: .* second\n- Reason: r\n$/,
    );
    assert.deepEqual(parseDecisions(text()).problems, []);
  });

  const before: readonly (readonly [name: string, content: string, id: string])[] = [
    [
      'a file that ends in the middle of a line',
      '# Log\n[2026-01-15T10:30:00Z] D4: USER_DECISION | x\n- Rea',
      'D5',
    ],
    ['Windows line ends', '[2026-01-15T10:30:00Z] D4: USER_DECISION | x\r\n- Reason: r\r\n', 'D5'],
    ['numbers out of order', '[t] D9: A | x\n[t] D2: B | y\n', 'D10'],
    ['entries that are no proper ones', '```\n[t] D20: x\n```\n- [x] D7 done\n', 'D21'],
    [
      'an obsolete section and letters beyond ASCII',
      '## Obsoleted decisions\n- **[t] D3**: A | x\n\u00e9',
      'D4',
    ],
  ];
  for (const [name, content, id] of before) {
    it(`changes no byte of ${name}`, async () => {
      given(content);
      assert.deepEqual(await append('new\n- Decision: of its own\n[t] D99: X | y'), { id });
      assert.ok(text().startsWith(content));
      const added = text().slice(content.length);
      assert.match(`${content}${added}`, /\n\r?\n\[[^\n]*\| new /);
      assert.equal(added.trim().split('\n').length, 2);
      assert.equal(content.includes('\r\n'), added.includes('\r\n'));
    });
  }

  it('lets an entry wait when the lock is not to be had, and takes it along next time', async () => {
    await append('first');
    const lock = path.join(paths().locks, 'decisions.md');
    await withLock(lock, async () => {
      assert.deepEqual(await append('second', 0), { id: undefined });
    });
    assert.doesNotMatch(text(), /second/);
    const waiting = path.join(paths().state, 'waiting', 'decisions');
    const [name = ''] = readdirSync(waiting);
    const kept = readFileSync(path.join(waiting, name));
    assert.deepEqual(await append('third'), { id: 'D3' });
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

  it('gives every number once, whoever writes', async () => {
    const children = ['a', 'b', 'c'].map((name) => start('decisionWriter', scratch(), name, '15'));
    assert.deepEqual(await Promise.all(children.map(({ ended }) => ended)), [0, 0, 0]);
    const { decisions, problems } = parseDecisions(text());
    assert.deepEqual(problems, []);
    assert.deepEqual(
      decisions.map(({ id }) => id),
      Array.from({ length: 45 }, (_, index) => `D${index + 1}`),
    );
  });

  it('keeps what was acknowledged when writers are killed', async () => {
    const acknowledged: unknown[] = [];
    for (let round = 0; round < 12; round++) {
      const child = start('decisionWriter', scratch(), `r${round}`, '1000');
      acknowledged.push(await child.next());
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 15));
      child.signal('SIGKILL');
      await child.ended;
    }
    await append('last');
    const ids = parseDecisions(text()).decisions.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of acknowledged) {
      assert.ok(ids.includes(String(id)));
    }
  });
});
