import assert from 'node:assert/strict';
import { parseLenient } from '../../../src/core/schemas/lenient';
import { sessionStateSchema } from '../../../src/core/schemas/sessionState';
import { render } from '../../../src/core/support/message';

function read(input: unknown) {
  const { value, problems } = parseLenient(sessionStateSchema, input);
  return { value, problems: problems.map((problem) => render(problem)) };
}

describe('lenient reading', () => {
  it('keeps everything of a good value, unknown fields too', () => {
    const state = {
      mode: 'quick',
      mine: { a: [1] },
      task_progress: { completed: 1, total: 2, percentage: 50, eta: 'soon' },
    };
    assert.deepEqual(read(state), { value: state, problems: [] });
  });

  it('leaves out only what does not fit, and says so', () => {
    const { value, problems } = read({
      mode: 'fast',
      working_on: 'x',
      next_steps: ['a', 1, 'b', null],
      task_progress: { completed: 'many', total: 2, percentage: 0 },
    });
    assert.deepEqual(value, { working_on: 'x', next_steps: ['a', 'b'] });
    assert.deepEqual(problems, [
      '"mode" is left out: expected "quick" | "sync" | "full", found "fast".',
      '"next_steps[1]" is left out: expected string, found 1.',
      '"next_steps[3]" is left out: expected string, found null.',
      '"task_progress.completed" is missing, so "task_progress" is left out.',
      '"task_progress.completed" is left out: expected number, found "many".',
    ]);
  });

  it('does not change what it was given', () => {
    const input = { mode: 'fast' };
    read(input);
    assert.deepEqual(input, { mode: 'fast' });
  });

  for (const input of [null, 'text', 3, []]) {
    it(`finds nothing in ${JSON.stringify(input)}`, () => {
      const { value, problems } = read(input);
      assert.equal(value, undefined);
      assert.deepEqual(problems, ['It is not an object with the expected fields.']);
    });
  }

  it('ends on a file with thousands of bad fields', () => {
    assert.equal(read({ next_steps: Array.from({ length: 5000 }, () => 1) }).value, undefined);
  });
});
