import assert from 'node:assert/strict';
import { codexReader } from '../../../src/core/transcript/codex';
import { sampleLines, wordsOf, wordsOfLine } from '../../support/transcriptWords';

describe('transcripts of Codex', () => {
  it('tell words, plan, edits, runs and the compaction', () => {
    assert.deepEqual(wordsOf(codexReader, sampleLines('codex/editsPlanAndCompaction.jsonl')), [
      'session 01a1e507 - /home/dev/app main',
      'session - - /home/dev/app -',
      'received : Where the work stands: step two.',
      'prompt: Rename one to first in the app.',
      'tasks Rename it=current, Run the tests=pending, Write the note=pending',
      '  ok -: Plan updated',
      'edit src/one.ts docs/note.md',
      'edit /home/dev/app/src/one.ts /home/dev/app/docs/note.md',
      '  ok -: Success. Updated the following files:',
      'run echo boom >&2; exit 3',
      'run echo boom >&2; exit 3',
      '  failed 3: boom',
      'edit src/one.ts src/first.ts',
      'edit /home/dev/app/src/one.ts /home/dev/app/src/first.ts',
      '  ok -: Success. Updated the following files:',
      '  ok -: Exit code: 0',
      'edit src/none.ts',
      '  failed -: apply_patch verification failed: Failed to read file to upda',
      'run sleep 1; echo late; exit 5',
      'run sleep 2',
      'run sleep 1; echo late; exit 5',
      '  failed 5: late',
      'run sleep 2',
      '  ok 0: ',
      'tasks Rename it=done, Run the tests=current',
      '  ok -: Plan updated',
      'said: The tests fail with boom.',
      'session - - /home/dev/app -',
      'received : Where the work stands: step two.',
      'prompt: Thank you.',
      'said: You are welcome.',
      'compaction -',
      'session - - /home/dev/app -',
      'received : Where the work stands: step two.',
      'received : Where the work stands: step two.',
      'prompt: Go on with the note.',
      'run cat docs/note.md',
      'run cat docs/note.md',
      '  ok 0: note',
      'said: Done with the note.',
    ]);
  });

  it('tell what a script did', () => {
    assert.deepEqual(wordsOf(codexReader, sampleLines('codex/codeMode.jsonl')), [
      'session 01a1e507 - /home/dev/app main',
      'session - - /home/dev/app -',
      'received : Where the work stands: step two.',
      'prompt: Try code mode.',
      'other exec',
      'tasks Look=done, Mend=current',
      'run echo boom; exit 4',
      '  failed 4: boom',
      'edit /home/dev/app/docs/deep.md',
      '  ok -: Success. Updated the following files:',
      '  ok -: ',
      'said: Tried.',
    ]);
  });

  const item = (payload: object, more: object = {}) => ({
    timestamp: '2026-11-16T00:00:00Z',
    type: 'response_item',
    payload,
    ...more,
  });
  const call = (name: string, given: unknown) =>
    item({ type: 'function_call', name, call_id: 'c1', arguments: JSON.stringify(given) });
  const output = (text: unknown) =>
    item({ type: 'function_call_output', call_id: 'c1', output: text });
  const words = (...texts: string[]) =>
    item({
      type: 'message',
      role: 'user',
      content: texts.map((text) => ({ type: 'input_text', text })),
    });
  const patch =
    '*** Begin Patch\n*** Delete File: a b.ts\n*** Add File: /x/c.ts\n+1\n*** End Patch';

  const cases: readonly (readonly [name: string, line: unknown, expected: readonly string[]])[] = [
    [
      'a fork',
      { type: 'session_meta', payload: { id: 'fork-id-1', forked_from_id: 'parent-1' } },
      ['session fork-id- parent-1 - -'],
    ],
    ['older words', words('Mend it.'), ['prompt: Mend it.']],
    [
      'what older versions put before them',
      words('<user_instructions>\nx', '# AGENTS.md instructions for /x', 'Mend it.'),
      ['prompt: Mend it.'],
    ],
    ['an environment alone', words('<environment_context>\n</environment_context>'), []],
    [
      'the summary of a compaction',
      words('Another language model started to solve this problem and'),
      [],
    ],
    ['an older shell', call('shell', { command: ['bash', '-lc', 'npm test'] }), ['run npm test']],
    ['a plain argv', call('shell', { command: ['ls', '-l'] }), ['run ls -l']],
    ['a command line', call('shell_command', { command: 'npm test' }), ['run npm test']],
    [
      'a patch in a shell',
      call('shell', { command: ['bash', '-lc', `cd 'my src' && apply_patch <<'E'\n${patch}\nE`] }),
      ['edit my src/a b.ts /x/c.ts'],
    ],
    [
      'a patch in a working directory',
      call('exec_command', { cmd: `apply_patch <<E\n${patch}\nE`, workdir: '/work' }),
      ['edit /work/a b.ts /x/c.ts'],
    ],
    [
      'a question',
      call('request_user_input', {
        questions: [{ id: 'q', question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }],
      }),
      ['ask Which? A|B'],
    ],
    ['another tool', call('view_image', { path: 'a.png' }), ['other view_image']],
    [
      'an older answer',
      output(JSON.stringify({ output: 'boom', metadata: { exit_code: 2 } })),
      ['  failed 2: boom'],
    ],
    [
      'an exit code in the head',
      output('Exit code: 1\nWall time: 1 s\nOutput:\nno\n'),
      ['  failed 1: no'],
    ],
    [
      'an exit code that was merely printed',
      output('Wall time: 1 s\nOutput:\nExit code: 1\n'),
      ['  ok -: Exit code: 1'],
    ],
    ['a command that still runs', output('Process running with session ID 7\nOutput:\n'), []],
    [
      'an answer that Codex noted itself, too',
      { ...output('Exit code: 1\nOutput:\nno\n'), ordinal: 3 },
      [],
    ],
    [
      'a summary that the model wrote',
      item(
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'sum' }] },
        { metadata: { compaction_output: true } },
      ),
      [],
    ],
    [
      'a plan in a script, with quotes',
      item({
        type: 'custom_tool_call',
        name: 'exec',
        call_id: 'c1',
        input: `await tools.update_plan({"plan": [{ "step": "Say \\"a\\"", "status": "pending" }]})`,
      }),
      ['other exec', 'tasks Say "a"=pending'],
    ],
  ];
  for (const [name, line, expected] of cases) {
    it(`reads ${name}`, () => {
      assert.deepEqual(wordsOfLine(codexReader, line), expected);
    });
  }
});
