import assert from 'node:assert/strict';
import { mayBeTagged } from '../../../src/cli/hooks/tagged';
import { taggedKnowledge } from '../../../src/core/handover/tags';

describe('tagged lines in the words of an agent', () => {
  const read = (message: string) => {
    const found = taggedKnowledge(message, 'sdd-builder');
    assert.ok(found.length === 0 || mayBeTagged({ last_assistant_message: message }));
    return found.map(({ tag, description, source, isSourceGuessed }) =>
      [
        tag,
        description,
        [source?.spec, source?.role, source?.task].filter(Boolean).join('/'),
        ...(isSourceGuessed ? ['guessed'] : []),
      ].join(' | '),
    );
  };

  const taken: [string, string][] = [
    [
      '- [PATTERN] Wrap errors once (source: login builder, task 3)',
      'PATTERN | Wrap errors once | login/builder/3',
    ],
    ['[INCIDENT] The disk was full', 'INCIDENT | The disk was full | sdd-builder | guessed'],
    ['* **[REFERENCE]** RFC 9110 (source: api)', 'REFERENCE | RFC 9110 | api'],
    ['**[PATTERN] Use one lock**', 'PATTERN | Use one lock | sdd-builder | guessed'],
    ['1. [PATTERN]: Use `one` lock.', 'PATTERN | Use `one` lock. | sdd-builder | guessed'],
    ['### [PATTERN] — Use one lock', 'PATTERN | Use one lock | sdd-builder | guessed'],
    ['- [PATTERN:retry] With a limit', 'PATTERN | retry: With a limit | sdd-builder | guessed'],
    [
      '  - [PATTERN] Use **bold** words (source: a inspector, task 1.2).',
      'PATTERN | Use **bold** words | a/inspector/1.2',
    ],
    [
      '[PATTERN] エラーは一か所で処理する (source: ログイン builder)',
      'PATTERN | エラーは一か所で処理する | ログイン/builder',
    ],
    [
      '[PATTERN] A Map<string> and {} differ',
      'PATTERN | A Map<string> and {} differ | sdd-builder | guessed',
    ],
  ];
  for (const [line, entry] of taken) {
    it(`takes ${line}`, () => {
      assert.deepEqual(read(`Done.\r\n\r\n${line}\r\n`), [entry]);
    });
  }

  const left: string[] = [
    'Use [PATTERN] for what works.',
    '- [PATTERN] {description} (source: {spec} {role}, task {N})',
    '- [PATTERN] <description>',
    '- [PATTERN] ...',
    '- [PATTERN] …',
    '- [PATTERN], [INCIDENT] and [REFERENCE] entries',
    '- [PATTERN] / [INCIDENT]',
    '- [PATTERN] None',
    '- [PATTERN] (none)',
    '- [PATTERN]',
    '`[PATTERN] in code`',
    '> - [PATTERN] quoted from elsewhere',
    '[REFERENCE](https://example.com)',
    '- [pattern] in small letters',
    '- [x] [PATTERNS] done',
    '```\n- [PATTERN] in a fence\n```',
    '<!--\n- [PATTERN] in a comment\n-->',
  ];
  for (const line of left) {
    it(`leaves ${JSON.stringify(line)}`, () => {
      assert.deepEqual(read(line), []);
    });
  }

  it('takes twenty at most, and no line beyond measure', () => {
    const many = Array.from({ length: 200 }, (_, index) => `- [PATTERN] number ${index}`);
    assert.equal(read(many.join('\n')).length, 20);
    const long = `- [PATTERN] ${'('.repeat(300_000)}`;
    assert.equal(taggedKnowledge(`x\n${long}`, '').length, 0);
    const [entry] = taggedKnowledge(`- [PATTERN] ${'a '.repeat(50_000)}`, '');
    assert.ok((entry?.description.length ?? 0) <= 4_000);
    assert.equal(entry?.source, undefined);
  });
});
