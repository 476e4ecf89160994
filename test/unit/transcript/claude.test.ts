import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { claudeReader } from '../../../src/core/transcript/claude';
import type { TranscriptEvent } from '../../../src/core/transcript/transcriptEvent';
import { claudeLines } from '../../support/claudeLines';
import { useScratchFolder } from '../../support/scratchFolder';
import { digestOf, plain, readWhole } from '../../support/transcripts';

const fixtures = 'test/fixtures/transcripts';

describe('the reader of Claude Code transcripts', () => {
  const scratch = useScratchFolder();
  const digest = (lines: ReturnType<typeof claudeLines>) => digestOf(scratch('t.jsonl'), lines);
  const prompts = (lines: ReturnType<typeof claudeLines>) =>
    digest(lines).prompts.map(({ text }) => text);

  describe('takes only a person’s own words for prompts', () => {
    const text = (value: string) => ({ type: 'text', text: value });
    const cases: [name: string, content: unknown, expected: string[], fields?: object][] = [
      ['a string', 'Fix the login', ['Fix the login']],
      ['text blocks', [text('Fix'), text('the login')], ['Fix\nthe login']],
      ['words beside a picture', [{ type: 'image', source: {} }, text('See this')], ['See this']],
      ['meta', 'Caveat', [], { isMeta: true }],
      ['a summary', 'This is a summary', [], { isCompactSummary: true }],
      ['an old summary', 'This session is being continued from a previous conversation that', []],
      ['a local command', '<local-command-stdout>Compacted</local-command-stdout>', []],
      ['a command', '<command-name>/clear</command-name>\n<command-args></command-args>', []],
      [
        'a command of a person’s own, with the words behind it',
        '<command-message>fix is running</command-message>\n<command-name>/fix</command-name>\n<command-args>the login</command-args>',
        ['/fix the login'],
      ],
      [
        'one without words',
        '<command-message>sdd-impl</command-message>\n<command-name>/sdd-impl</command-name>',
        ['/sdd-impl'],
      ],
      [
        'not those for the program',
        '<command-name>/compact</command-name>\n<command-args>keep the failing command</command-args>',
        [],
      ],
      ['a notification', '<task-notification>done</task-notification>', []],
      ['a reminder', '<system-reminder>today</system-reminder>', []],
      ['words after a reminder', '<system-reminder>x</system-reminder>\nGo left', ['Go left']],
      [
        'an open file',
        [text('<ide_opened_file>a.ts</ide_opened_file>'), text('Fix it')],
        ['Fix it'],
      ],
      ['an interruption', '[Request interrupted by user]', []],
      ['an interruption of a tool', [text('[Request interrupted by user for tool use]')], []],
      ['a command of the shell', '<bash-input>ls</bash-input>', []],
      ['what is not from a human', 'Agent done', [], { origin: { kind: 'task-notification' } }],
      ['a subagent’s', 'Review it', [], { isSidechain: true }],
      ['nothing', '   ', []],
      ['less and greater', 'if a < b then <b>', ['if a < b then <b>']],
      ['no text at all', 7, []],
      ['wrong blocks', [null, 3, 'x', { type: 'text', text: 4 }], []],
    ];
    for (const [name, content, expected, fields = {}] of cases) {
      it(name, () => {
        assert.deepEqual(prompts(claudeLines().prompt(content, { ...fields })), expected);
      });
    }

    it('typed while the agent was busy', () => {
      const queued = { type: 'queued_command', prompt: 'And the logout', humanTurn: true };
      const notice = { ...queued, prompt: '<task-notification>x</task-notification>' };
      const other = { ...queued, prompt: 'Agent done', humanTurn: false };
      const lines = claudeLines().attachment(queued).attachment(notice).attachment(other);
      assert.deepEqual(prompts(lines), ['And the logout']);
    });

    it('never an echo of them', () => {
      const message = { role: 'user', content: 'Fix the login' };
      const lines = claudeLines()
        .raw(JSON.stringify({ type: 'api-request-blob', hash: 'x', message }))
        .raw(JSON.stringify({ hash: 'x', message, type: 'api-request-blob' }))
        .raw(JSON.stringify({ type: 'queue-operation', content: 'Fix the login' }))
        .raw(JSON.stringify({ type: 'last-prompt', lastPrompt: 'Fix the login' }))
        .attachment({ type: 'prompt_snapshot', systemPrompt: ['Fix the login'] });
      assert.deepEqual(prompts(lines), []);
    });
  });

  it('folds a list of tasks that is written as a whole', () => {
    const todo = (content: string, status: string) => ({ content, status, activeForm: content });
    const lines = claudeLines()
      .uses('1', 'TodoWrite', { todos: [todo('A', 'in_progress'), todo('B', 'pending')] })
      .uses('2', 'TodoWrite', { todos: [todo('A', 'completed'), todo('B', 'in_progress'), 4] });
    assert.deepEqual(
      digest(lines).tasks.map(({ text, status }) => [text, status]),
      [
        ['A', 'done'],
        ['B', 'current'],
      ],
    );
  });

  it('folds tasks that come one by one, with results out of order', () => {
    const created = (id: string, subject: string) => ({ toolUseResult: { task: { id, subject } } });
    const lines = claudeLines()
      .call('a', 'TaskCreate', { subject: 'A', description: 'first' })
      .call('b', 'TaskCreate', { subject: 'B' })
      .call('c', 'TaskCreate', { subject: 'C' })
      .result('c', 'Task #3 created successfully: C')
      .result('b', 'x', created('2', 'B'))
      .result('a', 'x', created('1', 'A'))
      .uses('d', 'TaskUpdate', { taskId: '1', status: 'completed' })
      .uses('e', 'TaskUpdate', { taskId: 2, status: 'in_progress', subject: 'B, better' })
      .uses('f', 'TaskUpdate', { taskId: '3', status: 'deleted' })
      .uses('g', 'TaskUpdate', { taskId: '9', status: 'completed' });
    assert.deepEqual(
      digest(lines).tasks.map(({ id, text, status }) => [id, text, status]),
      [
        ['2', 'B, better', 'current'],
        ['1', 'A', 'done'],
      ],
    );
  });

  it('keeps what failed, until the same passes', () => {
    const lines = claudeLines()
      .call('1', 'Bash', { command: 'npm test' })
      .fails('1', 'Exit code 1\nsrc/a.ts: error TS2304')
      .call('2', 'Bash', { command: 'npm run lint' })
      .fails('2', 'no rule found')
      .call('3', 'Bash', { command: 'npm test' })
      .fails('3', 'Exit code 1\nsrc/a.ts: error TS2304');
    const [lint, test] = digest(lines).errors;
    assert.deepEqual([lint?.what, lint?.exitCode], ['npm run lint', undefined]);
    assert.deepEqual([test?.what, test?.exitCode], ['npm test', 1]);
    assert.equal(test?.text, 'src/a.ts: error TS2304');
    const left = (id: string, fields = {}) =>
      digest(lines.call(id, 'Bash', { command: 'npm test' }).result(id, 'x'.repeat(9000), fields))
        .errors.length;
    assert.equal(left('4', { toolUseResult: { backgroundTaskId: 'b1' } }), 2);
    assert.equal(left('5', { toolUseResult: { stdout: 'x', interrupted: true } }), 2);
    assert.equal(left('6', { toolUseResult: { stdout: 'x', interrupted: false } }), 1);
  });

  it('sees a failure in whatever order it is written', () => {
    const failed = (content: unknown) => [
      { tool_use_id: '1', type: 'tool_result', content, is_error: true },
      { tool_use_id: '1', is_error: true, type: 'tool_result', content },
      { is_error: true, content, type: 'tool_result', tool_use_id: '1' },
    ];
    const long = `error\n${'x"]},'.repeat(2000)}`;
    for (const content of ['error', long, [{ type: 'text', text: long }]]) {
      for (const block of failed(content)) {
        const fields = { message: { role: 'user', content: [block] }, toolUseResult: long };
        const lines = claudeLines().call('1', 'Bash', { command: 'x' });
        assert.equal(digest(lines.line({ type: 'user', ...fields })).errors.length, 1);
        const reversed = claudeLines().call('1', 'Bash', { command: 'x' });
        assert.equal(digest(reversed.line({ ...fields, type: 'user' })).errors.length, 1);
      }
    }
  });

  it('takes no echo for work, in whatever order it is written', () => {
    const call = { type: 'tool_use', id: '1', name: 'Edit', input: { file_path: '/a/b.ts' } };
    const text = { type: 'text', text: 'The root cause is in a.ts.' };
    const lines = claudeLines();
    for (const block of [call, text]) {
      const message = { role: 'assistant', content: [block] };
      lines
        .raw(JSON.stringify({ type: 'api-request-blob', hash: 'x', message }))
        .raw(JSON.stringify({ hash: 'x', message, type: 'api-request-blob' }))
        .raw(JSON.stringify({ isSidechain: false, message, type: 'api-request-blob' }));
    }
    const { files, open, discoveries } = digest(lines);
    assert.deepEqual([files, open, discoveries], [[], [], []]);
  });

  it('does not take a person’s no for an error', () => {
    const lines = claudeLines()
      .uses('0', 'Edit', { file_path: '/a/old.ts' })
      .call('1', 'Edit', { file_path: '/a/b.ts' })
      .fails('1', "The user doesn't want to proceed with this tool use.");
    const { errors, files } = digest(lines);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['/a/old.ts'],
    );
  });

  it('lists edited files, the most recent first, and a subagent’s too', () => {
    const content = 'x'.repeat(9000);
    const lines = claudeLines()
      .uses('1', 'Write', { file_path: '/a/long.ts', content })
      .uses('2', 'Edit', { file_path: '/a/1.ts', old_string: 'a' })
      .uses('3', 'MultiEdit', { file_path: '/a/2.ts', edits: [{ old_string: 'a' }] })
      .uses('4', 'NotebookEdit', { notebook_path: '/a/3.ipynb' })
      .call('5', 'Write', { file_path: '/a/side.ts', content }, { isSidechain: true })
      .says('The root cause is in a.ts.', { isSidechain: true })
      .uses('6', 'Edit', { file_path: '/a/1.ts' })
      .call('7', 'Edit', { file_path: '/a/2.ts' })
      .fails('7', '<tool_use_error>String to replace not found in file.</tool_use_error>');
    const { files, errors, discoveries } = digest(lines);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['/a/1.ts', '/a/side.ts', '/a/3.ipynb', '/a/2.ts', '/a/long.ts'],
    );
    assert.deepEqual(
      errors.map(({ what, text }) => [what, text]),
      [['/a/2.ts', 'String to replace not found in file.']],
    );
    assert.deepEqual(discoveries, []);
  });

  it('keeps plans, and whether they were accepted', () => {
    const file = '/home/dev/.claude/plans/brave-fox.md';
    const written = claudeLines().uses('1', 'Write', { file_path: file, content: '# Plan A' });
    assert.deepEqual(
      [digest(written).plan?.text, digest(written).plan?.accepted, digest(written).files],
      ['# Plan A', undefined, []],
    );
    const accepted = written.uses('2', 'ExitPlanMode', {});
    assert.deepEqual(
      [digest(accepted).plan?.text, digest(accepted).plan?.accepted],
      ['# Plan A', true],
    );
    const other = accepted.call('3', 'ExitPlanMode', { plan: '# Plan B' }).fails('3', 'no');
    assert.deepEqual(
      [digest(other).plan?.text, digest(other).plan?.accepted, digest(other).errors],
      ['# Plan B', false, []],
    );
    const told = other.uses('4', 'ExitPlanMode', {}, { toolUseResult: { plan: '# Plan C' } });
    assert.deepEqual([digest(told).plan?.text, digest(told).plan?.accepted], ['# Plan C', true]);
  });

  it('keeps answers and what they leave out', () => {
    const options = [{ label: 'SQLite' }, { label: 'Postgres' }, { label: 'Files' }];
    const questions = [{ question: 'Which store?', options, multiSelect: false }];
    const lines = claudeLines().uses(
      '1',
      'AskUserQuestion',
      { questions },
      {
        toolUseResult: { questions, answers: { 'Which store?': 'SQLite, Files' } },
      },
    );
    const [answer] = digest(lines).answers;
    assert.equal(answer?.answer, 'SQLite, Files');
    assert.deepEqual(
      answer.rejected.map(({ text }) => text),
      ['Postgres'],
    );
  });

  it('sees compactions and what hooks delivered', () => {
    const hook = (type: string, name: string, content: unknown) => ({
      type,
      hookName: name,
      hookEvent: name.split(':')[0],
      content,
    });
    const lines = claudeLines()
      .attachment(hook('hook_success', 'SessionStart:startup', 'Baton context 1a: where we were'))
      .attachment(
        hook('hook_additional_context', 'UserPromptSubmit', ['One', 'Baton context 2b: on']),
      )
      .attachment(hook('hook_success', 'PostToolUse:Bash', 'Baton context 3c: not told'))
      .attachment(hook('hook_non_blocking_error', 'SessionStart:startup', 'Baton context 4d: no'))
      .attachment(hook('hook_success', 'SessionStart:resume', ''))
      .line({
        type: 'system',
        subtype: 'compact_boundary',
        parentUuid: null,
        compactMetadata: { trigger: 'auto' },
      });
    for (let count = 0; count < 20; count++) {
      lines.attachment(
        hook('hook_success', 'UserPromptSubmit', 'Said of a Baton context by others'),
      );
    }
    const { received, compactions } = digest(lines);
    assert.deepEqual(
      received.map(({ start }) => start),
      ['Baton context 1a: where we were', 'Baton context 2b: on'],
    );
    assert.equal(compactions.count, 1);
  });

  it('keeps what went wrong with a hook of its own, without secrets', () => {
    const secret = 'gh' + 'p_' + 'a1B2c3D4e5'.repeat(4).slice(0, 36);
    const hook = (type: string, more: object, hookName = 'SessionStart:compact') => ({
      type,
      hookName,
      hookEvent: hookName.split(':')[0],
      ...more,
    });
    const ours = { command: '/home/dev/.local/share/baton/bin/baton hook SessionStart' };
    const lines = claudeLines()
      .attachment(hook('hook_cancelled', { ...ours, timedOut: true, timeoutMs: 15_000 }))
      .attachment(hook('hook_cancelled', { timedOut: true }))
      .attachment(hook('hook_cancelled', { ...ours, timedOut: false }))
      .attachment(hook('hook_non_blocking_error', { ...ours, exitCode: 127, stderr: '' }))
      .attachment(
        hook('hook_non_blocking_error', { command: '/usr/bin/other-tool hook', exitCode: 1 }),
      )
      .attachment(hook('hook_non_blocking_error', { ...ours, exitCode: 1 }, 'PostToolUse:Bash'));
    const problems = (of: ReturnType<typeof claudeLines>) =>
      digest(of).failed?.map(({ hook: name, problem }) => `${name} ${problem}`);
    assert.deepEqual(problems(lines), [
      'SessionStart:compact The hook was stopped at its time limit of 15 s.',
      'SessionStart:compact The hook was stopped at its time limit.',
      'SessionStart:compact The hook was stopped before it was done.',
      'SessionStart:compact The hook failed with exit code 127.',
    ]);
    const words = `token ${secret} is refused\nand more`;
    const more = claudeLines()
      .attachment(hook('hook_error_during_execution', { content: 'Failed to prepare hook input' }))
      .attachment(hook('hook_non_blocking_error', { ...ours, exitCode: 2, stderr: words }));
    const [broken = '', refused = ''] = problems(more) ?? [];
    assert.match(broken, /The hook could not be run: Failed to prepare hook input$/);
    assert.match(refused, /The hook failed with exit code 2: token \[secret.*\] is refused$/);
    assert.equal(digest(claudeLines().prompt('Build the parser')).failed, undefined);
  });

  it('knows a fork by the history it copied', () => {
    const parent = claudeLines('11111111-0000-4000-8000-000000000000')
      .prompt('Build the parser')
      .says('Done');
    const fork = claudeLines('22222222-0000-4000-8000-000000000000')
      .raw(JSON.stringify({ type: 'queue-operation', sessionId: '2222', content: 'Second' }))
      .raw(parent.text().trimEnd())
      .goBack(parent.last)
      .prompt('Build the printer');
    const { session, first, objective } = digest(fork);
    assert.equal(session.id, '22222222-0000-4000-8000-000000000000');
    assert.equal(session.parentId, '11111111-0000-4000-8000-000000000000');
    assert.deepEqual([first?.text, objective?.text], ['Build the parser', 'Build the printer']);
  });

  it('reads the samples of real versions', () => {
    const sample = (name: string) =>
      readWhole(scratch('t.jsonl'), readFileSync(`${fixtures}/${name}.jsonl`)).digest;
    const tasks = sample('claude-2.1.325-print-tasks-failures-compact');
    assert.deepEqual(
      tasks.prompts.map(({ text }) => text),
      [
        'Fix the add function in src/add.js and write a short note.',
        'Now explain the change.',
        'What is left to do?',
      ],
    );
    assert.deepEqual(
      tasks.tasks.map(({ text, status }) => [text, status]),
      [
        ['Fix add()', 'done'],
        ['Write notes', 'pending'],
      ],
    );
    assert.equal(tasks.compactions.count, 1);
    assert.equal(tasks.received.length, 0);
    assert.equal(tasks.errors.length, 3);
    const todo = sample('claude-2.1.325-interactive-todowrite-filehistory');
    assert.deepEqual(
      todo.tasks.map(({ status }) => status),
      ['done', 'current'],
    );
    const subagent = sample('claude-2.1.325-subagent');
    assert.deepEqual(subagent.prompts, []);
    assert.equal(sample('claude-2.1.197-print-compact').prompts.length, 1);
  });

  it('says the same at a glance as when it parses', () => {
    const samples = ['claude-2.1.325-print-tasks-failures-compact', 'claude-2.1.197-print-compact'];
    const text = samples.map((name) => readFileSync(`${fixtures}/${name}.jsonl`, 'utf8')).join('');
    const compact = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.stringify(JSON.parse(line)))
      .join('\n');
    let seen = 0;
    for (const line of [...text.trimEnd().split('\n'), ...compact.split('\n')]) {
      const bytes = Buffer.from(`xx${line}yy`);
      const glanced = claudeReader.glance?.(bytes, 2, bytes.length - 2);
      if (glanced) {
        seen++;
        const parsed = claudeReader.events(JSON.parse(line) as Record<string, unknown>);
        const told = glanced.flatMap(whatMatters).map(essence);
        assert.deepEqual(told, parsed.flatMap(whatMatters).map(essence), line);
      }
    }
    assert.ok(seen > 250, `${seen} lines at a glance`);
  });
});

function whatMatters(event: TranscriptEvent): TranscriptEvent[] {
  return event.kind === 'session' ? [] : [event];
}

/** A glance leaves out when a file was read, and what a result says that passed. */
function essence(event: TranscriptEvent): unknown {
  if (event.kind === 'result') {
    return [event.kind, event.call, event.result.failed];
  }
  const isTimed = event.kind !== 'call' || event.action.do === 'edit';
  return plain(isTimed ? event : { ...event, at: undefined });
}
