import assert from 'node:assert/strict';
import { parseBuffer } from '../../../src/core/documents/buffer';
import {
  flushable,
  type NewKnowledge,
  withKnowledge,
  withoutFlushed,
} from '../../../src/core/documents/bufferSplice';
import { categoryOf } from '../../../src/core/documents/knowledgeEntry';

const at = '2026-11-20T08:00:00.000Z';

function pattern(description: string, spec?: string, task?: string): NewKnowledge {
  const source = spec === undefined ? undefined : { spec, role: 'builder', task };
  return { tag: 'PATTERN', description, ...(source && { source }) };
}

function added(document: string | undefined, ...entries: NewKnowledge[]): string {
  return withKnowledge(document, entries, at).text;
}

describe('buffer.md, spliced', () => {
  it('begins as the format says', () => {
    assert.equal(
      added(undefined, pattern('Wrap errors once', 'login', '3')),
      `# Handover Buffer
**Updated**: ${at}

## Knowledge Buffer
- [PATTERN] Wrap errors once (source: login builder, task 3)

## Skill Candidates
`,
    );
  });

  it('makes a candidate of the second pattern of a category, and counts on', () => {
    const first = added(undefined, pattern('Wrap errors: at the edge', 'login', '1'));
    assert.deepEqual(parseBuffer(first).document.skillCandidates, []);
    const second = withKnowledge(first, [pattern('wrap  errors: with a cause', 'search', '2')], at);
    assert.deepEqual(second.candidates, ['Wrap errors']);
    assert.match(
      second.text,
      /\n## Skill Candidates\n- \*\*Wrap errors\*\*: Detected in login, search \(2 occurrences\)\n$/,
    );
    const third = withKnowledge(second.text, [pattern('Wrap errors: once', 'login', '4')], at);
    assert.deepEqual(third.candidates, []);
    assert.match(third.text, /Detected in login, search \(3 occurrences\)\n$/);
    const incident = added(third.text, { tag: 'INCIDENT', description: 'Wrap errors: it hung' });
    assert.match(incident, /\(3 occurrences\)\n$/);
  });

  it('leaves what somebody knows of a candidate, and says about it', () => {
    const document = `# Handover Buffer

## Knowledge Buffer
- [PATTERN] Retry: with a limit (source: a builder)

## Skill Candidates
* **retry**: Detected in x, a (7 occurrences), ask before making it
- **other**: mine alone
`;
    const text = added(document, pattern('Retry: with a pause', 'b'));
    assert.match(
      text,
      /\n\* \*\*retry\*\*: Detected in x, a, b \(8 occurrences\), ask before making it\n- \*\*other\*\*: mine alone\n$/,
    );
  });

  const categories: [string, string][] = [
    ['Error handling: wrap them', 'error-handling'],
    ['error-handling: log them', 'error-handling'],
    ['category: error handling; wrap them', 'error-handling'],
    ['Use zod for settings', 'use-zod'],
    ['Use the zod schemas at the edge', 'use-zod'],
    ['See https://example.com/a for it', 'see-https'],
    ['エラーの処理は一か所で行う', 'エラー-処理'],
    ['에러는 한 곳에서 처리한다', '에러는-한'],
    ['…', ''],
  ];
  for (const [description, key] of categories) {
    it(`the category of "${description}" is "${key}"`, () => {
      assert.equal(categoryOf(description).key, key);
    });
  }

  it('knows what is there: the same from the same place, or from a place that is only guessed', () => {
    const document = added(undefined, pattern('Wrap errors', 'login', '3'));
    assert.equal(added(document, pattern('wrap errors.', 'login', '3')), document);
    assert.equal(added(document, pattern('Wrap errors')), document);
    const guessed = { ...pattern('Wrap errors', 'builder'), isSourceGuessed: true };
    assert.equal(added(document, guessed), document);
    const twice = withKnowledge(document, [pattern('Wrap errors', 'b'), guessed, guessed], at);
    assert.equal(twice.added.length, 1);
    assert.match(twice.text, /Detected in login, b \(2 occurrences\)/);
  });

  it('puts nothing on a line of its own that could pass for something else', () => {
    const text = added(undefined, {
      tag: 'INCIDENT',
      description: 'one\n## Skill Candidates\r\n- **x**: (9 occurrences)\u001b[31m',
      source: { spec: 'a) b\n# c', role: 'x, task 9)', task: '1)\n' },
    });
    assert.match(
      text,
      /^- \[INCIDENT\] one ## Skill Candidates - \*\*x\*\*: \(9 occurrences\) \(source: a-b-#-c x task 9, task 1\)$/m,
    );
    assert.equal(parseBuffer(text).document.knowledge.length, 1);
    assert.equal(parseBuffer(text).document.skillCandidates.length, 0);
  });

  /** Other people's files. */
  const odd: Record<string, string> = {
    'with Windows line ends and a byte order mark':
      '\uFEFF# Handover Buffer\r\n**Updated**: 2026-01-01\r\n\r\n## Knowledge Buffer\r\n- [PATTERN] old\r\n',
    'without a heading': 'some words\n\nmore words',
    'without an end': '# Handover Buffer\n\n## Knowledge Buffer\n- [INCIDENT] torn',
    'with front matter':
      '---\ntitle: x\n---\n\nwords\n\n## Skill Candidates\n- **a**: (2 occurrences)\n',
    'with more sections':
      '# B\n**Updated**: 2026-01-01T00:00Z by the lead\n\n## Knowledge Buffer\n\nIntro.\n\n- [PATTERN] a\n  goes on\n\n## Obsolete\n- [x] mine\n\n## Skill Candidates\n_none_\n\n## Notes\n\tword\n',
    'with an example in a fence':
      '# B\n```\n## Knowledge Buffer\n- [PATTERN] example\n```\n<!--\n## Knowledge Buffer\n-->\n## Knowledge Buffer\n',
    'with a conflict':
      '## Knowledge Buffer\n<<<<<<< ours\n- [PATTERN] a\n=======\n- [PATTERN] b\n>>>>>>> theirs\n\n## Skill Candidates\n',
    'with two of each':
      '## Knowledge Buffer\n- [PATTERN] a\n## Knowledge Buffer\n- [PATTERN] b\n## Skill Candidates\n## Skill Candidates\n',
    'with old line ends': '# B\r## Knowledge Buffer\r- [PATTERN] a\r',
    'in which a fence is never closed': '# B\n## Knowledge Buffer\n- [PATTERN] a\n```\ncode\n',
  };
  for (const [name, document] of Object.entries(odd)) {
    it(`keeps every line of a document ${name}`, () => {
      const entries = [pattern('Cache: one'), pattern('Cache: two')];
      const { text, candidates } = withKnowledge(document, entries, at);
      assert.deepEqual(candidates, ['Cache']);
      const before = parseBuffer(document).document;
      const after = parseBuffer(text).document;
      assert.equal(after.updated, text.includes('by the lead') ? null : at);
      assert.equal(after.knowledge.length, before.knowledge.length + 2);
      assert.equal(after.skillCandidates.length, before.skillCandidates.length + 1);
      assertKept(document, text);
      assert.equal(text.startsWith('\uFEFF'), document.startsWith('\uFEFF'));
      assert.equal(/[^\r]\n/.test(text), !document.includes('\r\n'));
      // And takes out exactly what it put in.
      const ours = parseBuffer(added(undefined, ...entries)).document;
      const taken = {
        knowledge: ours.knowledge.map(({ tag, description }) => ({
          tag,
          lines: [`- [${tag}] ${description}`],
        })),
        candidates: [['- **Cache**: (2 occurrences)']],
      };
      const back = withoutFlushed(text, taken, at);
      assertKept(document, back);
      assert.deepEqual(wordsOf(parseBuffer(back).document), wordsOf(before));
    });
  }

  it('is empty after a flush but for what came since, and what is not of the buffer', () => {
    const document = odd['with more sections'] ?? '';
    const flushed = flushable(document);
    assert.deepEqual(flushed, {
      knowledge: [{ tag: 'PATTERN', lines: ['- [PATTERN] a', '  goes on'] }],
      candidates: [],
    });
    const meanwhile = added(document, pattern('b'));
    const left = withoutFlushed(meanwhile, flushed, '2026-11-21T00:00:00Z');
    assert.deepEqual(
      parseBuffer(left).document.knowledge.map(({ description }) => description),
      ['b'],
    );
    for (const words of ['Intro.', '- [x] mine', '_none_', '\tword', 'Z by the lead']) {
      assert.ok(left.includes(words), words);
    }
    assert.equal(withoutFlushed(left, flushed, at), left);
  });

  it('takes out an entry that is there twice as often as it was kept', () => {
    const line = '- [PATTERN] a';
    const document = `## Knowledge Buffer\n${line}\n${line}\n${line}\n`;
    const flushed = { knowledge: [{ tag: 'PATTERN' as const, lines: [line] }], candidates: [] };
    assert.equal(withoutFlushed(document, flushed, at).split(line).length - 1, 2);
  });
});

function wordsOf({ knowledge, skillCandidates }: ReturnType<typeof parseBuffer>['document']) {
  return [knowledge.map(({ description }) => description), skillCandidates.map(({ name }) => name)];
}

/** Each line is still there, in order; only a time is another. */
function assertKept(before: string, after: string): void {
  const left = after.split(/\r\n|\n|\r/);
  for (const line of before.split(/\r\n|\n|\r/)) {
    const isTime = line.startsWith('**Updated**');
    const found = left.findIndex((each) => each === line || (isTime && each.startsWith('**Up')));
    assert.ok(found >= 0, `lost: ${JSON.stringify(line)} of ${JSON.stringify(after)}`);
    left.splice(0, found + 1);
  }
}
