import assert from 'node:assert/strict';
import { qwenReader } from '../../../src/core/transcript/qwen';
import { sampleLines, wordsOf, wordsOfLine } from '../../support/transcriptWords';

describe('transcripts of Qwen Code', () => {
  it('tell words, todos, edits, runs and the compression', () => {
    assert.deepEqual(wordsOf(qwenReader, sampleLines('qwen/editsTodosAndCompression.jsonl')), [
      'session eeeeeeee - /home/dev/app main',
      'prompt: Rename one to first in the app, see @AGENTS.md',
      'received UserPromptSubmit: Told at the prompt.',
      'tasks Rename it=current, Run the tests=pending',
      '  ok -: Todos have been modified successfully. Ensure that you conti',
      'read /home/dev/app/src/one.ts',
      '  ok -: export const one = 1;',
      'edit /home/dev/app/src/one.ts',
      'edit /home/dev/app/docs/note.md',
      '  ok -: The file: /home/dev/app/src/one.ts has been updated. Showing',
      '  ok -: Successfully created and wrote to new file: /home/dev/app/do',
      'edit /home/dev/app/src/one.ts',
      '  failed -: Failed to edit, 0 occurrences found for old_string in /home/',
      'run echo boom >&2; exit 3',
      '  failed 3: boom',
      'tasks Rename it=done, Run the tests=current',
      '  ok -: Todos have been modified successfully. Ensure that you conti',
      'said: The tests fail with boom.',
      'compaction manual',
      'session eeeeeeee - /home/dev/app main',
      'prompt: Thank you.',
      'received UserPromptSubmit: Told at the prompt.',
      'said: Fake reply from the loopback server.',
    ]);
  });

  it('name the session that they were forked from', () => {
    assert.deepEqual(wordsOf(qwenReader, sampleLines('qwen/fork.jsonl')), [
      'session 7b91ee2e eeeeeeee /home/dev/app main',
      'prompt: Rename one to first in the app, see @AGENTS.md',
      'received UserPromptSubmit: Told at the prompt.',
      'session 7b91ee2e - /home/dev/app main',
      'prompt: In a fork.',
      'received UserPromptSubmit: Told at the prompt.',
      'said: Fake reply from the loopback server.',
    ]);
  });

  const user = (more: object) => ({
    uuid: 'u',
    type: 'user',
    message: { role: 'user', parts: [{ text: 'Mend it.' }] },
    ...more,
  });
  const result = (name: string, response: object, toolCallResult: object) => ({
    uuid: 'r',
    type: 'tool_result',
    message: { parts: [{ functionResponse: { id: 'c1', name, response } }] },
    toolCallResult,
  });

  const cases: readonly (readonly [name: string, line: unknown, expected: readonly string[]])[] = [
    ['older words', user({}), ['prompt: Mend it.']],
    [
      'words typed in between',
      user({ provenance: 'real_user', subtype: 'mid_turn_user_message' }),
      ['prompt: Mend it.'],
    ],
    ['a notification', user({ provenance: 'system', subtype: 'notification' }), []],
    ['an older notification', user({ subtype: 'notification' }), []],
    ['a goal', user({ provenance: 'goal_runtime', subtype: 'goal_runtime' }), []],
    [
      'words with files',
      user({
        message: {
          parts: [
            { text: 'See @a' },
            { text: '\n--- Content from referenced files ---' },
            { text: 'content' },
          ],
        },
      }),
      ['prompt: See @a'],
    ],
    [
      'thoughts',
      {
        type: 'assistant',
        message: { parts: [{ text: 'hm', thought: true }, { text: 'Done.' }] },
      },
      ['said: Done.'],
    ],
    [
      'an older failure',
      result(
        'run_shell_command',
        {
          error:
            'Command: x\nDirectory: (root)\nOutput: no\nError: (none)\nExit Code: 2\nSignal: (none)',
        },
        { callId: 'c1', status: 'error', resultDisplay: 'no' },
      ),
      ['  failed 2: no'],
    ],
    [
      'answers',
      result(
        'ask_user_question',
        { output: 'User has provided the following answers:' },
        {
          callId: 'c1',
          status: 'success',
          resultDisplay: {
            type: 'ask_user_question_answers',
            answers: [{ question: 'Which?', answer: 'A' }],
          },
        },
      ),
      ['  ok -: {"Which?":"A"}'],
    ],
    [
      'a compression that it started itself',
      {
        type: 'system',
        subtype: 'chat_compression',
        systemPayload: { info: { triggerReason: 'token_limit' } },
      },
      ['compaction auto'],
    ],
    [
      'a session that another one started',
      {
        type: 'system',
        subtype: 'parent_session',
        sessionId: 'child-01',
        systemPayload: { parentSessionId: 'parent-1' },
      },
      ['session child-01 parent-1 - -'],
    ],
    [
      'a plan',
      {
        type: 'assistant',
        message: {
          parts: [{ functionCall: { id: 'c', name: 'exit_plan_mode', args: { plan: '1. Look' } } }],
        },
      },
      ['plan 1. Look'],
    ],
  ];
  for (const [name, line, expected] of cases) {
    it(`reads ${name}`, () => {
      assert.deepEqual(wordsOfLine(qwenReader, line), expected);
    });
  }

  it('are parsed where a line merely looks like one with nothing in it', () => {
    const args = { type: 'system', subtype: 'ui_telemetry' };
    const line = {
      type: 'assistant',
      message: { parts: [{ functionCall: { id: 'c', name: 'x', args } }] },
    };
    assert.deepEqual(wordsOfLine(qwenReader, line), ['other x']);
  });
});
