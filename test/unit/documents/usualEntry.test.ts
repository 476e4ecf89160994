import assert from 'node:assert/strict';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { usualEntry } from '../../../src/core/documents/usualEntry';
import { handoverFixtures } from '../../support/handoverFixtures';
import { randomNumbers } from '../../support/handoverPerson';

const head = '[2026-01-15T10:30:00Z] D12: USER_DECISION | Sessions in a cookie';
const whole = `${head}\n- Context: c\n- Decision: d\n- Reason: r \n- Impact:  i\n- Source: s\n`;
const read = (text: string) => usualEntry(text, 0, text.indexOf('\n'), 1);

describe('a usual entry of decisions.md', function () {
  this.timeout(60_000);

  it('is read in one step', () => {
    assert.deepEqual(read(`${whole}\nnext`), {
      entry: {
        id: 'D12',
        at: '2026-01-15T10:30:00Z',
        type: 'USER_DECISION',
        summary: 'Sessions in a cookie',
        line: 1,
        context: 'c',
        decision: 'd',
        reason: 'r',
        impact: 'i',
        source: 's',
      },
      end: whole.length,
      lines: 6,
      last: 'source',
    });
    assert.equal(read(`${head}\n- Reason: r\n`)?.last, 'reason');
    assert.equal(read(`${head}\n- Reason: cut off`)?.last, undefined);
  });

  for (const odd of [
    `## ${head}`,
    head.replace('D12', 'D-12'),
    head.replace('D12', 'D012'),
    head.replace('USER_DECISION', 'HUNCH'),
    head.replace('2026-01-15T10:30:00Z', 'yesterday'),
    head.replace('Sessions', '**Sessions**'),
    head.replace('Sessions in a cookie', ''),
    head.replace('[2026', '[[2026'),
    head.replace(' | ', ': '),
  ]) {
    it(`is not "${odd}"`, () => {
      assert.equal(read(`${odd}\n- Reason: r\n`), undefined);
    });
  }

  it('says the same as the careful reader, whatever is around it', () => {
    const documents = Object.values(handoverFixtures('decisions')).map(String);
    const others = ['```', '<!--', '-->', '', '  more', '| D1 | x |', '- Impact: twice', '## More'];
    let compared = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const random = randomNumbers(seed);
      const below = (limit: number) => Math.floor(random() * limit);
      const lines = Array.from({ length: 1 + below(3) }).flatMap(() => {
        const from = (documents[below(documents.length)] ?? '').split('\n');
        const start = below(from.length);
        return from.slice(start, start + 1 + below(20));
      });
      lines.splice(below(lines.length + 1), 0, ...whole.split('\n'));
      lines.splice(below(lines.length + 1), below(2), others[below(others.length)] ?? '');
      const text = lines.join('\n').slice(0, 20_000);
      // One more space leaves each head to the careful reader, and changes nothing else.
      const careful = text.replace(/^\[(\d{4}-[^\]\n]{0,40})\] D/gm, '[$1]  D');
      compared += text === careful ? 0 : 1;
      // An example in a field keeps that space.
      const told = JSON.stringify(parseDecisions(careful)).replaceAll(']  D', '] D');
      assert.deepEqual(JSON.parse(JSON.stringify(parseDecisions(text))), JSON.parse(told), text);
    }
    assert.ok(compared > 1000, String(compared));
  });
});
