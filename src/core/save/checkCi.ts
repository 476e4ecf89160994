// The latest CI run of the branch, from GitHub's own command line where it is installed.

import { execFile } from 'node:child_process';
import { msg } from '../support/message';
import { oneLine } from '../support/plainText';
import type { Check } from './checks';

export interface CiOptions {
  readonly root: string;
  readonly branch: string;
  readonly commit: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly signal?: AbortSignal | undefined;
}

const name = 'ci';

export async function checkCi(options: CiOptions): Promise<Check> {
  const skip = (detail: Check['detail']): Check => ({ name, status: 'skip', detail });
  const asked = await latestRun(options);
  if (asked.kind === 'missing') {
    return skip(msg('The GitHub CLI (gh) is not installed, so CI was not looked at.'));
  }
  if (asked.kind === 'failed') {
    return skip(msg('gh could not tell the result of CI: {0}', oneLine(asked.reason)));
  }
  const run = parseRun(asked.output);
  if (!run) {
    return skip(msg('CI has not run on this branch yet.'));
  }
  if (run.headSha !== undefined && run.headSha !== options.commit) {
    return skip(
      msg('CI has not run on this commit yet; its latest run is of {0}.', run.headSha.slice(0, 7)),
    );
  }
  if (run.status !== 'completed') {
    return skip(msg('CI is still running on this branch ({0}).', run.status));
  }
  switch (run.conclusion) {
    case 'success':
      return { name, status: 'pass', detail: msg('The latest CI run of this branch passed.') };
    case 'skipped':
    case 'neutral':
      return skip(msg('The latest CI run of this branch did nothing ({0}).', run.conclusion));
    default:
      return {
        name,
        status: 'fail',
        detail: msg('The latest CI run of this branch ended with "{0}".', run.conclusion),
      };
  }
}

type Asked =
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'answered'; readonly output: string };

function latestRun({ root, branch, env, signal }: CiOptions): Promise<Asked> {
  const args = [
    'run',
    'list',
    '--limit',
    '1',
    '--json',
    'status,conclusion,headSha',
    '--branch',
    branch,
  ];
  return new Promise((resolve) => {
    execFile(
      'gh',
      args,
      {
        cwd: root,
        env: { ...env, GH_PROMPT_DISABLED: '1', NO_COLOR: '1' },
        timeout: 30_000,
        windowsHide: true,
        ...(signal && { signal }),
      },
      (error, stdout, stderr) => {
        if (!error) {
          resolve({ kind: 'answered', output: stdout });
        } else if (error.code === 'ENOENT') {
          resolve({ kind: 'missing' });
        } else {
          resolve({ kind: 'failed', reason: stderr || error.message });
        }
      },
    );
  });
}

interface CiRun {
  readonly status: string;
  readonly conclusion: string;
  readonly headSha: string | undefined;
}

function parseRun(output: string): CiRun | undefined {
  try {
    const runs: unknown = JSON.parse(output);
    const run = Array.isArray(runs) ? (runs[0] as Record<string, unknown> | undefined) : undefined;
    const headSha = typeof run?.headSha === 'string' ? run.headSha : undefined;
    return run && { status: String(run.status), conclusion: String(run.conclusion), headSha };
  } catch {
    return undefined;
  }
}
