import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { longLog } from './longLog';
import { compare } from './measure';
import type { Row } from './row';

const runs = 31;
const decisions = 10_000;

/** What it costs to see a long log, beyond starting Node at all. */
export async function benchDecisions(): Promise<Row[]> {
  const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const handover = path.join(root, '.claude', 'sdd', 'handover');
  mkdirSync(handover, { recursive: true });
  writeFileSync(path.join(handover, 'decisions.md'), longLog(decisions));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) {
      throw new Error(`${args.join(' ')}: ${stderr}`);
    }
    return stdout;
  };
  const empty = () => run('-e', '0');
  const list = (...args: string[]) => {
    const shown = run(path.resolve('dist/cli.js'), 'decision', 'list', ...args);
    if (!shown.includes(`D${decisions}`)) {
      throw new Error('The last decision is missing.');
    }
  };
  try {
    return [
      await compare(
        runs,
        `baton decision list, ${decisions} decisions`,
        () => {
          list();
        },
        'node -e 0',
        empty,
      ),
      await compare(
        runs,
        `baton decision list --json, ${decisions} decisions`,
        () => {
          list('--json');
        },
        'node -e 0',
        empty,
      ),
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}
