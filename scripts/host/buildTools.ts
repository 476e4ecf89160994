// The compiler that the host's native modules are built with.

import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { findOnPath } from '../process/command';
import type { Progress } from '../process/progress';
import { aptCommand, installSystemPackages } from './systemPackages';

const tools = [
  { package: 'make', programs: ['make'] },
  { package: 'g++', programs: ['g++', 'c++', 'clang++'] },
  { package: 'python3', programs: ['python3'] },
];

function missingTools(): string[] {
  return tools
    .filter(({ programs }) => !programs.some((program) => findOnPath(program)))
    .map((tool) => tool.package);
}

export async function ensureBuildTools(progress: Progress): Promise<void> {
  const missing = missingTools();
  if (missing.length === 0) {
    return;
  }
  const why = await installSystemPackages(missing, progress);
  if (why === undefined && missingTools().length === 0) {
    return;
  }
  const how =
    process.platform === 'darwin' ? 'run: xcode-select --install' : `run: ${aptCommand(missing)}`;
  throw new UserError(
    'build-tools-missing',
    msg(
      'VS Code host, part "build tools": {0} not found, and not installed: {1}.\n{2}\n(or the same with your package manager), then try again.',
      missing.join(', '),
      why ?? 'still missing after the installation',
      how,
    ),
  );
}
