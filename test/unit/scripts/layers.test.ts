import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type LayerResult, summaryLine } from '../../../scripts/layers/layer';
import { mochaResult } from '../../../scripts/layers/mochaResult';
import { parseTestOptions } from '../../../scripts/layers/testOptions';
import { runCommand } from '../../../scripts/process/command';

describe('test run', () => {
  const result = (passed: number, failed: number, ...skipped: string[]): LayerResult => ({
    passed,
    failed,
    skipped,
  });

  it('sums up all layers in one line', () => {
    assert.equal(summaryLine([result(1, 0), result(12, 2)]), '13 passed, 2 failed');
    assert.equal(summaryLine([result(1, 0, 'a', 'b')]), '1 passed, 0 failed, 2 skipped');
    assert.equal(summaryLine([]), '0 passed, 0 failed');
  });

  it('looks at the source with the current host only', () => {
    const all = ['lint', 'types', 'unit', 'claude', 'agents', 'integration', 'e2e'];
    assert.deepEqual(parseTestOptions([]).layers, all);
    assert.deepEqual(parseTestOptions(['--host', 'oldest']).layers, ['integration', 'e2e']);
    assert.deepEqual(parseTestOptions(['--only', 'unit']).layers, ['unit']);
  });

  it('fetches for a layer what is not there only when asked to', () => {
    assert.equal(parseTestOptions([]).complete, false);
    assert.equal(parseTestOptions(['--complete']).complete, true);
    assert.equal(parseTestOptions(['--only', 'claude']).complete, true);
    assert.equal(parseTestOptions(['--complete', '--host', 'oldest']).host, 'oldest');
  });

  for (const argv of [['--host', 'newest'], ['--only', 'all'], ['--only'], ['unit']]) {
    it(`refuses ${argv.join(' ')}`, () => {
      assert.throws(() => parseTestOptions(argv), /Usage:/);
    });
  }

  describe('result of mocha', () => {
    let directory: string;
    before(() => {
      directory = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-layers-'));
    });
    after(() => {
      rmSync(directory, { recursive: true, force: true });
    });

    const cases: [name: string, file: object | undefined, ended: string, failed: number][] = [
      ['passed', { passed: 3, failed: 0, skipped: [] }, '', 0],
      ['failed', { passed: 1, failed: 2, skipped: [] }, 'exit code 1', 2],
      ['passed and then crashed', { passed: 3, failed: 0, skipped: [] }, 'ended by SIGSEGV', 1],
      ['ran no test', { passed: 0, failed: 0, skipped: [] }, '', 1],
      ['skipped every test', { passed: 0, failed: 0, skipped: ['a'] }, '', 1],
      ['left no result', undefined, '', 1],
    ];
    for (const [name, counts, ended, failed] of cases) {
      it(`counts ${failed} failed when the layer ${name}`, () => {
        const file = path.join(directory, `${name}.json`);
        if (counts !== undefined) {
          writeFileSync(file, JSON.stringify(counts));
        }
        assert.equal(mochaResult(file, ended).failed, failed);
      });
    }
  });

  describe('command', () => {
    const node = (program: string, timeoutMs = 10_000) =>
      runCommand(process.execPath, ['-e', program], { timeoutMs });

    it('says how it ended', async () => {
      assert.deepEqual(await node('console.log(1)'), { ok: true, output: '1\n', reason: '' });
      assert.equal((await node('process.exit(3)')).reason, 'exit code 3');
      assert.equal((await node("process.kill(process.pid, 'SIGKILL')")).reason, 'ended by SIGKILL');
      const missing = await runCommand('/no/such/program', [], { timeoutMs: 1_000 });
      assert.match(missing.reason, /ENOENT/);
    });

    it('ends when its time is up', async () => {
      const late = await node('setInterval(() => {}, 1000)', 200);
      assert.deepEqual([late.ok, late.reason], [false, 'no end after 0 s']);
    });
  });
});
