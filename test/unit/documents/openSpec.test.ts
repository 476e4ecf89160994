import assert from 'node:assert/strict';
import { parseProposalTitle, parseTasks, withTaskDone } from '../../../src/core/documents/openSpec';
import { hostileLines } from '../../support/hostileLines';

describe('proposal.md', () => {
  const titles: [name: string, document: string, title: string | undefined][] = [
    ['the first heading', '# Add login\n\n## Why\nx\n', 'Add login'],
    ['the first of several', '# Add login\n\n# Notes\n', 'Add login'],
    ['a proposal that says so', '# Proposal: Add login\n', 'Add login'],
    ['a change that says so', '# Change: Add login ##\n', 'Add login'],
    ['a change proposal', '# CHANGE PROPOSAL : Add login\n', 'Add login'],
    ['Korean', '# 제안: 사용자 인증\n', '사용자 인증'],
    ['Japanese with a wide colon', '# 変更：ログイン\n', 'ログイン'],
    ['a word that only begins like a label', '# Changelog: one a day\n', 'Changelog: one a day'],
    ['a label alone, then the title', '# Proposal\n\n## Add login\n\n### Why\n', 'Add login'],
    ['a BOM and CRLF', '\uFEFF# Add login\r\n\r\nx\r\n', 'Add login'],
    ['text before it', 'Draft.\n\n## Add login\n', 'Add login'],
    ['a sharp at the end', '# Port to C#\n', 'Port to C#'],
    ['front matter', '---\nid: 7\ntitle: Add login\n---\n# Other\n', 'Add login'],
    ['a quoted title in front matter', '---\ntitle: "Add: login"\n---\n', 'Add: login'],
    ['front matter without title', '---\n# remark\nid: 7\n---\n# Add login\n', 'Add login'],
    ['front matter with a folded title', '---\ntitle: >\n  x\n---\n# Add login\n', 'Add login'],
    ['an empty title in front matter', '---\ntitle: ""\n---\n# Add login\n', 'Add login'],
    ['a rule that is never closed', '---\ntitle: x\n# Add login\n', 'Add login'],
    ['front matter that does not come first', 'x\n---\ntitle: No\n---\n# Add login\n', 'Add login'],
    ['an example in a fence', '```\n# Example\n```\n# Add login\n', 'Add login'],
    ['a remark', '<!--\n# Template\n-->\n# Add login\n', 'Add login'],
    ['the template as it is', '# Proposal\n\n## Why\n\n## What Changes\n\n## Impact\n', undefined],
    ['sections only', '## Why\nx\n## What Changes\ny\n', undefined],
    ['sections in Korean', '## 배경\nx\n### 세부\n## 변경 사항\ny\n', undefined],
    ['a label and nothing more', '# Change:\n', undefined],
    ['no heading', 'Just words. #1\n#hashtag\n', undefined],
    ['nothing', '', undefined],
  ];
  for (const [name, document, title] of titles) {
    it(`has its title from ${name}: ${title ?? 'none'}`, () => {
      assert.equal(parseProposalTitle(document), title);
    });
  }
});

function tasks(document: string): string[] {
  return parseTasks(document).map(({ text, done, line }) => `${line} ${done ? 'x' : '-'} ${text}`);
}

describe('tasks.md', () => {
  const documents: [name: string, document: string, tasks: string[]][] = [
    [
      'every marker',
      '## 1. API\n- [ ] a\n* [x] b\n+ [X] c\n1. [ ] d\n12) [x] e\n',
      ['2 - a', '3 x b', '4 x c', '5 - d', '6 x e'],
    ],
    [
      'sub-tasks',
      '- [ ] 1.1 a\n  - [x] b\n\t- [ ] c\n        1. [x] d\n',
      ['1 - 1.1 a', '2 x b', '3 - c', '4 x d'],
    ],
    [
      'odd spacing',
      '-   [x]   a  \n-[ ]b\n- [\t] c\n- [\u00A0] d\n',
      ['1 x a', '2 - b', '3 - c', '4 - d'],
    ],
    ['CRLF and a BOM', '\uFEFF- [x] a\r\n\r\n- [ ] b\r\n', ['1 x a', '3 - b']],
    ['old line ends', '- [x] a\r- [ ] b', ['1 x a', '2 - b']],
    ['a box without words', '- [ ]\n', ['1 - ']],
    ['odd separators within the words', '- [x] a\u2028b\n', ['1 x a\u2028b']],
    ['a fence', '```md\n- [ ] a\n```\n- [ ] b\n', ['4 - b']],
    ['a fence that is never closed', '```\n- [ ] a\n', ['2 - a']],
    ['a remark over lines', '<!--\n- [ ] a\n\n- [x] b\n-->\n- [ ] c\n', ['6 - c']],
    [
      'an indented remark',
      '- [ ] a\n  <!-- later:\n  - [ ] b\n  -->\n- [ ] c\n',
      ['1 - a', '5 - c'],
    ],
    ['a remark in one line', '<!-- - [ ] a -->\n- [ ] b <!-- c -->\n', ['2 - b <!-- c -->']],
    ['a remark that is never closed', '- [ ] a\n<!-- x\n- [ ] b\n', ['1 - a', '3 - b']],
    [
      'the mark of a remark among words',
      '- [ ] escape <!-- first\n- [ ] b\n-->\n',
      ['1 - escape <!-- first', '2 - b'],
    ],
    ['the mark of a remark in a fence', '```\n<!--\n```\n- [ ] a\n-->\n', ['4 - a']],
    ['a fence that opens in a remark', '<!--\n```\n-->\n- [ ] a\n```\n- [ ] b\n```\n', ['4 - a']],
    ['links', '- [x](https://example.com)\n- [x][1]\n- [x]: y\n', []],
    ['what only looks similar', '[ ] a\n- [] b\n- [y] c\n- [xx] d\n> - [ ] e\n1 [ ] f\n', []],
    ['nothing', '', []],
  ];
  for (const [name, document, expected] of documents) {
    it(`is read with ${name}`, () => {
      assert.deepEqual(tasks(document), expected);
    });
  }

  it('takes no longer for hostile lines than for others', () => {
    const long = 300_000;
    const more = [
      `${' '.repeat(long)}x`,
      `-${' '.repeat(long)}x`,
      `- [ ]${' '.repeat(long)}x`,
      '- '.repeat(long),
      `${'1'.repeat(long)}. [ ] x`,
      `# Change${' '.repeat(long)}x`,
      `---\ntitle${' '.repeat(long)}x\n---`,
      '<!--\n'.repeat(long),
      `${'<!-- x\n'.repeat(long)}-->`,
    ];
    for (const line of [...hostileLines, ...more]) {
      parseTasks(line);
      parseProposalTitle(line);
    }
  });
});

describe('ticking a task', () => {
  const odd =
    '\uFEFF# T\r\n\n-  [ ]  a [ ] \t\r- [X] b\r\n\u0000\n  3) [\u00A0] 한글 🙂\n\n- [x] end';
  const ticks: [
    name: string,
    line: number,
    text: string,
    done: boolean,
    from: string,
    to: string,
  ][] = [
    ['ticks', 3, 'a [ ]', true, '-  [ ]  a', '-  [x]  a'],
    ['unticks a capital', 4, 'b', false, '- [X] b', '- [ ] b'],
    ['ticks below odd characters', 6, '한글 🙂', true, '[\u00A0]', '[x]'],
    ['unticks in the last line', 8, 'end', false, '- [x] end', '- [ ] end'],
    ['leaves what is ticked already', 4, 'b', true, '', ''],
  ];
  for (const [name, line, text, done, from, to] of ticks) {
    it(`${name}, and changes nothing else`, () => {
      assert.equal(withTaskDone(odd, line, text, done), odd.replace(from, to));
    });
  }

  it('ticks the first line after a BOM', () => {
    assert.equal(withTaskDone('\uFEFF- [ ] a', 1, 'a', true), '\uFEFF- [x] a');
  });

  const gone: [name: string, line: number, text: string][] = [
    ['another text', 3, 'a'],
    ['another line', 4, 'a [ ]'],
    ['no task', 1, '# T'],
    ['no line', 99, 'a [ ]'],
    ['line zero', 0, 'a [ ]'],
  ];
  for (const [name, line, text] of gone) {
    it(`does nothing when there is ${name} in its place`, () => {
      assert.equal(withTaskDone(odd, line, text, true), undefined);
    });
  }

  it('does nothing to an example', () => {
    assert.equal(withTaskDone('```\n- [ ] a\n```\n', 2, 'a', true), undefined);
  });
});
