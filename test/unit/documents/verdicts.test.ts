import assert from 'node:assert/strict';
import { latestReview } from '../../../src/core/documents/verdicts';

describe('verdicts.md', () => {
  const cases: readonly (readonly [name: string, text: string, expected: string | undefined])[] = [
    ['nothing', '', undefined],
    ['a heading alone', '# Verdicts: login\n', undefined],
    ['a NO-GO', '## [B1] design | t\nVERDICT:NO-GO\n', 'blocked B1 design'],
    ['a GO', '## [B1] design | t\nVERDICT:GO\n', 'passed B1 design'],
    ['a CONDITIONAL, which is a GO', '## [B1] impl | t\nVERDICT: CONDITIONAL\n', 'passed B1 impl'],
    ['an older NO-GO', '## [B1] a | t\nVERDICT:NO-GO\n## [B2] a | t\nVERDICT:GO\n', 'passed B2 a'],
    [
      'a NO-GO that was fixed',
      '## [B1] a | t\nVERDICT:NO-GO\n### Disposition: NO-GO-FIXED\n',
      'passed B1 a',
    ],
    ['an escalation', '## [B1] a | t\nVERDICT:GO\n### Disposition\n\nESCALATED\n', 'blocked B1 a'],
    ['a spec to be changed', '## [B1] a | t\n**Verdict**: SPEC-UPDATE-NEEDED\n', 'blocked B1 a'],
    ['a minority', '## [B1] a | t\nVERDICT:NO-GO\nVERDICT:GO\nVERDICT:GO\n', 'passed B1 a'],
    [
      'other words for it',
      '# Review\n\n## Round 2\n- Status: CHANGES_REQUESTED\n',
      'blocked Round 2',
    ],
    ['a table', '## [B1] a | t\n| Verdict | NO-GO |\n', 'blocked B1 a'],
    ['a remark', '## [B1] a | t\nVERDICT:GO\n<!--\nVERDICT:NO-GO\n-->\n', 'passed B1 a'],
    ['mere words', '## [B1] a | t\nThe verdict is open, a NO-GO is possible.\n', undefined],
  ];
  for (const [name, text, expected] of cases) {
    it(`reads ${name}`, () => {
      const review = latestReview(text);
      const said = review && `${review.isBlocked ? 'blocked' : 'passed'} ${review.batch}`;
      assert.equal(said, expected);
    });
  }
});
