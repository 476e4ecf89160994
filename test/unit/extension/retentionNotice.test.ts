import assert from 'node:assert/strict';
import type { Retention } from '../../../src/core/retention/retention';
import {
  keptText,
  retentionNodes,
  retentionNotice,
} from '../../../src/extension/views/retentionNotice';
import { retentionReport } from '../../../src/extension/views/retentionReport';
import { inEnglish } from '../../support/snapshots';

const day = 86_400_000;
const inDays = (days: number) => new Date(inEnglish.now.getTime() + days * day);
const nothing: Retention = {
  isKeeping: false,
  period: { days: 30, file: undefined },
  transcripts: 0,
  expiring: [],
  kept: [],
  stored: 0,
};
const going = (id: string, days: number, isKept = false): Retention['expiring'][number] => ({
  transcript: {
    id,
    main: { name: `-p/${id}.jsonl`, size: 2_300_000, modified: inDays(days - 30) },
    subagents: [],
  },
  at: inDays(days),
  isKept,
});
const kept = (count: number): Partial<Retention> => ({
  kept: Array.from({ length: count }, (_, index) => ({
    ...{ id: `kept-${index}`, keptAt: inDays(-1), size: 9_000_000, stored: 280_000 },
  })),
  stored: count * 280_000,
});

describe('notice about transcripts that go', () => {
  const cases: readonly (readonly [Retention['expiring'], message: string | undefined])[] = [
    [[], undefined],
    [[going('a', 5, true)], undefined],
    [
      [going('a', 5)],
      'Claude Code will delete 1 transcript of this project in 5 days (last used Dec 21).',
    ],
    [
      [going('a', 5), going('b', 6), going('c', 6)],
      'Claude Code will delete 3 transcripts of this project, the first in 5 days (last used Dec 21).',
    ],
    [
      [going('a', -1)],
      'Claude Code may delete 1 transcript of this project at its next start (last used Dec 15).',
    ],
    [
      [going('a', -1), going('b', 6)],
      'Claude Code may delete transcripts of this project at its next start: 2 in the next days, the oldest last used Dec 15.',
    ],
  ];
  for (const [expiring, message] of cases) {
    it(`says: ${message ?? 'nothing'}`, () => {
      assert.equal(retentionNotice({ ...nothing, expiring }, inEnglish)?.message, message);
    });
  }

  it('offers to keep them, names one of several projects', () => {
    const notice = retentionNotice({ ...nothing, expiring: [going('a', 5)] }, inEnglish, 'app');
    assert.match(notice?.message ?? '', /^app: Claude Code will/);
    assert.deepEqual(
      notice?.choices.map(({ title }) => title),
      ['Keep Copies', 'Show', 'Not Again'],
    );
  });

  it('is a row of the Session view, with what is kept', () => {
    const row = (retention: Retention) =>
      retentionNodes(retention, '/app', inEnglish).map(
        ({ label, description, icon, command }) =>
          `${label}: ${description ?? ''} ${icon?.color ?? '-'} ${command ?? '-'}`,
      );
    assert.deepEqual(row(nothing), []);
    assert.deepEqual(row({ ...nothing, ...kept(12) }), [
      'Transcripts: 12 transcripts kept, 3.4 MB - baton.showTranscripts',
    ]);
    assert.deepEqual(row({ ...nothing, expiring: [going('a', 5)] }), [
      'Transcripts: none kept warning baton.showTranscripts',
    ]);
    assert.equal(retentionNodes({ ...nothing, ...kept(1) }, '/app', inEnglish)[0]?.root, '/app');
  });

  it('tells how much is kept', () => {
    assert.equal(keptText(nothing, inEnglish), 'No transcripts are kept.');
    assert.equal(keptText({ ...nothing, ...kept(1) }, inEnglish), '1 transcript kept, 280 kB.');
  });

  it('is a document with every one of them, and how to get it back', () => {
    const report = retentionReport(
      { ...nothing, ...kept(1), expiring: [going('a', 5), going('b', -2, true)] },
      inEnglish,
    );
    assert.match(report, /30 days after they were last used \(its default\)/);
    assert.match(report, /\| `a` \| 25 days ago \| in 5 days \| 2.3 MB \| not kept \|/);
    assert.match(report, /\| `b` \| .* \| with the next start of Claude Code \| .* \| kept \|/);
    assert.match(report, /`baton context keep --restore kept-0`/);
  });
});
