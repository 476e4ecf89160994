import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failureList } from '../../../scripts/layers/failures';
import { failedLayer } from '../../../scripts/layers/layer';
import { mochaResult } from '../../../scripts/layers/mochaResult';
import { runCommand } from '../../../scripts/process/command';
import { useScratchFolder } from '../../support/scratchFolder';

describe('the failures of a test run', () => {
  const scratch = useScratchFolder();

  it('are not there when nothing failed', () => {
    assert.deepEqual(failureList([{ name: 'unit', passed: 3, failed: 0, skipped: ['a'] }]), []);
  });

  it('are named with their layer, also that of a layer that did not run', () => {
    const failures = [{ title: 'a file is\nread', error: 'one\n\ntwo' }];
    assert.deepEqual(
      failureList([
        { name: 'unit', passed: 3, failed: 1, skipped: [], failures },
        { name: 'e2e', ...failedLayer('No browser.') },
      ]),
      ['Failed:', '  unit: a file is read', '    one', '    two', '  e2e', '    No browser.'],
    );
  });

  it('are never more than the end of a log holds', () => {
    const error = 'x'.repeat(5_000).concat('\nagain'.repeat(100));
    const failures = Array.from({ length: 500 }, (_, index) => ({ title: `no. ${index}`, error }));
    const lines = failureList([{ name: 'unit', passed: 0, failed: 500, skipped: [], failures }]);
    assert.ok(lines.length < 150, String(lines.length));
    assert.ok(lines.every((line) => line.length < 250));
    assert.deepEqual(lines.slice(-2), ['  unit: no. 59', '  and 440 more']);
  });

  for (const jobs of ['1', '2']) {
    it(`come from mocha, with ${jobs} at a time`, async () => {
      const tests = scratch('test');
      mkdirSync(tests);
      writeFileSync(
        path.join(tests, 'a.test.js'),
        `describe('a suite', () => {
           it('fails', () => require('node:assert/strict').equal(1, 2));
           it('does not', () => undefined);
           describe('whose hook', () => {
             before(() => { throw new Error('not ready'); });
             it('is never reached', () => undefined);
           });
         });`,
      );
      const result = scratch('result.json');
      const layer = path.resolve('out/scripts/mochaLayer.js');
      const ended = await runCommand(process.execPath, [layer, tests, result], {
        env: { ...process.env, BATON_TEST_JOBS: jobs },
        timeoutMs: 60_000,
      });
      const list = failureList([{ name: 'unit', ...mochaResult(result, ended.reason) }]).join('\n');
      assert.match(list, /^ {2}unit: a suite fails\n {4}Expected values to be strictly equal:$/m);
      assert.match(list, /^ {4}1 !== 2\n {4}at .*a\.test\.js:2:/m);
      assert.match(list, /^ {2}unit: a suite whose hook "before all" hook.*\n {4}not ready$/m);
    });
  }

  it('of both hosts are at the end of what CI prints', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    mkdirSync(scratch('.ci'));
    mkdirSync(scratch('bin'));
    copyFileSync('.ci/run', scratch('.ci', 'run'));
    const npm = `#!/bin/sh
case "$*" in
  ci) ;;
  'test -- --complete') printf '%s\\n' 'Failed: not this' 'Failed:' '  unit: a' '    why' '5 passed, 1 failed, 2 skipped' 'after'; exit 1 ;;
  'run test:oldest') printf '%s\\n' 'before' 'Failed:' '  e2e: b' '7 passed, 1 failed'; exit 1 ;;
esac
`;
    writeFileSync(scratch('bin', 'npm'), npm, { mode: 0o755 });
    const ended = await runCommand('bash', [scratch('.ci', 'run')], {
      env: {
        ...process.env,
        PATH: `${scratch('bin')}${path.delimiter}${process.env.PATH ?? ''}`,
      },
      timeoutMs: 60_000,
    });
    assert.equal(ended.reason, 'exit code 1');
    const [, end] = ended.output.split('7 passed, 1 failed\n');
    assert.equal(
      end,
      [
        '',
        'Failed:',
        '  unit: a',
        '    why',
        'Failed:',
        '  e2e: b',
        'Both hosts:',
        '12 passed, 2 failed, 2 skipped',
        '',
      ].join('\n'),
    );
  });
});
