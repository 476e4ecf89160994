// The layers that look at the source only: one check passed or failed each.

import path from 'node:path';
import { runCommand } from '../process/command';
import { projectRoot } from '../process/projectRoot';
import { type LayerResult, failedLayer } from './layer';

const checkMs = 5 * 60_000;

export function lint(): Promise<LayerResult> {
  return check([
    ['eslint/bin/eslint.js', '.', '--max-warnings', '0'],
    ['prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn'],
  ]);
}

export function types(): Promise<LayerResult> {
  return check([['typescript/bin/tsc'], ['typescript/bin/tsc', '-p', 'src/webview']]);
}

/** The output comes at once, when a command failed, because checks run side by side. */
async function check(commands: readonly [string, ...string[]][]): Promise<LayerResult> {
  const problems: string[] = [];
  for (const [script, ...args] of commands) {
    const file = path.join(projectRoot, 'node_modules', script);
    const result = await runCommand(process.execPath, [file, ...args], {
      cwd: projectRoot,
      timeoutMs: checkMs,
    });
    if (!result.ok) {
      problems.push(`${path.basename(script)}: ${result.reason}\n${result.output.trim()}`);
    }
  }
  return problems.length === 0
    ? { passed: 1, failed: 0, skipped: [] }
    : failedLayer(problems.join('\n\n'));
}
