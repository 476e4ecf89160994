import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Functions whose first argument is a sentence for people. */
const translated = new Set(['t', 'msg']);

/** Every sentence in the source that a user may see. */
function sentences(): { text: string; place: string }[] {
  return globSync('src/**/*.ts').flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const found: { text: string; place: string }[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const { expression: callee, arguments: args } = node;
        const name = ts.isPropertyAccessExpression(callee)
          ? callee.name.text
          : ts.isIdentifier(callee)
            ? callee.text
            : '';
        const [first] = args;
        if (translated.has(name) && first && ts.isStringLiteralLike(first)) {
          found.push({ text: first.text, place: file });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const placeholders = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([each]) => each).sort();

describe('translations', () => {
  const source = sentences();

  it('finds the sentences of the source', () => {
    assert.ok(source.length > 50, `only ${source.length} found`);
  });

  for (const language of ['ko', 'ja']) {
    const dictionary = JSON.parse(
      readFileSync(`l10n/bundle.l10n.${language}.json`, 'utf8'),
    ) as Record<string, string>;

    it(`say every sentence in ${language}`, () => {
      const missing = source.filter(({ text }) => !Object.hasOwn(dictionary, text));
      assert.deepEqual(missing, []);
    });

    it(`hold nothing that is no longer said (${language})`, () => {
      const said = new Set(source.map(({ text }) => text));
      assert.deepEqual(
        Object.keys(dictionary).filter((text) => !said.has(text)),
        [],
      );
    });

    it(`keep every placeholder (${language})`, () => {
      for (const [text, translation] of Object.entries(dictionary)) {
        assert.deepEqual(placeholders(translation), placeholders(text), text);
      }
    });
  }
});
