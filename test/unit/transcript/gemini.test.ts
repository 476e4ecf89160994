import assert from 'node:assert/strict';
import { geminiReader } from '../../../src/core/transcript/gemini';
import { eventsOf, sampleLines, wordsOf, wordsOfLine } from '../../support/transcriptWords';

describe('transcripts of Gemini CLI', () => {
  it('tell words as they were typed, todos, edits and runs', () => {
    assert.deepEqual(wordsOf(geminiReader, sampleLines('gemini/editsAndTodos.jsonl')), [
      'session dddddddd - - -',
      'received : Where the work stands: step two.',
      'prompt: Rename one to first in the app, see @AGENTS.md',
      'tasks Rename it=current, Run the tests=pending',
      '  ok -: Successfully updated the todo list. The current list is now:',
      'read src/one.ts',
      '  ok -: export const one = 1;',
      'edit src/one.ts',
      '  ok -: Successfully modified file: /home/dev/app/src/one.ts (1 repl',
      'edit docs/note.md',
      '  ok -: Successfully created and wrote to new file: /home/dev/app/do',
      'edit src/one.ts',
      "  failed -: Could not find an exact match for 'old_string' in 'src/one.t",
      'run echo boom >&2; exit 3',
      '  failed 3: boom',
      'tasks Rename it=done, Run the tests=current',
      '  ok -: Successfully updated the todo list. The current list is now:',
      'said: The tests fail with boom.',
    ]);
  });

  it('tell a compression once, and no words of the CLI', () => {
    const said = 'said: Fake reply from the loopback server.';
    assert.deepEqual(wordsOf(geminiReader, sampleLines('gemini/compression.jsonl')), [
      'session dddddddd - - -',
      'received : Where the work stands: step two.',
      'prompt: First words typed',
      said,
      'prompt: Second words typed',
      said,
      'compaction -',
      'prompt: Third words typed',
      said,
      'prompt: Fourth words typed',
      said,
      'prompt: Fifth words typed',
      said,
    ]);
  });

  it('keep the id of what is said again', () => {
    const line = { id: 'm1', timestamp: '2026-11-16T00:00:00Z', type: 'gemini', content: 'Hello' };
    assert.deepEqual(eventsOf(geminiReader, [JSON.stringify(line)]), [
      { kind: 'said', text: 'Hello', at: '2026-11-16T00:00:00Z', id: 'm1' },
    ]);
  });

  const typed = (...texts: string[]) => ({
    id: 'u1',
    type: 'user',
    content: texts.map((text) => ({ text })),
  });
  const tool = (name: string, args: object, status: string, response?: object) => ({
    id: 'g1',
    type: 'gemini',
    content: '',
    toolCalls: [
      {
        id: 'c1',
        name,
        args,
        status,
        ...(response && { result: [{ functionResponse: { id: 'c1', name, response } }] }),
      },
    ],
  });
  const run = (output: string) =>
    tool('run_shell_command', { command: 'x' }, 'success', { output });
  const replaced = (at: string, lastUpdated: string) => ({
    $set: {
      lastUpdated,
      messages: [
        { id: 's', type: 'user', timestamp: at, content: [{ text: '<state_snapshot>' }] },
        {
          id: 'r',
          type: 'gemini',
          content: [{ text: 'Got it. Thanks for the additional context!' }],
        },
      ],
    },
  });

  const cases: readonly (readonly [name: string, line: unknown, expected: readonly string[]])[] = [
    ['words as a string', { id: 'u', type: 'user', content: [{ text: 'Go' }] }, ['prompt: Go']],
    [
      'older words with files',
      typed('See @a.md', '\n--- Content from referenced files ---', '\nContent', 'secret'),
      ['prompt: See @a.md'],
    ],
    [
      'words that a command made longer',
      { ...typed('A long text of a command'), displayContent: [{ text: '/fix it' }] },
      ['prompt: /fix it'],
    ],
    ['what a person ran by hand', typed('I ran the following shell command:\n```sh\nls\n```'), []],
    ['the CLI asking to go on', typed('Please continue.'), []],
    ['a session context', typed('<session_context>\nx\n</session_context>'), []],
    ['a call that waits', tool('replace', { file_path: 'a' }, 'awaiting_approval'), ['edit a']],
    [
      'a call that a person refused',
      tool('replace', { file_path: 'a' }, 'cancelled', { error: 'no' }),
      ['edit a', '  failed -: no'],
    ],
    [
      'a command that passed and printed an exit code',
      run('Output: Exit Code: 1\nmore\nProcess Group PGID: 7'),
      ['run x', '  ok -: Exit Code: 1'],
    ],
    [
      'a command that was ended',
      run(
        '<untrusted_context>\nOutput: a\nExit Code: 137\nSignal: 9\nProcess Group PGID: 7\n</untrusted_context>',
      ),
      ['run x', '  failed 137: a'],
    ],
    [
      'an answer',
      tool(
        'ask_user',
        { questions: [{ question: 'Which?', options: [{ label: 'A' }] }] },
        'success',
        { output: '{"answers":{"0":"A","7":"lost"}}' },
      ),
      ['ask Which? A', '  ok -: {"Which?":"A"}'],
    ],
    [
      'a compression',
      replaced('2026-11-16T00:00:00.000Z', '2026-11-16T00:00:00.004Z'),
      ['compaction -'],
    ],
    ['an older compression again', replaced('2026-11-16T00:00:00Z', '2026-11-16T00:10:00Z'), []],
  ];
  for (const [name, line, expected] of cases) {
    it(`reads ${name}`, () => {
      assert.deepEqual(wordsOfLine(geminiReader, line), expected);
    });
  }
});
