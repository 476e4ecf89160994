import assert from 'node:assert/strict';
import { parseSessionMarkdown } from '../../../src/core/documents/sessionMarkdown';
import { handoverFixtures } from '../../support/handoverFixtures';
import { hostileLines } from '../../support/hostileLines';

const document = `# Session Handover
**Generated**: 2026-01-15
**Branch**: feature/user-auth
**Session Goal**: ユーザー認証
**Mode**: auto-draft

## Direction
### Immediate Next Action
Write the UserService tests

### Warnings
**Branch**: not a header

## My own section
text
`;

describe('session.md', () => {
  it('reads headers, mode and next action', () => {
    const { document: read, problems } = parseSessionMarkdown(document);
    assert.deepEqual(problems, []);
    assert.equal(read.mode, 'auto-draft');
    assert.equal(read.generated, '2026-01-15');
    assert.equal(read.branch, 'feature/user-auth');
    assert.equal(read.goal, 'ユーザー認証');
    assert.equal(read.nextAction, 'Write the UserService tests');
  });

  it('keeps sections it does not know, with their lines', () => {
    const { sections } = parseSessionMarkdown(document).document;
    assert.deepEqual(
      sections.map(({ heading, level, line }) => `${line} ${'#'.repeat(level)} ${heading}`),
      [
        '1 # Session Handover',
        '7 ## Direction',
        '8 ### Immediate Next Action',
        '11 ### Warnings',
        '14 ## My own section',
      ],
    );
    assert.equal(sections.at(-1)?.text, 'text');
  });

  it('takes a document without marker for polished, also with CRLF', () => {
    const polished = document.replace('**Mode**: auto-draft\n', '').replaceAll('\n', '\r\n');
    assert.equal(parseSessionMarkdown(polished).document.mode, 'polished');
    assert.equal(parseSessionMarkdown(polished).document.branch, 'feature/user-auth');
  });

  const otherwise: readonly (readonly [fixture: string, read: string])[] = [
    [
      'japaneseHeadings',
      'polished | 2026-01-15 | feature/認証 | ログインを仕上げる | 1. /sdd-review login\n2. 指摘を一件ずつ直す',
    ],
    [
      'koreanHeadings',
      'auto-draft | 2026-01-15 | feature/로그인 | 로그인 마무리 | 로그인 사양을 검토한다',
    ],
    [
      'decoratedHeadings',
      'auto-draft | 2026-01-15 | main | Log in | Run /sdd-review on the login spec',
    ],
    ['plainHeader', 'polished | 2026-01-15 | main | Log in | Run /sdd-review on the login spec'],
  ];
  for (const [fixture, expected] of otherwise) {
    it(`knows its parts by other names: ${fixture}`, () => {
      const text = handoverFixtures('session')[fixture]?.toString() ?? '';
      const { mode, generated, branch, goal, nextAction } = parseSessionMarkdown(text).document;
      assert.equal([mode, generated, branch, goal, nextAction].join(' | '), expected);
    });
  }

  it('reads what there is', () => {
    assert.deepEqual(parseSessionMarkdown('hello').document, {
      mode: 'polished',
      generated: null,
      branch: null,
      goal: null,
      nextAction: null,
      sections: [],
    });
  });

  const headings: [line: string, heading: string][] = [
    ['## Title ##', 'Title'],
    ['## C#', 'C#'],
    ['## #', ''],
    ['##   spaced   ', 'spaced'],
  ];
  for (const [line, heading] of headings) {
    it(`reads "${line}" as "${heading}"`, () => {
      assert.equal(parseSessionMarkdown(line).document.sections[0]?.heading, heading);
    });
  }

  it('reports conflict markers', () => {
    const { problems } = parseSessionMarkdown('# x\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n');
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2, 4, 6],
    );
  });

  it('takes no longer for hostile lines than for others', () => {
    for (const line of hostileLines) {
      parseSessionMarkdown(line);
    }
  });
});
