import assert from 'node:assert/strict';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { handoverFixtures } from '../../support/handoverFixtures';

/** Every entry as `line D1`, every problem as `line code`. */
const expected: Readonly<Record<string, readonly [entries: string, problems?: string]>> = {
  plain: ['1 D1, 4 D2, 11 D3, 19 D4'],
  extraSections: ['5 D1, 19 D2'],
  extraFields: ['1 D1, 12 D2'],
  missingFields: [
    '1 D1, 4 D2, 7 D3, 14 D4, 16 D5',
    '1 missing-field, 4 missing-field, 7 missing-field, 14 missing-field',
  ],
  outOfOrder: [
    '1 D1, 8 D2, 15 D3, 22 D4, 29 D5, 36 D6',
    '8 out-of-order, 15 out-of-order, 36 out-of-order',
  ],
  mergedTwice: [
    '1 D1, 8 D2, 15 D3, 22 D2, 29 D3, 36 D4',
    '22 duplicate-id, 22 out-of-order, 29 duplicate-id',
  ],
  conflict: [
    '1 D1, 9 D2, 17 D2, 24 D3, 32 D4',
    '8 conflict-marker, 15 conflict-marker, 16 conflict-marker, 17 duplicate-id, 30 conflict-marker',
  ],
  conflictInEntry: ['1 D1', '3 conflict-marker, 5 conflict-marker, 7 conflict-marker'],
  bom: ['1 D1, 8 D2'],
  windows: ['1 D1, 8 D2, 15 D3'],
  windowsBom: ['3 D1'],
  mixedEndings: ['1 D1, 8 D2, 15 D3, 22 D4'],
  oldMac: ['1 D1, 8 D2'],
  noFinalNewline: ['1 D1, 8 D2'],
  tornHead: ['1 D1, 8 D2', '8 malformed-entry, 8 torn-tail'],
  tornField: ['1 D1, 8 D2', '8 missing-field, 9 torn-tail'],
  tornCharacter: ['1 D1, 8 D2', '8 missing-field, 8 torn-tail'],
  tornAndGoneOn: ['1 D1, 8 D2, 10 D3', '8 malformed-entry'],
  nulTail: ['1 D1, 8 D2', '14 torn-tail'],
  nulInside: ['1 D1, 8 D2'],
  fencedExamples: ['17 D1, 28 D2'],
  openFence: ['1 D1, 11 D2'],
  remarks: ['8 D1, 16 D2'],
  headings: [
    '3 D3, 11 D4, 18 D5, 23 D6, 29 D10',
    '11 malformed-entry, 23 malformed-entry, 29 malformed-entry, 29 missing-field',
  ],
  recordStyle: ['3 D1, 29 D2', '3 malformed-entry, 29 malformed-entry'],
  bullets: ['1 D1, 5 D2, 8 D3, 11 D4, 14 D5', '14 malformed-entry, 14 missing-field'],
  bold: ['1 D1, 5 D2, 9 D3, 13 D4, 17 D5', '9 malformed-entry, 9 missing-field'],
  japanese: ['3 D1, 11 D2'],
  korean: ['1 D1, 8 D2', '8 malformed-entry'],
  longLines: ['1 D1, 8 D2, 13 D3'],
  tables: ['8 D1, 15 D2'],
  tableOnly: ['5 D1, 6 D2, 7 D3', '7 missing-field, 7 unknown-type'],
  multiLine: ['1 D1'],
  types: [
    '1 D1, 8 D2, 15 D3, 22 D4, 29 D5, 36 D6, 39 D7, 43 D8',
    '15 unknown-type, 22 unknown-type, 36 malformed-entry, 39 malformed-entry, 43 malformed-entry',
  ],
  numbers: ['1 D1, 8 D2, 15 D12, 22 D13, 29 D999999999, 36 D12345678901234', '36 missing-field'],
  times: [
    '1 D1, 8 D2, 15 D3, 22 D4, 29 D5, 36 D6, 43 D7, 50 D8, 57 D9, 64 D10, 71 D11, 78 D12, 85 D13, 92 D14',
    '43 invalid-field, 50 invalid-field, 57 missing-field, 64 invalid-field, 85 missing-field',
  ],
  proseOnly: [''],
  supersedes: ['1 D1, 8 D2, 16 D3, 24 D4'],
  hostile: ['1 D1, 6 D?, 7 D3', '6 malformed-entry, 6 missing-field'],
  looseList: [
    '6 D1, 8 D2, 9 D3, 14 D4, 23 D7',
    [6, 8, 9].map((line) => `${line} malformed-entry`).join(', ') +
      ', 9 missing-field, 23 malformed-entry, 23 missing-field',
  ],
  unnumbered: [
    '1 D1, 8 D?, 15 D?, 20 D2',
    '8 malformed-entry, 15 malformed-entry, 15 missing-field',
  ],
  shortTable: ['5 D1, 6 D2', '5 missing-field, 6 missing-field'],
  fullWidth: ['1 D1'],
  empty: [''],
  blank: [''],
};

describe('decisions.md as it is found', () => {
  const documents = handoverFixtures('decisions');

  it('is tried in all its ways', () => {
    assert.deepEqual(Object.keys(expected).sort(), Object.keys(documents).sort());
  });

  for (const [name, [entries, problems = '']] of Object.entries(expected)) {
    it(`is read as far as it goes: ${name}`, () => {
      const read = parseDecisions(documents[name]?.toString() ?? '');
      assert.equal(read.decisions.map(({ line, id }) => `${line} ${id}`).join(', '), entries);
      assert.equal(
        read.problems.map(({ line, code }) => `${line ?? 0} ${code}`).join(', '),
        problems,
      );
    });
  }

  const fields = (name: string, id: string) =>
    parseDecisions(documents[name]?.toString() ?? '').decisions.find((each) => each.id === id);

  it('has fields of several lines, with lists and code', () => {
    assert.deepEqual(fields('multiLine', 'D1'), {
      id: 'D1',
      at: '2026-02-01T10:00:00Z',
      type: 'USER_DECISION',
      summary: 'Several lines',
      line: 1,
      context: 'first\nsecond: with a colon\nthird without indent',
      decision:
        '- (1) one\n- (2) two\n- Reason: a nested word, no field\nA paragraph of its own.\n```\ncode\n```',
      reason: 'r',
      impact: 'i',
      source: 's',
    });
  });

  it('has fields under headings of their own', () => {
    const { context, decision, reason, impact, at } = fields('recordStyle', 'D1') ?? {};
    assert.equal(at, '2026-02-01');
    assert.equal(context, 'The login page was slow.\nTwo ways were tried.');
    assert.equal(decision, 'Sessions on the server:\n- one table\n- one cookie');
    assert.equal(reason, 'Fewer parts.');
    assert.equal(impact, 'One table more.');
  });

  it('has fields in other languages and with wide colons', () => {
    const { context, decision, reason, impact, source } = fields('japanese', 'D1') ?? {};
    assert.deepEqual(
      [context, decision, reason, impact, source],
      [
        '粗いか細かいか',
        '細かい方',
        'ミスを防ぐ。\n変更の範囲が明確になる。',
        '管理する数は増える',
        'ユーザー判断',
      ],
    );
    assert.equal(fields('japanese', 'D2')?.summary, '全角の記号');
    assert.equal(fields('korean', 'D2')?.type, 'DIRECTION_CHANGE');
  });

  it('keeps the fields of one without a number apart from the one before it', () => {
    assert.equal(fields('unnumbered', 'D1')?.reason, 'Fewer parts');
    const unnumbered = fields('unnumbered', 'D?');
    assert.equal(unnumbered?.summary, 'Nobody gave it a number');
    assert.equal(unnumbered.reason, 'Speed');
  });

  it('keeps both sides of a conflict within an entry', () => {
    assert.equal(fields('conflictInEntry', 'D1')?.impact, 'ours\ntheirs');
  });

  it('says its types as they are meant', () => {
    const { decisions } = parseDecisions(documents.types?.toString() ?? '');
    assert.deepEqual(
      decisions.map(({ type, summary }) => `${type} | ${summary}`),
      [
        'USER_DECISION | Choice 1',
        'USER_DECISION | Choice 2',
        'HUNCH | Choice 3',
        'MERGE-2 | Choice 4',
        'DIRECTION_CHANGE | Choice 5',
        ' | Use Postgres | not MySQL',
        'USER_DECISION | with a colon',
        'SESSION_END | ',
      ],
    );
  });
});
