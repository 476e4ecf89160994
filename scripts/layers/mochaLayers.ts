// The layers that run tests on plain mocha: unit, end to end, and with the CLIs of agents.

import path from 'node:path';
import { runCommand } from '../process/command';
import { projectRoot } from '../process/projectRoot';
import type { LayerResult } from './layer';
import { mochaResult } from './mochaResult';

export interface MochaLayer {
  folder: 'unit' | 'e2e' | 'claude' | 'agents';
  /** For the result file. */
  work: string;
  env: NodeJS.ProcessEnv;
  /** For one test. */
  testMs: number;
  /** For all of them. */
  layerMs: number;
  /** How many files at a time; one unless told. */
  jobs?: number;
  /** Goes before the command line. */
  prefix?: readonly string[];
}

export async function mochaLayer(layer: MochaLayer): Promise<LayerResult> {
  const resultFile = path.join(layer.work, `${layer.folder}.json`);
  const script = path.join(projectRoot, 'out', 'scripts', 'mochaLayer.js');
  const folder = path.join(projectRoot, 'out', 'test', layer.folder);
  const node = [process.execPath, '--enable-source-maps', script, folder, resultFile];
  const [command = process.execPath, ...args] = [...(layer.prefix ?? []), ...node];
  const ended = await runCommand(command, args, {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...layer.env,
      BATON_TEST_MS: String(layer.testMs),
      BATON_TEST_JOBS: String(layer.jobs ?? 1),
    },
    timeoutMs: layer.layerMs,
    onOutput: (text) => process.stdout.write(text),
  });
  return mochaResult(resultFile, ended.reason);
}
