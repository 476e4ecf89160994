import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { plainWords } from '../../../src/core/agents/plainWords';
import { findRepository } from '../../../src/core/git/repository';
import { useScratchFolder } from '../../support/scratchFolder';
import { workRepository } from '../../support/workRepository';

describe('what an agent says to another one', () => {
  const scratch = useScratchFolder();
  const root = (...parts: string[]) => scratch('project', ...parts);
  const words = (message: string, cwd = root()) =>
    plainWords({ root: root(), repository: undefined, home: scratch('home') }, cwd, message);

  beforeEach(() => {
    mkdirSync(root('src'), { recursive: true });
    mkdirSync(scratch('home'));
    writeFileSync(root('src/login.ts'), '');
    writeFileSync(scratch('home/key'), '');
    symlinkSync(scratch('home/key'), root('link'));
    symlinkSync(scratch('home'), root('folder'));
  });

  for (const message of [
    'Mend the log-in, see src/login.ts',
    'See @src/login.ts#L1-2, @README.md and @src/.',
    'someone@example.com wrote @Component() and `@scope/package`',
    '@ key, and @, alone',
    'One\n/two is a path in the second line',
    '--yolo $(touch x)',
    '',
  ]) {
    it(`is left as it is: ${JSON.stringify(message)}`, () => {
      assert.equal(words(message), message);
    });
  }

  for (const [message, expected] of [
    ['/clear', 'Message:\n/clear'],
    [' \n\t/evil x', 'Message:\n \n\t/evil x'],
    ['@/etc/passwd', '@ /etc/passwd'],
    ['See @~/key.', 'See @ ~/key.'],
    ['See @../home/key', 'See @ ../home/key'],
    ['(@src/../../home/key)', '(@ src/../../home/key)'],
    ['See @"../home/key"', 'See @ "../home/key"'],
    ["See @'~/key' too", "See @ '~/key' too"],
    ['@link', '@ link'],
    ['@link, then @link#L1', '@ link, then @ link#L1'],
    ['@folder/key', '@ folder/key'],
    ['/x @~/key', 'Message:\n/x @ ~/key'],
  ] as const) {
    it(`is changed as little as needed: ${JSON.stringify(message)}`, () => {
      assert.equal(words(message), expected);
    });
  }

  it('may name files of the project by their whole path, from any folder of it', () => {
    const message = `@${root('src/login.ts')} @../src/login.ts @login.ts`;
    assert.equal(words(message, root('src')), message);
    assert.equal(words(`@${root('link')}`), `@ ${root('link')}`);
  });

  it('names no file of a folder that is only said to be a working tree', () => {
    workRepository(scratch('work')).git('worktree', 'add', '-q', scratch('tree'));
    mkdirSync(scratch('work/.git/worktrees/forged'));
    writeFileSync(scratch('work/.git/worktrees/forged/gitdir'), scratch('home/.git'));
    const place = {
      root: scratch('work'),
      repository: findRepository(scratch('work')),
      home: scratch('home'),
    };
    const message = `@${scratch('tree/README.md')} @${scratch('home/key')}`;
    const expected = `@${scratch('tree/README.md')} @ ${scratch('home/key')}`;
    assert.equal(plainWords(place, scratch('work'), message), expected);
    // A repository of its own, which does not know of the other one.
    workRepository(scratch('home'));
    assert.equal(plainWords(place, scratch('work'), message), expected);
  });

  it('names no file any more where it names more than anybody would', () => {
    const said = words('@a '.repeat(1_000));
    assert.equal(said.match(/@a/g)?.length, 200);
    assert.equal(said.match(/@ a/g)?.length, 800);
  });
});
