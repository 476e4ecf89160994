import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { sessionContextSchema } from '../../../src/core/schemas/sessionContext';
import { toContext } from '../../../src/core/transcript/sessionContextOf';
import { claudeLines, type ClaudeLines } from '../../support/claudeLines';
import { useScratchFolder } from '../../support/scratchFolder';
import { demoFacts, digestOf, readAgain, readWhole } from '../../support/transcripts';

describe('the context of a session', () => {
  const scratch = useScratchFolder();
  const contextOf = (lines: ClaudeLines, facts = {}) => {
    const digest = digestOf(scratch('t.jsonl'), lines);
    const context = toContext(digest, { ...demoFacts, ...facts });
    assert.deepEqual(toContext(digest, { ...demoFacts, ...facts }), context);
    assert.ok(sessionContextSchema.safeParse(context).success);
    return context;
  };
  const file = (name: string) => ({ file_path: `/home/dev/demo-app/${name}` });

  it('is empty, and says whose it is, for a transcript without words', () => {
    assert.deepEqual(contextOf(claudeLines()), {
      meta: {
        version: '2.0',
        saved_at: '2026-11-20T00:00:00Z',
        session_id: null,
        project: '/home/dev/demo-app',
        agent: 'claude',
      },
      goal: {},
      progress: { done: [], current: [], pending: [] },
      decisions: [],
      discoveries: [],
      state: { recent_files: [], blockers: [], errors: [] },
    });
  });

  describe('has the request and the objective', () => {
    const cases: [name: string, prompts: string[], request: string, objective: string][] = [
      ['one', ['Build a parser'], 'Build a parser', 'Build a parser'],
      [
        'a newer goal',
        ['Build a parser', 'Now add a printer'],
        'Build a parser',
        'Now add a printer',
      ],
      [
        'one that only goes on',
        ['Build a parser', 'Add a printer', 'yes', 'continue'],
        'Build a parser',
        'Add a printer',
      ],
      [
        'Korean',
        ['파서를 만들어줘', '프린터도 추가해줘', '네'],
        '파서를 만들어줘',
        '프린터도 추가해줘',
      ],
      [
        'Japanese',
        ['パーサーを作って', 'プリンターも追加して', 'はい'],
        'パーサーを作って',
        'プリンターも追加して',
      ],
      [
        'many that go on',
        ['Build a parser', ...Array.from({ length: 20 }, () => 'go on')],
        'Build a parser',
        'Build a parser',
      ],
    ];
    for (const greeting of [
      'hi',
      'Hello!',
      'continue',
      'go on',
      '안녕',
      '안녕하세요',
      'ㄱㄱ',
      '계속',
      'こんにちは',
      '続けて',
      'それでいきましょう',
    ]) {
      cases.push([`"${greeting}" first`, [greeting, 'Add A', 'Add B'], 'Add A', 'Add B']);
      cases.push([`"${greeting}" only`, [greeting], greeting, greeting]);
    }
    for (const question of [
      'why did the test fail?',
      'What is left to do?',
      '테스트가 왜 실패했어?',
      '残りは何ですか？',
    ]) {
      cases.push([question, ['Add A', 'Add B', question], 'Add A', 'Add B']);
      cases.push([`${question} first`, [question, 'Add B'], question, 'Add B']);
      cases.push([`${question} only`, [question, 'Is it so?'], question, 'Is it so?']);
    }
    for (const question of [
      'what model are you?',
      'Which model am I talking to?',
      'who are you?',
      'Are you there?',
      "what's your name",
      '너는 누구야?',
      '무슨 모델이야?',
      'あなたは誰ですか？',
      'どのモデルですか？',
      'what model are you',
      'hey, which claude is this',
      'how are you',
      '무슨 모델이야',
      'hi claude!',
      'Great, thanks Claude!',
      '안녕 클로드',
      '클로드님 고마워요',
      'ありがとう、クロードさん',
    ]) {
      cases.push([`${question} first`, ['hi', question, 'Add B', 'go on'], 'Add B', 'Add B']);
      cases.push([`${question} before all`, [question, 'Add A', 'Add B'], 'Add A', 'Add B']);
      cases.push([`${question} in between`, ['Add A', question], 'Add A', 'Add A']);
      cases.push([`${question} alone`, [question], question, question]);
    }
    for (const question of ['what is this?', 'which model is slow?', 'Are you using zod?']) {
      cases.push([`${question} first`, [question, 'Add B'], question, 'Add B']);
    }
    for (const request of [
      'Use the model',
      'Run the AI model',
      'Could you run the model?',
      'run codex',
      'Continue with Claude',
    ]) {
      cases.push([`${request} first`, [request, 'Add B'], request, 'Add B']);
    }
    for (const request of [
      'Could you add B?',
      'B도 추가해줄래?',
      'Bを追加してくれますか？',
      'Drop A. Is B ready?',
    ]) {
      cases.push([request, ['Add A', request], 'Add A', request]);
    }
    for (const [name, prompts, request, objective] of cases) {
      it(name, () => {
        const lines = claudeLines();
        prompts.forEach((prompt) => lines.prompt(prompt).says('Done.'));
        const { goal } = contextOf(lines);
        assert.deepEqual([goal?.original_request, goal?.current_objective], [request, objective]);
      });
    }

    it('the task at hand, while there is no newer goal', () => {
      const todos = [{ content: 'Read tokens', status: 'in_progress' }];
      const lines = claudeLines().prompt('Build a parser').uses('1', 'TodoWrite', { todos });
      assert.equal(contextOf(lines).goal?.current_objective, 'Read tokens');
    });
  });

  it('takes progress from tasks, else from the agent’s words, else from the project', () => {
    const openSpecTasks = [
      { text: 'Spec one', done: true },
      { text: 'Spec two', done: false },
    ];
    const progress = (lines: ClaudeLines, facts = {}) => contextOf(lines, facts).progress;
    const lines = claudeLines().prompt('Build');
    assert.deepEqual(progress(lines, { openSpecTasks }), {
      done: ['Spec one'],
      current: [],
      pending: ['Spec two'],
    });
    lines.uses('1', 'ExitPlanMode', { plan: '1. Read\n2. Write' });
    assert.deepEqual(progress(lines)?.pending, ['Read', 'Write']);
    assert.deepEqual(progress(lines, { openSpecTasks })?.pending, ['Spec two']);
    lines.says('So far:\n- [x] Read\n- [ ] Write').says('Now:\n- [x] Write\n- [ ] Check');
    assert.deepEqual(progress(lines, { openSpecTasks }), {
      done: ['Read', 'Write'],
      current: [],
      pending: ['Check'],
    });
    lines.uses('2', 'TodoWrite', {
      todos: [
        { content: 'A', status: 'completed' },
        { content: 'B', status: 'in_progress' },
        { content: 'C', status: 'pending' },
      ],
    });
    assert.deepEqual(progress(lines, { openSpecTasks }), {
      done: ['A'],
      current: ['B'],
      pending: ['C'],
    });
  });

  it('takes progress from a plan in words, and from what is said of it since', () => {
    const planned = () =>
      claudeLines().prompt('Build').says("Here's my plan:\n1. **Add a parser**\n2. Print\n3. Test");
    const begun = () =>
      claudeLines().says(
        '| Task | Status |\n|---|---|\n| Parse | done |\n| Print | in progress |\n| Check | to do |',
      );
    const next = (...steps: string[]) =>
      `So far so good.\n\nNext steps:\n\n- ${steps.join('\n- ')}`;
    const cases: [lines: ClaudeLines, shown: string][] = [
      [planned(), ' [ ] Add a parser [ ] Print [ ] Test'],
      [planned().says('Step 1 is done.'), ' [x] Add a parser [ ] Print [ ] Test'],
      [
        planned().says('✅ Lint\n✅ Types'),
        ' [x] Lint [x] Types [ ] Add a parser [ ] Print [ ] Test',
      ],
      [planned().says('✅ Parser\n✅ Print\n✅ Test'), ' [x] Print [x] Test [x] Parser'],
      [planned().says('✅ Parser\n🔄 Print\n⬜ Test'), ' [x] Parser [>] Print [ ] Test'],
      [planned().says('✅ Parser\n⬜ Printer'), ' [x] Parser [ ] Printer'],
      [planned().says('The new plan:\n1. Parse\n2. Ship'), ' [ ] Parse [ ] Ship'],
      [begun(), ' [x] Parse [>] Print [ ] Check'],
      [begun().says(next('Lint', 'Ship')), ' [x] Parse [>] Print [ ] Check [ ] Lint [ ] Ship'],
      [begun().says(next('Print', 'Ship')), ' [x] Parse [>] Print [ ] Check [ ] Ship'],
      [
        begun().says(next('Lint', 'Ship')).says(next('Ship', 'Tell')),
        ' [x] Parse [>] Print [ ] Check [ ] Ship [ ] Tell',
      ],
      [begun().says('- [ ] Lint\n- [ ] Ship'), ' [ ] Lint [ ] Ship'],
      [begun().says('- [x] Print\n- [x] Check').says(next('Lint', 'Ship')), ' [ ] Lint [ ] Ship'],
      [
        planned().uses('1', 'ExitPlanMode', { plan: '1. Read\n2. Write' }).says('Step 1 is done.'),
        ' [x] Read [ ] Write',
      ],
    ];
    for (const [lines, shown] of cases) {
      const { done, current, pending } = contextOf(lines).progress ?? {};
      const marked = (mark: string, texts: readonly string[] = []) =>
        texts.map((text) => ` [${mark}] ${text}`).join('');
      assert.equal(`${marked('x', done)}${marked('>', current)}${marked(' ', pending)}`, shown);
    }
    assert.equal(contextOf(cases[4]?.[0] ?? planned()).goal?.current_objective, 'Print');
  });

  it('leaves a list that is done for what was planned since', () => {
    const todo = (status: string) => ({ todos: [{ content: 'Old', status }] });
    const plan = { plan: '1. Read\n2. Write' };
    const boxes = '- [x] Read\n- [ ] Write';
    const cases: [lines: ClaudeLines, pending: string[], done: string[]][] = [
      [
        claudeLines().uses('1', 'TodoWrite', todo('completed')).uses('2', 'ExitPlanMode', plan),
        ['Read', 'Write'],
        [],
      ],
      [claudeLines().uses('1', 'TodoWrite', todo('completed')).says(boxes), ['Write'], ['Read']],
      [
        claudeLines().uses('1', 'TodoWrite', todo('pending')).uses('2', 'ExitPlanMode', plan),
        ['Old'],
        [],
      ],
      [
        claudeLines().uses('1', 'ExitPlanMode', plan).uses('2', 'TodoWrite', todo('completed')),
        [],
        ['Old'],
      ],
      [
        claudeLines()
          .uses('1', 'TodoWrite', todo('completed'))
          .call('2', 'ExitPlanMode', plan)
          .fails('2', 'no'),
        [],
        ['Old'],
      ],
    ];
    for (const [lines, pending, done] of cases) {
      const { progress } = contextOf(lines);
      assert.deepEqual([progress?.pending, progress?.done], [pending, done]);
    }
  });

  it('has the decisions of the project, a person’s answers and the plan they accepted', () => {
    const questions = [
      { question: 'Which store?', options: [{ label: 'SQLite' }, { label: 'Files' }] },
    ];
    const lines = claudeLines()
      .uses(
        '1',
        'AskUserQuestion',
        { questions },
        {
          toolUseResult: { answers: { 'Which store?': 'Files' } },
        },
      )
      .uses('2', 'ExitPlanMode', { plan: '# Keep it in files\n\n1. Write' });
    const decisions = [{ what: 'TypeScript', why: 'one language', rejected: ['Go'] }];
    assert.deepEqual(contextOf(lines, { decisions }).decisions, [
      { what: 'TypeScript', why: 'one language', rejected: ['Go'] },
      {
        what: 'Which store? → Files',
        rejected: ['SQLite'],
      },
      { what: 'Plan: Keep it in files', rejected: [] },
    ]);
    const refused = claudeLines().call('1', 'ExitPlanMode', { plan: 'No' }).fails('1', 'no');
    assert.deepEqual(contextOf(refused).decisions, []);
  });

  it('names the file of a discovery, else the last one that was read', () => {
    const lines = claudeLines()
      .says('It turns out that nothing is cached.')
      .uses('1', 'Read', file('src/cache.ts'))
      .says('The root cause is a missing await.')
      .says('The problem is in lib/b.ts: it is empty.')
      .says('The root cause is a missing await.');
    assert.deepEqual(
      contextOf(lines).discoveries?.map(({ file: name, insight, timestamp }) => [
        name,
        insight,
        timestamp,
      ]),
      [
        [null, 'It turns out that nothing is cached.', '2026-11-16T08:00:01.000Z'],
        ['lib/b.ts', 'The problem is in lib/b.ts: it is empty.', '2026-11-16T08:00:05.000Z'],
        ['src/cache.ts', 'The root cause is a missing await.', '2026-11-16T08:00:06.000Z'],
      ],
    );
  });

  it('names the file of a discovery as the project does, where the agent worked below its root', () => {
    const found = (name: string, said: string) => {
      const lines = claudeLines().prompt('Mend it').uses('1', 'Edit', file(name));
      lines.uses('2', 'Read', file('a/b/r.ts'));
      const text = lines.says(`The root cause is that ${said} is empty.`).text();
      const inside = text.replaceAll(
        '"cwd":"/home/dev/demo-app"',
        '"cwd":"/home/dev/demo-app/a/b"',
      );
      return contextOf(claudeLines().raw(inside.trimEnd())).discoveries?.map((each) => each.file);
    };
    assert.deepEqual(found('a/b/src/x.ts', 'src/x.ts'), ['a/b/src/x.ts']);
    assert.deepEqual(found('a/lib/x.ts', '../lib/x.ts'), ['a/lib/x.ts']);
    assert.deepEqual(found('a/b/src/x.ts', 'src/r.ts'), ['src/r.ts']);
    assert.deepEqual(found('src/x.ts', 'src/x.ts'), ['src/x.ts']);
    assert.deepEqual(found('src/x.ts', 'r.ts'), ['a/b/r.ts']);
  });

  it('names no file for a discovery about something else', () => {
    for (const text of [
      'The root cause is in the Makefile.',
      'The root cause is in assets/logo.svg.',
      'It turns out that Node.js is too old.',
      '원인은 logo.svg의 크기입니다.',
      '原因はlogo.svgの大きさです。',
    ]) {
      const lines = claudeLines().uses('1', 'Read', file('src/cache.ts')).says(text);
      assert.deepEqual(
        contextOf(lines).discoveries?.map(({ file: name, insight }) => [name, insight]),
        [[null, text]],
      );
    }
  });

  it('lists files inside the project only', () => {
    const lines = claudeLines()
      .uses('1', 'Edit', file('src/a.ts'))
      .uses('2', 'Edit', { file_path: '/etc/passwd' })
      .uses('3', 'Edit', file('../other/b.ts'))
      .uses('4', 'Edit', { file_path: '/home/dev/demo-app-2/c.ts' })
      .uses('5', 'Edit', { file_path: '/work/trees/feature/src/d.ts' })
      .uses('6', 'Edit', { file_path: 'src/../src/e.ts' })
      .uses('7', 'Edit', { file_path: '/home/dev/demo-app' })
      .uses('8', 'Edit', file('..hidden/f.ts'))
      .uses('9', 'Edit', file('src/a.ts'))
      .uses('10', 'Edit', { file_path: '/work/trees/feature/src/a.ts' });
    assert.deepEqual(
      contextOf(lines, { otherRoots: ['/work/trees/feature'] }).state?.recent_files,
      ['src/a.ts', '..hidden/f.ts', 'src/e.ts', 'src/d.ts'],
    );
  });

  it('lists no files of git and of package managers', () => {
    const names = ['.git/config', 'node_modules/a/index.js', 'lib/node_modules/b.js'];
    const own = ['.gitignore', '.github/ci.yml', 'src/my_node_modules/c.js'];
    const lines = claudeLines();
    [...names, ...own].forEach((name, index) => lines.uses(String(index), 'Edit', file(name)));
    assert.deepEqual(contextOf(lines).state?.recent_files, own.toReversed());
  });

  it('lists the files of a project that has moved, or goes by another name', () => {
    const lines = claudeLines()
      .prompt('Build')
      .uses('1', 'Edit', file('src/a.ts'))
      .uses('2', 'Edit', { file_path: 'src/b.ts' })
      .uses('3', 'Edit', file('../other/c.ts'))
      .uses('4', 'Read', file('src/d.ts'))
      .says('The root cause is a missing await.');
    for (const root of ['/work/demo-app', '/home/dev/renamed', '/mnt/link']) {
      const { state, discoveries } = contextOf(lines, { root });
      assert.deepEqual(state?.recent_files, ['src/b.ts', 'src/a.ts']);
      assert.equal(discoveries?.[0]?.file, 'src/d.ts');
    }
    const inside = claudeLines().raw(
      claudeLines()
        .prompt('Build')
        .uses('1', 'Edit', file('pkg/src/a.ts'))
        .text()
        .trimEnd()
        .replaceAll('"cwd":"/home/dev/demo-app"', '"cwd":"/home/dev/demo-app/pkg"'),
    );
    assert.deepEqual(contextOf(inside, { root: '/work/demo-app' }).state?.recent_files, [
      'pkg/src/a.ts',
    ]);
  });

  it('has no error for a command that only answers no', () => {
    const errors = (command: string, output = '') =>
      contextOf(claudeLines().call('1', 'Bash', { command }).fails('1', `Exit code 1\n${output}`))
        .state?.errors?.length;
    for (const command of [
      'grep -rn "a && b" src',
      "cat log | grep -E 'a|b;c'",
      'cd src && rg todo',
      'test -f a.txt',
      '[ -d dist ]',
      'diff -q a b',
      'git diff --quiet',
      'npm run build; grep x dist/a.js',
    ]) {
      assert.equal(errors(command), 0, command);
      assert.equal(errors(command, 'error: no such file'), 1, command);
    }
    const long = claudeLines().call('1', 'Bash', { command: `cat ${'a '.repeat(200)}| grep b` });
    const before = readWhole(scratch('l.jsonl'), long);
    writeFileSync(scratch('l.jsonl'), long.fails('1', 'Exit code 1').text());
    assert.deepEqual(readAgain(scratch('l.jsonl'), before).digest.errors, []);
    for (const command of ['npm test', 'npm test && grep x a', 'grep x a && npm test', 'grepx']) {
      assert.equal(errors(command), 1, command);
    }
  });

  it('has the errors that are left, the newest first, and the blockers', () => {
    const lines = claudeLines()
      .call('1', 'Bash', { command: 'npm test' })
      .fails('1', 'Exit code 1\n1 failing')
      .call('2', 'Edit', file('src/a.ts'))
      .fails('2', '<tool_use_error>String to replace not found in file.</tool_use_error>')
      .call('3', 'Bash', { command: 'npm run lint' })
      .fails('3', 'Exit code 2\nerror: no rule')
      .uses('4', 'Bash', { command: 'npm test' });
    assert.deepEqual(contextOf(lines, { blockers: ['The build is broken.'] }).state, {
      recent_files: [],
      blockers: ['The build is broken.'],
      errors: [
        'npm run lint (exit code 2): error: no rule',
        'src/a.ts: String to replace not found in file.',
      ],
    });
  });

  it('has no error of a command that passes later, whether or not the agent goes to its folder', () => {
    const root = '/home/dev/demo-app';
    const cases: [failed: string, passed: string, isOver: boolean][] = [
      [`cd ${root} && npm test`, 'npm test', true],
      ['npm test', `cd ${root} && npm test`, true],
      [`cd "${root}/" && npm test`, `cd '${root}'; npm test`, true],
      ['cd lib && npm test', 'cd ./lib\nnpm test', true],
      ['cd lib && npm test', 'cd lib && npm test', true],
      ['cd lib && npm test', 'npm test', false],
      ['npm test', 'cd lib && npm test', false],
      ['cd lib && npm test', 'cd app && npm test', false],
      ['cd "$HOME" && npm test', 'npm test', false],
      ['cd lib || npm test', 'npm test', false],
      [`cd ${root} && npm test`, 'npm run test', false],
    ];
    for (const [failed, passed, isOver] of cases) {
      const lines = claudeLines()
        .prompt('Fix it')
        .call('1', 'Bash', { command: failed })
        .fails('1', 'Exit code 1\nerror: no');
      const before = readWhole(scratch('p.jsonl'), lines);
      writeFileSync(scratch('p.jsonl'), lines.uses('2', 'Bash', { command: passed }).text());
      const left = isOver ? 0 : 1;
      assert.equal(contextOf(lines).state?.errors?.length, left, `${failed} | ${passed}`);
      assert.equal(readAgain(scratch('p.jsonl'), before).digest.errors.length, left);
    }
  });

  it('has an error of a command that passes in another folder only', () => {
    const cases: [failed: [string, string], passed: [string, string], isOver: boolean][] = [
      [['/p/front', 'npm test'], ['/p/back', 'cd /p/back && npm test'], false],
      [['/p/front', 'npm test'], ['/p/back', 'npm test'], false],
      [['/p', 'cd front && npm test'], ['/p/back', 'cd front && npm test'], false],
      [['/p', 'cd front && npm test'], ['/p/front', 'npm test'], true],
      [['/p/front', 'npm test'], ['/p/back', 'cd ../front; npm test'], true],
      [['/p/front', 'npm test'], ['/p', 'cd /p/front/ && npm test'], true],
      [['', 'npm test'], ['', 'npm test'], true],
      [['', 'cd /p && npm test'], ['/p', 'npm test'], true],
      [['', 'cd a && npm test'], ['', 'cd ./a/ && npm test'], true],
      [['', 'cd a && npm test'], ['', 'npm test'], false],
    ];
    const within = (cwd: string, lines: string) =>
      lines.replaceAll('"cwd":"/home/dev/demo-app",', cwd && `"cwd":"${cwd}",`);
    for (const [[from, failed], [to, passed], isOver] of cases) {
      const lines = claudeLines().call('1', 'Bash', { command: failed });
      const start = within(from, lines.fails('1', 'Exit code 1\nerror: no').text());
      const before = readWhole(scratch('p.jsonl'), start);
      assert.equal(before.digest.errors.length, 1);
      const rest = lines.uses('2', 'Bash', { command: passed }).text();
      const end = within(to, rest.split('\n').slice(2).join('\n'));
      const whole = readWhole(scratch('q.jsonl'), start + end);
      assert.equal(whole.digest.errors.length, isOver ? 0 : 1, `${failed} | ${to} ${passed}`);
      writeFileSync(scratch('p.jsonl'), start + end);
      const inParts = readAgain(scratch('p.jsonl'), before);
      assert.deepEqual(inParts.digest, whole.digest);
    }
  });
});
