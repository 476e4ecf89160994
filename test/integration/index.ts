// Runs inside VS Code's extension host, which loads this file and waits for run().

import { markVariable, markedConsole } from '../../scripts/host/suiteConsole';
import { runMocha } from '../support/mochaRun';

export async function run(): Promise<void> {
  if (process.env[markVariable] === '1') {
    globalThis.console = markedConsole(console);
  }
  const { passed, failed } = await runMocha({
    directory: __dirname,
    resultFile: process.env.BATON_RESULT_FILE,
    timeoutMs: 30_000,
    forbidOnly: process.env.BATON_FORBID_ONLY === '1',
  });
  if (failed > 0 || passed === 0) {
    throw new Error(`${passed} passed, ${failed} failed`);
  }
}
