import assert from 'node:assert/strict';
import { parseQuery } from '../../../src/core/search/searchQuery';
import { eachTerm, longestTerm } from '../../../src/core/search/terms';

describe('terms of a text', () => {
  const rows: [text: string, terms: string[]][] = [
    ['One word', ['one', 'word']],
    ['useSessionStore', ['usesessionstore', 'sessionstore', 'store']],
    ['HTTPServer', ['httpserver', 'server']],
    ['ERR_MODULE_NOT', ['err_module_not', 'module_not', 'not']],
    ['src/core/save.ts.', ['src/core/save.ts', 'core/save.ts', 'save.ts', 'ts']],
    ['(D12): a-b', ['d12', 'a-b', 'b']],
    ['__proto__', ['proto__']],
    ['_', []],
    ['이번세션을', ['이번세', '번세션', '세션을', '션을', '을']],
    ['VSCodeの設定', ['vscode', 'code', 'の設定', '設定', '定']],
    ['ＡＢＣ ﾃｽﾄ', ['abc', 'テスト', 'スト', 'ト']],
    ['Ünïcode Straße', ['ünïcode', 'straße']],
    ['İstanbul useStore', ['istanbul', 'usestore', 'store']],
    [
      'a/b/c/d/e/f/g/h/i/j/kL/mN.ts (x)',
      [
        ...Array.from('abcdefghij', (_, index) => 'a/b/c/d/e/f/g/h/i/j/kl/mn.ts'.slice(index * 2)),
        ...['kl/mn.ts', 'l/mn.ts', 'mn.ts', 'n.ts', 'ts', 'x'],
      ],
    ],
    ['👍 \u0000 \uD800 …', []],
  ];
  for (const [text, terms] of rows) {
    it(`${JSON.stringify(text)} has ${terms.join(', ') || 'none'}`, () => {
      const found: string[] = [];
      eachTerm(text, (term) => found.push(term));
      assert.deepEqual(found, terms);
    });
  }

  it('cuts what is too long to be a name, and takes no parts of it', () => {
    const found: string[] = [];
    eachTerm('aB'.repeat(5_000), (term) => found.push(term));
    assert.deepEqual(found, ['ab'.repeat(longestTerm / 2)]);
  });

  it('takes as long as the text is, whatever it is', () => {
    for (const text of ['a.', 'a/b_C', '引', 'A', '_', '-.-']) {
      let count = 0;
      eachTerm(text.repeat(200_000), () => count++);
      assert.ok(count < 1_200_000, text);
    }
  });
});

describe('a question', () => {
  const rows: [typed: string, terms: string[], phrases: string[]][] = [
    ['one Two one', ['one', 'two'], []],
    ['"one  two" three', ['one', 'two', 'three'], ['one two']],
    ['"not closed', ['not', 'closed'], ['not closed']],
    ['save.ts', ['save.ts'], []],
    ['_private foo(bar)', ['private', 'foo', 'bar'], []],
    ['“one two” ＂three＂', ['one', 'two', 'three'], ['one two', 'three']],
    [`x/${'y'.repeat(60)}`, [`x/${'y'.repeat(46)}`], [`x/${'y'.repeat(60)}`]],
    ['세션', ['세션'], []],
    ['引き継ぎ', ['引き継', 'き継ぎ'], []],
    ['継', ['継'], []],
    ['.* [a-z]+ \\d $(touch x)', ['a-z', 'd', 'touch', 'x'], []],
    ['"" * --', [], []],
  ];
  for (const [typed, terms, phrases] of rows) {
    it(`${JSON.stringify(typed)} asks for ${terms.join(', ') || 'nothing'}`, () => {
      const query = parseQuery(typed);
      assert.deepEqual({ terms: query.terms, phrases: query.phrases }, { terms, phrases });
    });
  }

  it('is cut where no person would go on', () => {
    const { terms } = parseQuery(Array.from({ length: 500 }, (_, index) => `w${index}`).join(' '));
    assert.equal(terms.length, 32);
  });
});
