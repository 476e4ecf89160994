import assert from 'node:assert/strict';
import type { SearchResult } from '../../../src/core/search/search';
import { english } from '../../../src/core/support/message';
import { searchItems } from '../../../src/extension/search/searchItems';

describe('rows of the search', () => {
  const now = new Date('2026-11-18T08:00:00Z');
  const result: SearchResult = {
    kind: 'decisions',
    file: '/p/decisions.md',
    line: 3,
    title: 'D12 $(trash) | Wait',
    at: '2026-11-16T08:00:00Z',
    excerpt: 'before $(x) the batch',
    score: 1,
    matches: 1,
  };
  const rows = (...results: SearchResult[]) =>
    searchItems(results, { t: english, now, language: 'en' });

  it('say what it is and how old, and let no text become an icon', () => {
    const [{ result: same, ...row } = assert.fail()] = rows(result);
    assert.equal(same, result);
    assert.deepEqual(row, {
      label: '$(law) D12 $\u200B(trash) | Wait',
      description: 'Decision · 2 days ago',
      detail: 'before $\u200B(x) the batch',
      alwaysShow: true,
    });
  });

  it('name the agent of a transcript, and in how many places', () => {
    const [row] = rows({ ...result, kind: 'transcripts', agent: 'codex', matches: 4 });
    assert.equal(row?.description, 'Codex · 2 days ago · 4 places');
    assert.match(row.label, /^\$\(comment-discussion\) /);
  });
});
