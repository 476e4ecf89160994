import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { compare } from './measure';
import type { Row } from './row';

const runs = 31;

/** What a verb costs beyond starting Node at all. */
export async function benchCommandLine(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`${args.join(' ')}: ${stderr}`);
    }
  };
  const empty = () => {
    run('-e', '0');
  };
  const verb = (...args: string[]) => {
    run(path.resolve('dist/cli.js'), ...args);
  };
  try {
    await createSampleProject(folder);
    const nothing = 'node -e 0';
    return [
      await compare(
        runs,
        'baton --version',
        () => {
          verb('--version');
        },
        nothing,
        empty,
      ),
      await compare(
        runs,
        'baton env --json',
        () => {
          verb('env', '--json');
        },
        nothing,
        empty,
      ),
      await compare(
        runs,
        'baton status --json',
        () => {
          verb('status', '--json');
        },
        nothing,
        empty,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
