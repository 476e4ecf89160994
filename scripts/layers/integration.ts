// The layer that runs inside VS Code, through @vscode/test-electron: in the browser-hosted VS Code
// by way of our launcher, or in the desktop one that it downloads.

import { chmodSync } from 'node:fs';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { describeError } from '../../src/core/support/errors';
import { projectRoot } from '../process/projectRoot';
import { createSampleProject } from '../sample/sampleProject';
import { type LayerResult, failedLayer } from './layer';
import { mochaResult } from './mochaResult';

export interface IntegrationLayer {
  desktop: boolean;
  work: string;
  env: Record<string, string>;
}

export async function integration(layer: IntegrationLayer): Promise<LayerResult> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (layer.desktop && process.platform === 'linux' && !(DISPLAY ?? WAYLAND_DISPLAY)) {
    return failedLayer(
      'The desktop VS Code needs a display. Without one: xvfb-run -a npm run test:electron',
    );
  }
  const workspace = path.join(layer.work, 'workspace');
  await createSampleProject(workspace);
  const resultFile = path.join(layer.work, 'integration.json');
  const ended = await runTests({
    ...(layer.desktop ? {} : { vscodeExecutablePath: launcher() }),
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: path.join(projectRoot, 'out', 'test', 'integration', 'index.js'),
    extensionTestsEnv: {
      ...layer.env,
      BATON_RESULT_FILE: resultFile,
      BATON_HOME: path.join(layer.work, 'data'),
    },
    launchArgs: [
      workspace,
      '--disable-extensions',
      `--user-data-dir=${path.join(layer.work, 'user')}`,
    ],
  }).then(
    () => '',
    (error: unknown) => describeError(error),
  );
  return mochaResult(resultFile, ended);
}

function launcher(): string {
  const file = path.join(projectRoot, 'out', 'scripts', 'vscodeLauncher.js');
  chmodSync(file, 0o755);
  return file;
}
