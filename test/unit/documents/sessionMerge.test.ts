import assert from 'node:assert/strict';
import { lineOfConflict, mergeSessions } from '../../../src/core/documents/sessionMerge';
import { sessionParts } from '../../../src/core/documents/sessionParts';
import { sectionBody, withSection } from '../../../src/core/documents/sessionSplice';
import { sectionWords } from '../../../src/core/documents/sessionWords';

const document = (next: string, files = '') =>
  `# S\n**Branch**: a\n\n## Direction\n### Immediate Next Action\n${next}\n\n### Warnings\nw\n\n## Accomplished\n### Modified Files\n${files}\n`;
const merged = (base: string, person: string, ours: string) => {
  const { text, conflicts } = mergeSessions(document(base), document(person), document(ours));
  return [
    sectionBody(text, sessionParts.nextAction),
    ...conflicts.map(({ kept, notWritten }) => `${kept} / ${notWritten}`),
  ];
};

describe('merge of session.md', () => {
  const cases: readonly (readonly [string, string, string, string, readonly string[]])[] = [
    ['takes ours where the person changed nothing', 'a', 'a', 'b', ['b']],
    ['keeps the person where we changed nothing', 'a', 'p', 'a', ['p']],
    ['keeps the person where both changed', 'a', 'p', 'b', ['p', 'p / b']],
    ['is silent where both changed alike', 'a', 'b', 'b', ['b']],
    ['fills what the person emptied', 'a', '', 'b', ['b']],
    ['merges lines apart', 'a\nx\nc', 'p\nx\nc', 'a\nx\nb', ['p\nx\nb']],
    ['keeps a line below ours', 'a', 'a\np', 'b', ['a\np', 'a\np / b']],
    ['lets us take out our own lines', 'a\nx\nc', 'a\nx\nc\np', 'x\nc', ['x\nc\np']],
  ];
  for (const [title, base, person, ours, result] of cases) {
    it(title, () => {
      assert.deepEqual(merged(base, person, ours), result);
    });
  }

  it('finds a section that the person moved, and says in which line a conflict is', () => {
    const person = '# S\n\n## Accomplished\nx\n\n## Direction\n### Immediate Next Action\n\np\n';
    const { text, conflicts } = mergeSessions(document('a'), person, document('b'));
    assert.equal(text, person);
    assert.deepEqual(
      conflicts.map((each) => lineOfConflict(text, each)),
      [9],
    );
  });

  it('makes a next action that the person took out, but no list of files', () => {
    const { text } = mergeSessions(document('a', '- f'), '# S\nmine\n', document('b', '- g'));
    assert.equal(sectionBody(text, sessionParts.nextAction), 'b');
    assert.equal(sectionBody(text, sessionParts.modifiedFiles), undefined);
    assert.match(text, /^# S\nmine\n/);
  });

  it('keeps lines of the person in a list of files', () => {
    const files = (list: string) => document('a', list);
    const { text } = mergeSessions(
      files('- f\n- g\n- h'),
      files('my note\n- f why\n- g\n- h'),
      files('- f\n- g\n- i'),
    );
    assert.equal(sectionBody(text, sessionParts.modifiedFiles), 'my note\n- f why\n- g\n- i');
  });

  it('keeps the endings of the person', () => {
    const person = document('a').replaceAll('\n', '\r\n');
    const { text } = mergeSessions(document('a'), person, document('b\nc'));
    assert.equal(text, document('b\nc').replaceAll('\n', '\r\n'));
  });

  it('does not compare endless texts line by line', () => {
    const long = (word: string) => `${word}\n`.repeat(5000).trimEnd();
    const person = withSection(document('a'), sessionParts.nextAction, long('p'));
    const { text, conflicts } = mergeSessions(document(long('a')), person, document(long('b')));
    assert.equal(text, person);
    assert.equal(conflicts.length, 1);
  });
});

describe('words as the body of a section', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['stay as they are', '- a\n\n  b `c`\n#### deep', '- a\n\n  b `c`\n#### deep'],
    ['open no section', '## Direction\n### x\n # y', '\\## Direction\n\\### x\n \\# y'],
    ['may show one in a code block', '```\n## a\n```', '```\n## a\n```'],
    ['leave no code block open', '~~~ts\nx', '~~~ts\nx\n~~~'],
    ['are no conflict', '<<<<<<< a\n=======\n>>>>>>> b', ' <<<<<<< a\n =======\n >>>>>>> b'],
    ['have no control characters', 'a\u001b[31mb\r\nc', 'ab\nc'],
    ['have no blank lines around', '\n\na\n \n', 'a'],
  ];
  for (const [title, words, body] of cases) {
    it(title, () => {
      assert.equal(sectionWords(words), body);
    });
  }
});
