import assert from 'node:assert/strict';
import { findingsIn, tellingLines } from '../../../src/core/transcript/findings';
import { isSubstantial } from '../../../src/core/transcript/prompts';

describe('what an agent’s words say', () => {
  describe('findings', () => {
    const cases: [text: string, sentence: string | undefined, file?: string][] = [
      [
        'The root cause is in `src/add.js`: it subtracts.',
        'The root cause is in `src/add.js`: it subtracts.',
        'src/add.js',
      ],
      [
        'Done. It turns out that the cache is never cleared. Next.',
        'It turns out that the cache is never cleared.',
      ],
      [
        'I found that lib/a.test.ts:12 skips the case.',
        'I found that lib/a.test.ts:12 skips the case.',
        'lib/a.test.ts',
      ],
      ['The problem is a missing await.', 'The problem is a missing await.'],
      [
        'It fails because config.yaml has a tab.',
        'It fails because config.yaml has a tab.',
        'config.yaml',
      ],
      ['I did it because you asked.', undefined],
      ['It fails because of Node.js itself.', undefined],
      ['Let me find the root cause in src/a.ts.', undefined],
      ["I'll check whether the problem is in src/a.ts.", undefined],
      ['Is the root cause in src/a.ts?', undefined],
      ['The tests pass now in src/a.ts.', undefined],
      ['```\n// the problem is here\n```', undefined],
      [
        '- **Cause**: the bug was in pkg/main.go, line 3.',
        '**Cause**: the bug was in pkg/main.go, line 3.',
        'pkg/main.go',
      ],
      [
        '원인은 src/로그인.ts 파일의 토큰 만료 처리입니다.',
        '원인은 src/로그인.ts 파일의 토큰 만료 처리입니다.',
        'src/로그인.ts',
      ],
      [
        '테스트를 돌렸습니다. 문제는 캐시가 비워지지 않는 것입니다.',
        '문제는 캐시가 비워지지 않는 것입니다.',
      ],
      ['config.json 때문에 빌드가 깨집니다.', 'config.json 때문에 빌드가 깨집니다.', 'config.json'],
      ['원인을 찾아보겠습니다.', undefined],
      [
        '原因は src/login.ts のトークン処理でした。次に進みます。',
        '原因は src/login.ts のトークン処理でした。',
        'src/login.ts',
      ],
      ['キャッシュが消えないことが判明しました。', 'キャッシュが消えないことが判明しました。'],
      ['原因を調べます。', undefined],
      ['원인은 auth.ts의 만료 처리입니다.', '원인은 auth.ts의 만료 처리입니다.', 'auth.ts'],
      ['원인은 src/로그인.ts에서 옵니다.', '원인은 src/로그인.ts에서 옵니다.', 'src/로그인.ts'],
      ['原因はauth.tsの処理でした。', '原因はauth.tsの処理でした。', 'auth.ts'],
      ['原因はsrc/認証.tsの処理でした。', '原因はsrc/認証.tsの処理でした。', 'src/認証.ts'],
      ['問題は認証.tsにあります。', '問題は認証.tsにあります。', '認証.ts'],
      [
        'The cause is Node.js: it ignores src/a.mts.',
        'The cause is Node.js: it ignores src/a.mts.',
        'src/a.mts',
      ],
      ['The problem is a.tsfoo or b.ts_old.', 'The problem is a.tsfoo or b.ts_old.'],
      ['main.py が古いためです。', 'main.py が古いためです。', 'main.py'],
    ];
    for (const [text, sentence, file] of cases) {
      it(text, () => {
        const [finding, ...others] = findingsIn(text);
        assert.equal(finding && text.slice(finding.start, finding.end), sentence);
        assert.equal(finding?.file, file);
        assert.deepEqual(others, []);
      });
    }
    for (const text of [
      'No issue was found.',
      'I have not found the cause yet.',
      "I haven't found the root cause.",
      'The root cause is still unknown.',
      'The issue is now resolved.',
      'The bug was fixed in src/a.ts.',
      'Found the file.',
      'I found a test for it.',
      'The reason is that you asked.',
      'Because of the singleton in src/a.ts.',
      "I'm still looking for the root cause in src/a.ts.",
      '문제를 발견하지 못했습니다.',
      '문제는 없습니다만 확인했습니다.',
      '원인을 찾고 있습니다.',
      '원인을 아직 파악 중입니다.',
      '원인은 아직 모르겠네요, 더 봅니다.',
      '문제는 이제 해결되었습니다.',
      '問題は見つかりませんでした。',
      '原因はまだ分かりません、続けます。',
      '原因を調査しています、お待ちを。',
      '問題は解決しました、次に進みます。',
    ]) {
      it(`none: ${text}`, () => {
        assert.deepEqual(findingsIn(text), []);
      });
    }
    for (const text of [
      'The problem is that no file was found.',
      'It turns out that the module was not found.',
      'I found a bug in the parser.',
      'Found the cause: a missing await.',
      'Because src/a.ts caches the key, changes are not seen.',
      'The problem is that it keeps trying to connect.',
      '문제는 캐시가 없다는 것입니다.',
      '버그를 발견했습니다: 토큰이 만료됩니다.',
      '問題は設定がありませんでした。',
      '原因が分かりました、設定です。',
    ]) {
      it(`one: ${text}`, () => {
        assert.deepEqual(
          findingsIn(text).map(({ start, end }) => text.slice(start, end)),
          [text],
        );
      });
    }

    const found: [title: string, text: string, sentences: string[]][] = [
      [
        'what is announced, together with what announces it',
        'Found the issue! The `parse` function in src/p.ts drops the last line. Let me fix it.',
        ['Found the issue! The `parse` function in src/p.ts drops the last line.'],
      ],
      [
        'what is announced in another line',
        '원인을 찾았습니다!\n\nsrc/pool.ts 가 클라이언트를 반환하지 않습니다. 고치겠습니다.',
        ['src/pool.ts 가 클라이언트를 반환하지 않습니다.'],
      ],
      ['no announcement by itself', 'I see the problem now.\n\nLet me fix it.', []],
      ['not what announces nothing', 'わかりました。\n\nsrc/a.ts から始めます。', []],
      [
        'the list below a heading',
        [
          '## Findings',
          '',
          '- `src/boot.ts:42` parses config twice',
          '  and takes 200 ms for it',
          '- **Plugins** are all loaded eagerly',
          '- [ ] Look at src/app.ts as well',
          '- Fixed the loader in src/load.ts',
          '',
          'The tests in test/boot.test.ts pass.',
          '- `src/other.ts` is as it was',
        ].join('\n'),
        ['`src/boot.ts:42` parses config twice', '**Plugins** are all loaded eagerly'],
      ],
      [
        'the list below a sentence that ends with a colon',
        'I found two problems in src/a.ts:\n1. The lock is taken twice\n2. The timer is shared\n\nDone.',
        ['I found two problems in src/a.ts:', 'The lock is taken twice', 'The timer is shared'],
      ],
      [
        'the rows of a table below a heading, not the names of its columns',
        'Key findings:\n\n| File | Problem |\n| :-- | --- |\n| `src/a.ts` | closes twice |\n| src/b.ts | leaks a handle |\n\nDone.',
        ['`src/a.ts` | closes twice', 'src/b.ts | leaks a handle'],
      ],
      [
        'no names of columns in another table',
        'Summary:\n\n| src/a.ts | The problem is |\n|---|---|\n| x | y |',
        [],
      ],
      ['no list below another heading', '## Changes\n\n- `src/a.ts` reads the value once', []],
      [
        'a sentence with the mark that it begins with',
        'Looked at it. `src/a.ts` never closes the file.',
        ['`src/a.ts` never closes the file.'],
      ],
      [
        'with a curly apostrophe',
        'I’ve confirmed that `a` is stale. I’ll check whether the problem is in src/b.ts.',
        ['I’ve confirmed that `a` is stale.'],
      ],
    ];
    for (const [title, text, sentences] of found) {
      it(title, () => {
        assert.deepEqual(
          findingsIn(text).map(({ start, end }) => text.slice(start, end)),
          sentences,
        );
      });
    }

    it('of a long text at once', () => {
      const text = `Note: ${'a b, '.repeat(20_000)}\n${'まだ何も'.repeat(20_000)}分かりました\n${'- '.repeat(50_000)}\n${'i '.repeat(50_000)}found it`;
      const start = performance.now();
      findingsIn(text);
      assert.ok(performance.now() - start < 1000);
    });
  });

  it('the lines of a failure that tell', () => {
    assert.equal(
      tellingLines('Exit code 2\nstarting\n a.ts(1,2): error TS1: no\n next\nmore'),
      'a.ts(1,2): error TS1: no\nnext',
    );
    assert.equal(tellingLines('one\ntwo\n\nthree\n'), 'two\nthree');
    assert.equal(tellingLines('Exit code 1'), '');
    for (const line of [
      '0 errors in lint',
      'no error found',
      'ran 3, 0 failed',
      'Failed: 0',
      'errors=0',
      '오류 없음',
      'エラーはありません',
    ]) {
      assert.equal(
        tellingLines(`${line}\nnext\nerror: disk full\nat once`),
        'error: disk full\nat once',
      );
    }
    assert.equal(tellingLines('10 errors\nnext\nlast'), '10 errors\nnext');
  });

  it('the lines of a failure that tell, not those around them', () => {
    const pytest = [
      '.F',
      `${'='.repeat(35)} FAILURES ${'='.repeat(35)}`,
      `${'_'.repeat(35)} test_add ${'_'.repeat(35)}`,
      '    def test_add():',
      '>       assert add(1, 2) == 4',
      'E       assert 3 == 4',
      'test_a.py:4: AssertionError',
      `${'='.repeat(27)} short test summary info ${'='.repeat(28)}`,
      'FAILED test_a.py::test_add - assert 3 == 4',
      `${'='.repeat(20)} 1 failed, 1 passed in 0.02s ${'='.repeat(20)}`,
    ];
    assert.equal(
      tellingLines(pytest.join('\n')),
      'E       assert 3 == 4\ntest_a.py:4: AssertionError',
    );
    const python = [
      'Traceback (most recent call last):',
      '  File "/srv/error/run.py", line 1, in <module>',
      '    import nope',
      "ModuleNotFoundError: No module named 'nope'",
    ];
    assert.equal(tellingLines(python.join('\n')), "ModuleNotFoundError: No module named 'nope'");
    const node = [
      'node:internal/modules/cjs/loader:1215',
      '  throw err;',
      "Error: Cannot find module 'x'",
      '    at Module._resolveFilename (node:internal/modules/cjs/loader:1212:15)',
      '    at require (node:internal/modules/helpers:177:18)',
      "  code: 'MODULE_NOT_FOUND',",
    ];
    assert.equal(
      tellingLines(node.join('\n')),
      "Error: Cannot find module 'x'\ncode: 'MODULE_NOT_FOUND',",
    );
    assert.equal(
      tellingLines(
        '\u001B[31m\u001B[1mAssertionError\u001B[22m: expected 1 to be 2\u001B[39m\n\u001B[2m at a.ts:1\u001B[22m',
      ),
      'AssertionError: expected 1 to be 2\nat a.ts:1',
    );
    assert.equal(
      tellingLines('Traceback (most recent call last):'),
      'Traceback (most recent call last):',
    );
  });

  it('words that are a goal', () => {
    const brief = [
      'yes',
      'Continue.',
      'go on',
      'ok, do it!',
      'Yes please',
      '네',
      '네, 계속해주세요',
      '진행해줘',
      'はい',
      '続けてください。',
      'お願いします',
      '1',
      'b',
      '👍',
      'LGTM, go ahead',
      'はい続けてください',
      '계속진행해줘',
    ];
    const goals = [
      'Fix the login',
      'yes, but use SQLite',
      '네, 로그인을 고쳐줘',
      'はい、ログインを直して',
      'test',
      '次のテストを直して',
      'それをSQLiteにしましょう',
      'ㅇ'.repeat(190) + 'x',
      'x'.repeat(201),
    ];
    assert.deepEqual(brief.filter(isSubstantial), []);
    assert.deepEqual(
      goals.filter((goal) => !isSubstantial(goal)),
      [],
    );
  });
});
