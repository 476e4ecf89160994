import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { medianOf, time } from './measure';
import type { Row } from './row';

const runs = 21;
const changedFiles = 5;

/**
 * A quick save beside the git commands it needs and one start of Node, in the same repository and in
 * turns. The bound is 1.3 × the git commands plus the start.
 */
export async function benchSave(): Promise<Row[]> {
  return [...(await benchRepository(50)), ...(await benchRepository(20_000))];
}

async function benchRepository(files: number): Promise<Row[]> {
  const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const home = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-home-'));
  const env = {
    PATH: process.env.PATH,
    HOME: realpathSync(tmpdir()),
    // Its cache of compiled code, as in any but the very first run.
    BATON_HOME: home,
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
  const file = (index: number) => path.join(root, `folder${index % 100}`, `file${index}.txt`);
  let version = 0;
  const change = () => {
    version++;
    for (let index = 0; index < changedFiles; index++) {
      writeFileSync(file(index), `line of version ${version}\n`.repeat(200));
    }
  };
  try {
    for (let index = 0; index < files; index++) {
      mkdirSync(path.dirname(file(index)), { recursive: true });
      writeFileSync(file(index), `file ${index}\n`);
    }
    run('git', 'init', '--quiet', '--initial-branch=main');
    run('git', 'config', 'gc.auto', '0');
    run('git', 'add', '--all');
    run('git', 'commit', '--quiet', '--message', 'files');
    const save = () => {
      run(process.execPath, path.resolve('dist/cli.js'), 'save', '--json');
    };
    const bare = () => {
      run('git', 'status');
      run('git', 'add', '--update');
      run('git', 'commit', '--message', 'WIP');
    };
    const start = () => {
      run(process.execPath, '-e', '0');
    };
    change();
    save();
    const saveMs: number[] = [];
    const bareMs: number[] = [];
    const startMs: number[] = [];
    for (let round = 0; round < runs; round++) {
      change();
      saveMs.push(await time(save));
      change();
      bareMs.push(await time(bare));
      startMs.push(await time(start));
    }
    const median = medianOf(saveMs);
    return [
      {
        name: `baton save in ${files} files`,
        median,
        unit: 'ms',
        baseline: 'git status, add -u, commit (a start of Node taken off)',
        ratio: (median - medianOf(startMs)) / medianOf(bareMs),
      },
    ];
  } finally {
    rmSync(root, { recursive: true });
    rmSync(home, { recursive: true });
  }
}
