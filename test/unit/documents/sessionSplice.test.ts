import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  headerNames,
  orderedParts,
  type SectionPath,
  sessionParts,
} from '../../../src/core/documents/sessionParts';
import { parseSessionMarkdown } from '../../../src/core/documents/sessionMarkdown';
import {
  headerValue,
  newSession,
  sectionBody,
  withHeader,
  withSection,
} from '../../../src/core/documents/sessionSplice';

const fixtures = path.resolve('test/fixtures/handover/session');
const documents = readdirSync(fixtures).map(
  (name) => [name, readFileSync(path.join(fixtures, name), 'utf8')] as const,
);

const { nextAction, warnings, accomplished, modifiedFiles, tone } = sessionParts;

describe('splicing session.md', () => {
  for (const [name, text] of documents) {
    describe(name, () => {
      it('stays the same to the byte when its own values are put again', () => {
        let again = text;
        for (const field of headerNames) {
          again = withHeader(again, field, headerValue(again, field));
        }
        for (const part of orderedParts) {
          again = withSection(again, part, sectionBody(again, part) ?? '');
        }
        assert.equal(again, text);
      });

      for (const part of orderedParts) {
        it(`loses no other line when ${part.join(' / ')} changes`, () => {
          const before = sectionBody(text, part) ?? '';
          const changed = withSection(text, part, 'ours 1\nours 2');
          assert.equal(sectionBody(changed, part), 'ours 1\nours 2');
          assert.equal(missingLines(text, changed, before).join('\n'), '');
          assert.equal(changed.startsWith('\uFEFF'), text.startsWith('\uFEFF'));
          assert.equal(/[\r\n]$/.test(changed), text === '' || /[\r\n]$/.test(text));
        });
      }

      it('takes a marker in and out', () => {
        const marked = withHeader(text, 'Mode', 'auto-draft');
        assert.equal(parseSessionMarkdown(marked).document.mode, 'auto-draft');
        const out = withHeader(marked, 'Mode', undefined);
        assert.equal(parseSessionMarkdown(out).document.mode, 'polished');
        assert.equal(missingLines(text, out, headerLine(text, 'Mode')).join('\n'), '');
      });
    });
  }

  it('replaces a section and leaves the blank lines around it', () => {
    const text = '# S\n\n## Direction\n### Immediate Next Action\n\nold\n\n\n### Warnings\nw\n';
    assert.equal(
      withSection(text, nextAction, 'new'),
      '# S\n\n## Direction\n### Immediate Next Action\n\nnew\n\n\n### Warnings\nw\n',
    );
  });

  it('fills a section that is empty', () => {
    assert.equal(
      withSection('## Direction\n### Warnings\n## Accomplished\n', warnings, 'w'),
      '## Direction\n### Warnings\nw\n\n## Accomplished\n',
    );
  });

  it('uses the line endings of the document, and none at its end where there was none', () => {
    assert.equal(
      withSection('# S\r\n## Accomplished\r\nold', accomplished, 'a\nb'),
      '# S\r\n## Accomplished\r\na\r\nb',
    );
    assert.equal(withHeader('\uFEFF# S', 'Mode', 'auto-draft'), '\uFEFF# S\n**Mode**: auto-draft');
  });

  it('keeps endings of lines that stay, also among others', () => {
    const text = '## Accomplished\n- a\r\n- b\n- c\r\n';
    assert.equal(
      withSection(text, accomplished, '- a\n- b\n- c\n- d'),
      '## Accomplished\n- a\r\n- b\n- c\r\n- d\n',
    );
  });

  it('does not take a heading in a code block or a comment for one', () => {
    const text = '## Direction\n```\n### Warnings\nx\n```\n<!--\n### Warnings\ny\n-->\n';
    assert.equal(sectionBody(text, warnings), undefined);
    assert.equal(missingLines(text, withSection(text, warnings, 'w'), '').join(), '');
  });

  const found: readonly (readonly [string, string, SectionPath, string | undefined])[] = [
    ['in other case', '## DIRECTION\n### immediate NEXT action\nx', nextAction, 'x'],
    ['with marks', '## Direction\n### **Immediate Next Action** ###\nx', nextAction, 'x'],
    ['a level deeper', '# S\n### Direction\n#### Immediate Next Action\nx', nextAction, 'x'],
    ['without its parent', '# S\n## Immediate Next Action\nx', nextAction, 'x'],
    ['below a section of a person', '## Notes\n### Warnings\nx', warnings, undefined],
    ['at the right place', '## N\n### Warnings\ny\n## Direction\n### Warnings\nx', warnings, 'x'],
    ['below another known one', '## Accomplished\n### Warnings\nx', warnings, undefined],
    ['of all width', '## Ｄｉｒｅｃｔｉｏｎ\n### Warnings\nx', warnings, 'x'],
    ['in Japanese', '## 方向性\n### 注意事項\nx', warnings, 'x'],
    ['in Korean', '## 방향\n### 주의 사항\nx', warnings, 'x'],
    ['with a number and a colon', '## 1. Direction\n### 1.2) Warnings:\nx', warnings, 'x'],
    ['with a picture', '## 🧭 Direction\n### ⚠️ Warnings\nx', warnings, 'x'],
    ['by its own name first', '## 注意\ny\n## Direction\n### Warnings\nx', warnings, 'x'],
    ['not of sessions before', '## Warnings (previous sessions)\nx', warnings, undefined],
    ['not in a longer name', '## Direction\n### Warnings of the linter\nx', warnings, undefined],
  ];
  for (const [title, text, part, body] of found) {
    it(`finds a section ${title}`, () => {
      assert.equal(sectionBody(text, part), body);
    });
  }

  it('makes what is missing at its place', () => {
    const text = '# S\n\n## Direction\n### Key Decisions\nk\n\n## Notes\nn\n\n## Accomplished\na\n';
    let made = withSection(text, nextAction, 'next');
    made = withSection(made, tone, 'calm');
    made = withSection(made, modifiedFiles, '- `a`');
    made = withSection(made, warnings, 'w');
    assert.equal(
      made,
      '# S\n\n## Direction\n### Immediate Next Action\nnext\n\n### Key Decisions\nk\n\n' +
        '### Warnings\nw\n\n## Session Context\n### Tone and Nuance\ncalm\n\n## Notes\nn\n\n' +
        '## Accomplished\na\n\n### Modified Files\n- `a`\n',
    );
  });

  it('puts a header field in its place', () => {
    const text = '# S\n**Generated**: 2026-01-15\n**Session Goal**: g\n\n## Direction\n';
    assert.equal(
      withHeader(withHeader(text, 'Branch', 'main'), 'Mode', 'auto-draft'),
      '# S\n**Generated**: 2026-01-15\n**Branch**: main\n**Session Goal**: g\n**Mode**: auto-draft\n\n## Direction\n',
    );
    assert.equal(withHeader('hello\n', 'Branch', 'b'), '**Branch**: b\n\nhello\n');
    assert.equal(withHeader('', 'Branch', 'b'), '**Branch**: b\n');
  });

  it('changes one of several fields in a line, and takes out no other', () => {
    const text = '# S\n**Generated**: 2026-01-15 | **Mode**: auto-draft | **Branch**: main\n';
    assert.equal(
      withHeader(withHeader(text, 'Generated', '2026-02-01'), 'Branch', 'b'),
      '# S\n**Generated**: 2026-02-01 | **Mode**: auto-draft | **Branch**: b\n',
    );
    assert.equal(
      withHeader(text, 'Mode', undefined),
      '# S\n**Generated**: 2026-01-15 | **Branch**: main\n',
    );
    assert.equal(
      withHeader(text, 'Generated', undefined),
      '# S\n**Mode**: auto-draft | **Branch**: main\n',
    );
  });

  it('takes no words of a goal for another field', () => {
    const text = withHeader('# S\n', 'Session Goal', 'a | **Mode**: auto-draft');
    assert.equal(headerValue(text, 'Mode'), undefined);
    assert.equal(headerValue(text, 'Session Goal'), 'a | **Mode**: auto-draft');
    assert.equal(parseSessionMarkdown(text).document.mode, 'polished');
  });

  it('keeps the colon of a header as it is written', () => {
    assert.equal(withHeader('**Branch**：a\n', 'Branch', 'b'), '**Branch**：b\n');
    assert.equal(withHeader('ブランチ：a\n', 'Branch', 'b'), 'ブランチ：b\n');
    assert.equal(withHeader('Branch: a\n', 'Branch', 'b'), 'Branch: b\n');
  });

  it('leaves settings of other tools in front', () => {
    const text = '---\ntitle: x\n---\n# S\n';
    assert.equal(withHeader(text, 'Mode', 'm'), '---\ntitle: x\n---\n# S\n**Mode**: m\n');
    assert.equal(withHeader('---\na: b\n---\nhi\n', 'Mode', 'm').slice(0, 13), '---\na: b\n---\n');
  });

  it('begins with all headings of the format', () => {
    assert.equal(
      newSession({
        header: { Generated: '2026-01-15', Mode: 'auto-draft' },
        sections: { nextAction: 'go', accomplished: '- a' },
      }),
      '# Session Handover\n**Generated**: 2026-01-15\n**Mode**: auto-draft\n\n## Direction\n' +
        '### Immediate Next Action\ngo\n\n### Active Goals\n\n### Key Decisions\n\n### Warnings\n\n' +
        '## Session Context\n### Tone and Nuance\n\n### Steering Exceptions\n\n## Accomplished\n- a\n\n' +
        '### Modified Files\n\n## Resume Instructions\n',
    );
  });

  it('reads very many headings in one pass', () => {
    const text = '# a\n## b\n'.repeat(20_000);
    assert.equal(sectionBody(text, warnings), undefined);
  });
});

function headerLine(text: string, name: string): string {
  const names = [name, ...(name === 'Mode' ? ['모드'] : [])].map((each) => `**${each}**`);
  const lines = text.split(/\r\n|\n|\r/);
  return lines.find((line) => names.some((each) => line.includes(each))) ?? '';
}

/** Lines of `before` that `after` has fewer of, without those that were to go. */
function missingLines(before: string, after: string, gone: string): string[] {
  const count = (text: string) => {
    const counts = new Map<string, number>();
    for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    return counts;
  };
  const there = count(after);
  const allowed = count(gone);
  return [...count(before)].flatMap(([line, times]) =>
    line !== '' && (there.get(line) ?? 0) + (allowed.get(line) ?? 0) < times ? [line] : [],
  );
}
