import { execFileSync } from 'node:child_process';

/** Runs the real git, with an identity of its own and none of the machine's configuration. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: cwd,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@example.com',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@example.com',
    },
  }).trim();
}

export function initRepository(directory: string, branch = 'main'): void {
  git(directory, 'init', '-q', '-b', branch);
}

export function commitAll(directory: string, message = 'commit'): string {
  git(directory, 'add', '-A');
  git(directory, 'commit', '-q', '--allow-empty', '-m', message);
  return git(directory, 'rev-parse', 'HEAD');
}
