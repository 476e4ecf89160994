import assert from 'node:assert/strict';
import { mentionOf, type Task } from '../../../src/core/save/mention';

describe('mention of a task', () => {
  const task: Task = {
    workingOn: 'Login form',
    openspec: '00027',
    title: 'User authentication',
    branch: 'feature/user-auth',
  };
  const cases: [what: string, text: string, words: string | undefined][] = [
    ['the number', '- #00027 is next', '00027'],
    ['the title, whatever its case and spacing', 'USER\n  authentication', 'User authentication'],
    ['what is worked on', '- [ ] login form', 'Login form'],
    ['the branch', 'see user-auth', 'user-auth'],
    ['the branch as words', 'the user auth work', 'user auth'],
    ['nothing of it', 'something else', undefined],
    ['a longer number', 'see 1000273', undefined],
    ['a part of a word', 'the prelogin forms', undefined],
    ['an empty text', '', undefined],
  ];
  for (const [what, text, words] of cases) {
    it(`by ${what}`, () => {
      assert.equal(mentionOf(text, task), words);
    });
  }

  it('does not take the name of a branch that everybody has', () => {
    const plain = { workingOn: '', openspec: null, title: undefined, branch: 'main' };
    assert.equal(mentionOf('the main thing', plain), undefined);
  });
});
