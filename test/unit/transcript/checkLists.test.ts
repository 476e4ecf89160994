import assert from 'node:assert/strict';
import { checksIn, finishedSteps, stepsIn } from '../../../src/core/transcript/checkLists';

describe('lists in an agent’s words', () => {
  /** `x` done, `>` at it, a blank to do. */
  const marks = { done: 'x', current: '>', pending: ' ' } as const;
  const shown = (text: string) =>
    checksIn(text).map(({ text: words, status }) => `${marks[status]} ${words}`);

  const lists: [name: string, text: string, checks: string[]][] = [
    [
      'boxes',
      'Plan:\n- [x] one\n  * [ ] two\n3. [X] three\n- [~] four\n- [y] no',
      ['x one', '  two', 'x three', '> four'],
    ],
    [
      'signs',
      'So far:\n\n✅ **Limiter**\n✅ Limits\n🔄 Middleware\n⬜️ Tests\n\nNext, the middleware.',
      ['x Limiter', 'x Limits', '> Middleware', '  Tests'],
    ],
    ['signs in bullets', '- ✓ Read\n- ⏳ Write\n- ❌ Ship', ['x Read', '> Write', '  Ship']],
    [
      'lists below headings',
      '**Completed:**\n- Page\n- Form, with `useForm`\n  - and its hook\n\n**Remaining:**\n- Billing\n\nI kept Redux.\n- not this',
      ['x Page', 'x Form, with `useForm`', '  Billing'],
    ],
    [
      'lists below other headings',
      '**✅ Done (2):**\n1. A\n2. B\n\n### 🚧 In progress\n- C\n\n### Next steps\n- D',
      ['x A', 'x B', '> C', '  D'],
    ],
    [
      'Korean headings',
      '진행 상황:\n\n**완료**\n- 쿠폰 타입\n- 할인 적용\n\n**남은 작업**\n- 중복 방지',
      ['x 쿠폰 타입', 'x 할인 적용', '  중복 방지'],
    ],
    [
      'Japanese headings',
      '## 完了\n- 生成\n\n## 進行中\n- 検証\n\n## 残りのタスク\n- テスト',
      ['x 生成', '> 検証', '  テスト'],
    ],
    [
      'a table',
      '| # | Task | Status |\n|---|---|---|\n| 1 | Limiter | ✅ Done |\n| 2 | **Limits** | in progress |\n| 3 | Tests | ⬜ |\n\nDone.',
      ['x Limiter', '> Limits', '  Tests'],
    ],
    [
      'a plan',
      "I see. Here's my plan:\n\n1. **Add a limiter** in `src/limit.ts`\n   - with Redis\n2. **Wire** it\n\nLet me start.",
      ['  Add a limiter in `src/limit.ts`', '  Wire it'],
    ],
    ['what is going to be done', "I'll do it in these steps:\n1. A\n2. B", ['  A', '  B']],
    [
      'a Korean plan',
      '작업 계획입니다:\n\n1. 타입 추가\n2. 할인 적용\n\n시작하겠습니다.',
      ['  타입 추가', '  할인 적용'],
    ],
    [
      'a Japanese plan',
      '以下の手順で進めます。\n\n1. 生成\n2. 検証\n\nまず生成から。',
      ['  生成', '  検証'],
    ],
  ];
  for (const [name, text, checks] of lists) {
    it(name, () => {
      assert.deepEqual(shown(text), checks);
    });
  }

  const others: [name: string, text: string][] = [
    ['a single box', 'See - [x] or\n- [ ] only one'],
    ['a single sign', '✅ Limiter done, tests pass.\nNow the limits.'],
    ['code', '```md\n- [x] one\n- [ ] two\n```\nThat is the template.'],
    ['what a test runner prints', '✓ cart > adds (3 ms)\n✓ cart > drops (1 ms)'],
    ['numbers without a plan', 'Three things are odd:\n1. The name\n2. The type\n3. The test'],
    ['how to use it', 'The plan is done. To run it:\n1. npm ci\n2. npm start'],
    ['plan mode', 'You are in plan mode, so:\n1. A\n2. B'],
    ['a comparison', '| Feature | A | B |\n|---|---|---|\n| Fast | ✅ | ❌ |\n| Small | ❌ | ✅ |'],
    ['bullets below other words', 'Summary of changes:\n- A\n- B'],
    ['a sentence that ends with a colon', 'What I think is left behind here is this:\n- A\n- B'],
    ['footnotes', '[1] A paper\n[2] Another'],
    ['one line', 'Done: - [x] a - [ ] b'],
  ];
  for (const [name, text] of others) {
    it(`not ${name}`, () => {
      assert.deepEqual(shown(text), []);
    });
  }

  it('steps of a plan', () => {
    const texts = (plan: string) => stepsIn(plan).map(({ text }) => text);
    assert.deepEqual(texts('# P\n1. Read\n2. **Write**\n- note'), ['Read', 'Write']);
    assert.deepEqual(texts('# P\n- Read\n- Write'), ['Read', 'Write']);
    assert.deepEqual(texts('## Step 1: Read\n## Step 2: Write'), ['Read', 'Write']);
    assert.deepEqual(stepsIn('- [x] a\n- [ ] b\n1. c'), [
      { text: 'a', status: 'done' },
      { text: 'b', status: 'pending' },
    ]);
  });

  it('steps that are said to be done', () => {
    const cases: [text: string, steps: number[]][] = [
      ['Step 1 is done: commands are loaded lazily.', [1]],
      ['Steps 1-3 are now complete, and phase 4 finished.', [1, 2, 3, 4]],
      ['**Step 2: done**', [2]],
      ['1단계 완료했습니다. 2단계를 시작합니다.', [1]],
      ['ステップ2が完了しました。', [2]],
      ['Step 1 is not done. When step 2 is ready, go on.', []],
      ['I have done 3 steps.', []],
    ];
    for (const [text, steps] of cases) {
      assert.deepEqual(finishedSteps(text), steps, text);
    }
  });
});
