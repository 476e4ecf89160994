import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { baton, json } from '../../support/baton';
import { useBlockerProject } from '../../support/blockerProject';
import { useSmallDisk } from '../../support/smallDisk';

describe('a run of an agent on a full disk', function () {
  this.timeout(60_000);
  const mount = useSmallDisk();
  const { scratch, repository } = useBlockerProject();

  it('brings its answer, and its log says as much as there was room for', function () {
    mount(this, scratch('disk'));
    const { root } = repository();
    // Eight times as much as there is room for, then a word.
    const script = `for (let n = 0; n < 8; n++) console.log('x'.repeat(1 << 20)); console.log('Done')`;
    const helper = { command: process.execPath, headless: ['-e', script] };
    const run = baton(root, ['agent', 'run', 'helper', 'Hello', '--json'], {
      BATON_AGENTS: JSON.stringify({ helper }),
      BATON_HOME: scratch('disk'),
      HOME: scratch('home'),
    });
    const answer = json<{ outcome: string; text: string; isCut: boolean; logFile: string }>(run);
    assert.deepEqual([run.code, answer.outcome, answer.isCut], [0, 'answered', true]);
    assert.equal(path.relative(scratch('disk'), answer.logFile).startsWith('..'), false);
    assert.ok(statSync(answer.logFile).size > 0);
  });
});
