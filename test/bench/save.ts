import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject } from '../../src/core/project';
import { silentLogger } from '../../src/core/support/logger';
import { medianOf, time } from './measure';
import type { Row } from './row';

const runs = 21;
const changedFiles = 5;

/**
 * A quick save beside the git commands it needs, in the same repository and in turns: in a process
 * that is there already, as in VS Code, and as a command, with one start of Node taken off. The
 * bound is 1.3 × the git commands plus a process start.
 */
export async function benchSave(): Promise<Row[]> {
  return [...(await benchRepository(50)), ...(await benchRepository(20_000))];
}

async function benchRepository(files: number): Promise<Row[]> {
  const temporary = realpathSync(tmpdir());
  const root = mkdtempSync(path.join(temporary, 'baton-bench-'));
  const home = mkdtempSync(path.join(temporary, 'baton-bench-home-'));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@example.com',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@example.com',
  };
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
    }
  };
  try {
    createRepository(root, files, run);
    const project = createProject({
      root,
      home,
      env,
      host: 'bench',
      logger: silentLogger,
      now: () => new Date(),
    });
    const times = await interleaved(
      {
        inProcess: () => project.save({ mode: 'quick' }),
        command: () => {
          run(process.execPath, path.resolve('dist/cli.js'), 'save', '--json');
        },
        git: () => {
          run('git', 'status');
          run('git', 'add', '--update');
          run('git', 'commit', '--message', 'WIP');
        },
        start: () => {
          run(process.execPath, '-e', '0');
        },
      },
      (round) => {
        changeFiles(root, round);
      },
    );
    const baseline = 'git status, add -u, commit';
    return [
      {
        name: `save in ${files} files, in VS Code`,
        median: times.inProcess,
        unit: 'ms',
        baseline,
        ratio: times.inProcess / times.git,
      },
      {
        name: `baton save in ${files} files`,
        median: times.command,
        unit: 'ms',
        baseline: `${baseline} (less node -e 0)`,
        ratio: (times.command - times.start) / times.git,
      },
    ];
  } finally {
    rmSync(root, { recursive: true });
    rmSync(home, { recursive: true });
  }
}

const fileAt = (root: string, index: number) =>
  path.join(root, `folder${index % 100}`, `file${index}.txt`);

function createRepository(
  root: string,
  files: number,
  run: (program: string, ...args: string[]) => void,
): void {
  for (let index = 0; index < files; index++) {
    mkdirSync(path.dirname(fileAt(root, index)), { recursive: true });
    writeFileSync(fileAt(root, index), `file ${index}\n`);
  }
  run('git', 'init', '--quiet', '--initial-branch=main');
  run('git', 'config', 'gc.auto', '0');
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--message', 'files');
}

function changeFiles(root: string, round: number): void {
  for (let index = 0; index < changedFiles; index++) {
    writeFileSync(fileAt(root, index), `line of round ${round}\n`.repeat(200));
  }
}

/** The median of each, run in turns; the first round only warms up. */
async function interleaved<K extends string>(
  operations: Readonly<Record<K, () => unknown>>,
  prepare: (round: number) => void,
): Promise<Record<K, number>> {
  const times = new Map<string, number[]>();
  let round = 0;
  for (let turn = 0; turn <= runs; turn++) {
    for (const [name, operation] of Object.entries<() => unknown>(operations)) {
      prepare(round++);
      const taken = await time(operation);
      if (turn > 0) {
        times.set(name, [...(times.get(name) ?? []), taken]);
      }
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, medianOf(all)])) as Record<
    K,
    number
  >;
}
