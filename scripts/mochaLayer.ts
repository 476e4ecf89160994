// Runs one folder of built tests on plain mocha, for scripts/test.ts:
// mochaLayer.js <folder> [result file]

import path from 'node:path';
import { runMocha } from '../test/support/mochaRun';
import { runScript } from './process/lifetime';

void runScript(async () => {
  const [directory = '.', resultFile] = process.argv.slice(2);
  const { failed } = await runMocha({
    directory: path.resolve(directory),
    resultFile,
    timeoutMs: Number(process.env.BATON_TEST_MS ?? 10_000),
    forbidOnly: process.env.BATON_FORBID_ONLY === '1',
    jobs: Number(process.env.BATON_TEST_JOBS ?? 1),
  });
  return failed === 0 ? 0 : 1;
});
