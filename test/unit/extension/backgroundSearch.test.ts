import assert from 'node:assert/strict';
import path from 'node:path';
import { createBackgroundSearch } from '../../../src/extension/search/backgroundSearch';
import { UserError } from '../../../src/core/support/errors';
import { handover, useSearchProject } from '../../support/searchProject';

// The built thread of the window.
describe('a search in the background', function () {
  this.timeout(30_000);
  const { root, scratch, write, tell, lines } = useSearchProject();
  const program = path.resolve('dist/searchWorker.js');
  const before = process.env.BATON_HOME;
  const ask = () => ({
    root: root(),
    home: scratch('home'),
    sddDirectory: undefined,
    typed: 'needle',
    limit: 10,
  });
  beforeEach(() => {
    process.env.BATON_HOME = scratch('data');
  });
  afterEach(() => {
    if (before === undefined) {
      delete process.env.BATON_HOME;
    } else {
      process.env.BATON_HOME = before;
    }
  });

  it('that is cancelled in the midst of a first build leaves the way free for the next', async () => {
    for (let number = 0; number < 300; number++) {
      write(`${handover}/sessions/${number}.md`, `needle ${'word '.repeat(20_000)}\n`);
    }
    tell(1, lines(1).prompt('needle'));
    const first = createBackgroundSearch(program);
    const told = new Promise<void>((resolve, reject) => {
      const cancelled = first.find(ask(), () => {
        first.dispose();
      });
      cancelled.then(
        () => {
          reject(new Error('It was done already.'));
        },
        (error: unknown) => {
          assert.ok(UserError.is(error, 'cancelled'));
          resolve();
        },
      );
    });
    await told;
    const second = createBackgroundSearch(program);
    try {
      assert.equal((await second.find(ask(), () => undefined)).total, 301);
    } finally {
      second.dispose();
    }
  });

  it('tells what a person can mend in the words of the one who found it', async () => {
    const search = createBackgroundSearch(program);
    try {
      await assert.rejects(
        search.find({ ...ask(), typed: '***' }, () => undefined),
        {
          name: 'UserError',
          reason: 'usage',
        },
      );
    } finally {
      search.dispose();
    }
  });
});
