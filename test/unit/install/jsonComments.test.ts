import assert from 'node:assert/strict';
import { hookEvents, hookGroup } from '../../../src/core/install/hookEntries';
import type { SettingsRecord } from '../../../src/core/install/installRecord';
import { commentsIn, withoutComments } from '../../../src/core/install/jsonComments';
import { editToInstall, editToUninstall } from '../../../src/core/install/settingsEdit';
import { addHooks, findHooks, removeHooks } from '../../../src/core/install/settingsHooks';
import { createRandom, randomlyWritten, randomObject } from '../../support/generatedJson';

describe('comments in settings', function () {
  this.timeout(30_000);
  const file = 'settings.json';
  const call = { launcher: '/home/dev/data/bin/baton', scope: 'local', platform: 'linux' } as const;
  const wanted = hookEvents.map((event) => ({ ...event, group: hookGroup(event, call) }));
  const nothing: SettingsRecord = { made: [], inside: [] };

  function add(text: string, known?: SettingsRecord) {
    return editToInstall(text, known, findHooks(text, file).length > 0, (now) =>
      addHooks(now, file, wanted),
    );
  }
  function remove(text: string, known: SettingsRecord | undefined): string {
    const facts = { file, known, otherwise: nothing, isOursLeft: () => false };
    return editToUninstall(text, facts, (now) => removeHooks(now, file)).text ?? '';
  }
  const valueOf = (text: string) =>
    JSON.parse(withoutComments(text).replace('\uFEFF', '')) as Record<string, unknown>;

  const files: Record<string, string> = {
    'behind the last value': '{\n  "model": "opus" // mine, too\n}\n',
    'behind it, in a block': '{\n\t"model": "opus" /* mine */\n}',
    'behind it, with Windows line ends': '{\r\n  "a": {}, // one\r\n  "b": [] // two\r\n}\r\n',
    'before the first value': '{ // all of it\n  /* a */ "a": 1\n}',
    'around everything': '// head\n{\n  "a": 1\n}\n// foot',
    'in an empty object': '{\n  // nothing yet\n}\n',
    'in empty hooks': '{"hooks": { /* none */ }, "b": 1}',
    'in an empty list': '{\n  "hooks": {\n    "Stop": [\n      // none\n    ]\n  }\n}\n',
    'that look like values': '{\n  "a": "// no /* comment */", // "hooks": {}\n  "b": 1 /* , */\n}',
    'between hooks of others':
      '{"hooks": {"Stop": [ // lint\n {"hooks": [{"type": "command", "command": "lint"}]} /* end */ ]}}',
    'on one line': '{"a": 1 /* one */}',
    'to the end of a file of one line': '{"a": 1} // all',
  };
  for (const [name, before] of Object.entries(files)) {
    it(`stay as they were ${name}`, () => {
      const { text, record } = add(before);
      assert.ok(text);
      assert.equal(findHooks(text, file).length, hookEvents.length);
      assert.deepEqual(commentsIn(text), commentsIn(before));
      assert.deepEqual(add(text, record), { text, record });
      assert.equal(remove(text, record), before);
    });
  }

  it('belong to the value on their line', () => {
    const { text } = add('{\n  "model": "opus" // the large one\n}\n');
    assert.match(text ?? '', /"model": "opus", \/\/ the large one\n {2}"hooks": \{\n/);
  });

  it('stay when they were written beside ours since', () => {
    const { text, record } = add('{\n  "a": 1\n}\n');
    const edited = (text ?? '')
      .replace('"hooks": {', '"hooks": { // of Baton, I think')
      .replace(/\n\}\n$/, ',\n  // my theme\n  "theme": "dark" // at night\n}\n');
    const after = remove(edited, record);
    assert.deepEqual(commentsIn(after), commentsIn(edited));
    assert.deepEqual(valueOf(after), { a: 1, hooks: {}, theme: 'dark' });
  });

  it('stay as they were in generated files', () => {
    const random = createRandom(5);
    let commented = 0;
    for (let round = 0; round < 600; round++) {
      const value: Record<string, unknown> = { ...randomObject(random, 3) };
      if (random(2) === 0) {
        value.hooks = Object.fromEntries(
          hookEvents.filter(() => random(4) === 0).map(({ name }) => [name, []]),
        );
      }
      const before = withComments(randomlyWritten(value, random), random);
      commented += commentsIn(before).length > 0 ? 1 : 0;
      const { text, record } = add(before);
      assert.ok(text);
      assert.deepEqual(commentsIn(text), commentsIn(before), before);
      const { hooks, ...others } = valueOf(text);
      assert.equal(Object.keys(hooks as object).length, hookEvents.length);
      delete value.hooks;
      assert.deepEqual(others, value);
      assert.equal(remove(text, record), before);
    }
    assert.ok(commented > 300);
  });

  /** Behind some of the signs of a text, wherever they are not in a string. */
  function withComments(text: string, random: (below: number) => number): string {
    return text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (found) => {
      if (found.startsWith('"') || random(6) > 0) {
        return found;
      }
      const comments = ['// c, "x"\n', '/* {"d": [1]} */', ' // e\r\n\t', '/*\n*/\n  '];
      return found + (comments[random(comments.length)] ?? '');
    });
  }
});
