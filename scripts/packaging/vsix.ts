// Makes the .vsix that users install. It never asks, so that it runs in CI.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { runCommand, tailOf } from '../process/command';
import { projectRoot } from '../process/projectRoot';

export function vsixPath(): string {
  const manifest = readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  return path.join(projectRoot, `${name}-${version}.vsix`);
}

export async function createVsix(target: string): Promise<void> {
  const result = await runCommand(
    process.execPath,
    [
      path.join(projectRoot, 'node_modules', '@vscode', 'vsce', 'vsce'),
      'package',
      ...['--out', target],
      // The bundles hold their dependencies.
      '--no-dependencies',
      '--allow-missing-repository',
      '--no-rewrite-relative-links',
    ],
    { cwd: projectRoot, timeoutMs: 3 * 60_000 },
  );
  if (!result.ok) {
    throw new UserError(
      'package',
      msg('The .vsix was not made: {0}\n{1}', result.reason, tailOf(result.output)),
    );
  }
}
