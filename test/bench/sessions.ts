import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSession } from '../../src/core/sessions/openSession';
import { blockingFileSystem } from '../../src/core/stores/atomicFile';
import { livePlace, processes } from '../support/livePlace';
import { compare } from './measure';
import type { Row } from './row';

const runs = 31;
const sessions = 1_000;

/** Bound: 5 × `node -e 0`. All of them live, so that each has to be looked at and none goes. */
export async function benchSessions(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const root = path.join(folder, 'project');
  const env = { PATH: process.env.PATH, HOME: folder, BATON_HOME: path.join(folder, 'data') };
  const start = (...args: string[]) => {
    const options = { cwd: root, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    if (status !== 0) {
      throw new Error(stderr);
    }
    return stdout;
  };
  const sweep = () => {
    const text = start(path.resolve('dist/cli.js'), 'sessions', 'sweep', '--json');
    const { seen, removed } = JSON.parse(text) as { seen: number; removed: string[] };
    if (seen !== sessions || removed.length > 0) {
      throw new Error(`Swept ${seen}, removed ${removed.length}.`);
    }
  };
  try {
    mkdirSync(root);
    spawnSync('git', ['init', '--quiet', root]);
    const place = { ...livePlace(root), fs: blockingFileSystem };
    for (let count = 0; count < sessions; count++) {
      const agentSession = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
      // Each in a process of its own, as far as anybody can tell.
      const process = { ...processes.alive(), pid: processes.alive().pid + count };
      await openSession(place, { agent: 'claude', agentSession, process });
    }
    sweep();
    const ours = `baton sessions sweep, ${sessions} sessions`;
    return [await compare(runs, ours, sweep, 'node -e 0', () => start('-e', '0'))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
