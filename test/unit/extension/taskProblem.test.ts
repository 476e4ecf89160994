import assert from 'node:assert/strict';
import { problemKey, taskProblem } from '../../../src/extension/sources/taskProblem';

describe('the problem that a task found', () => {
  const old = { file: '/p/a.ts', line: 1, message: 'old', source: 'ts' };
  const other = { file: '/p/b.ts', line: 2, message: 'spelling', source: 'cSpell' };
  const its = { file: '/p/c.ts', line: 3, message: 'new', source: 'ts' };
  const nameless = { file: '/p/d.ts', line: 4, message: 'nobody', source: undefined };
  const all = [old, other, nameless, its];
  const before = new Set([problemKey(old)]);

  it('came while it ran, from its matcher', () => {
    assert.equal(taskProblem(all, before, ['$tsc'])?.message, 'new');
    assert.equal(taskProblem(all, new Set(), ['$tsc'])?.message, 'old');
  });

  it('is none of others, nor of a task without a matcher', () => {
    assert.equal(taskProblem(all, before, ['$eslint-stylish']), undefined);
    assert.equal(taskProblem(all, before, []), undefined);
  });
});
