// Pushes a branch without ever asking, and says why when it did not work.

import type { Git } from '../git/git';
import type { GitOutput } from '../git/gitFailure';
import type { GitStatus } from '../git/gitStatus';
import { readRef, type Repository } from '../git/repository';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { toDetail } from './commitProblem';

export interface PushTarget {
  readonly remote: string;
  readonly branch: string;
  readonly hasUpstream: boolean;
  /** Others build on it, so a person is asked first. */
  readonly isDefaultBranch: boolean;
}

export interface PushFailure {
  /** Stable, for programs. */
  readonly reason: string;
  readonly message: Message;
  /** What git said. */
  readonly detail: string;
  /** The option of the command line that goes further. */
  readonly option?: string;
}

/**
 * Where a push would go; undefined where there is no such remote. The upstream of a branch is not
 * it: a branch that was begun from somebody else's repository follows that one.
 */
export async function pushTarget(
  git: Git,
  { upstream }: Pick<GitStatus, 'upstream'>,
  branch: string,
): Promise<PushTarget | undefined> {
  const remote = await configuredRemote(git, branch);
  const remotes = (await git.run(['remote'])).split('\n');
  if (!remotes.includes(remote)) {
    return undefined;
  }
  const isDefaultBranch = branch === (await defaultBranch(git, remote, branch));
  return { remote, branch, hasUpstream: upstream !== null, isDefaultBranch };
}

/** origin, unless the user told git otherwise. */
async function configuredRemote(git: Git, branch: string): Promise<string> {
  for (const key of [`branch.${branch}.pushRemote`, 'remote.pushDefault']) {
    const { stdout } = await git.ask(['config', '--get', key]);
    if (stdout.trim() !== '') {
      return stdout.trim();
    }
  }
  return 'origin';
}

/** Whether origin has the commit, as far as is known without asking it. */
export function isOnRemote(
  repository: Repository | undefined,
  status: GitStatus | undefined,
): boolean {
  if (!repository || !status?.branch || status.commit === null) {
    return false;
  }
  const name = `origin/${status.branch}`;
  return status.upstream === name
    ? status.ahead === 0
    : readRef(repository, `refs/remotes/${name}`) === status.commit;
}

/** As the remote says it, else by the usual names. */
async function defaultBranch(git: Git, remote: string, branch: string): Promise<string> {
  const head = `refs/remotes/${remote}/HEAD`;
  const known = await git.ask(['symbolic-ref', '--quiet', head]);
  if (known.code === 0) {
    return known.stdout.trim().slice(`refs/remotes/${remote}/`.length);
  }
  const configured = await git.ask(['config', '--get', 'init.defaultBranch']);
  const usual = ['main', 'master', configured.stdout.trim()];
  return usual.includes(branch) ? branch : '';
}

/** Hooks before a push may test everything; a dead network is noticed sooner by the settings below. */
const silentMs = 15 * 60_000;

export async function push(
  git: Git,
  { remote, branch, hasUpstream }: PushTarget,
  options: { env: Readonly<NodeJS.ProcessEnv>; signal?: AbortSignal | undefined },
): Promise<PushFailure | undefined> {
  const args = [
    '-c',
    'http.lowSpeedLimit=1',
    '-c',
    'http.lowSpeedTime=60',
    'push',
    '--porcelain',
    ...(hasUpstream ? [] : ['--set-upstream']),
    remote,
    `refs/heads/${branch}:refs/heads/${branch}`,
  ];
  const env = await sshWithoutQuestions(git, options.env);
  try {
    const output = await git.ask(args, { env, signal: options.signal, silentMs });
    return output.code === 0 ? undefined : pushFailure(output, remote, branch);
  } catch (error) {
    if (UserError.is(error, 'cancelled') || UserError.is(error, 'git-timeout')) {
      return { reason: error.reason, message: error.text, detail: '' };
    }
    throw error;
  }
}

/** ssh asks on the terminal by itself; told so, it fails at once. */
async function sshWithoutQuestions(
  git: Git,
  env: Readonly<NodeJS.ProcessEnv>,
): Promise<Record<string, string>> {
  if (env.GIT_SSH && !env.GIT_SSH_COMMAND) {
    return {};
  }
  const configured = await git.ask(['config', '--get', 'core.sshCommand']);
  const command = env.GIT_SSH_COMMAND || configured.stdout.trim() || 'ssh';
  const options = 'BatchMode=yes ConnectTimeout=20 ServerAliveInterval=15'.split(' ');
  return /(?:^|[\\/])ssh(?:\.exe)?(?:$|["' ])/.test(command)
    ? { GIT_SSH_COMMAND: `${command} ${options.map((each) => `-o ${each}`).join(' ')}` }
    : {};
}

const causes: readonly {
  readonly reason: string;
  readonly said: RegExp;
  readonly message: (remote: string, branch: string, match: RegExpExecArray) => Message;
}[] = [
  {
    reason: 'push-rejected',
    said: /\[rejected\]|non-fast-forward|fetch first/,
    message: (remote, branch) =>
      msg(
        'Not pushed: {0} has commits on {1} that are not here. Run "git pull", then save again.',
        remote,
        branch,
      ),
  },
  {
    reason: 'push-refused',
    said: /\[remote rejected\][^\n]*\(([^)\n]{1,200})\)/,
    message: (remote, _branch, match) =>
      msg('Not pushed: {0} refused it ({1}).', remote, match[1] ?? ''),
  },
  {
    reason: 'push-needs-password',
    said: /could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|Permission denied|Host key verification failed|returned error: 40[13]|access denied/i,
    message: (remote) =>
      msg(
        'Not pushed: {0} asks for a password or key that git does not have. Push once by hand in a terminal, or set up a credential helper or an ssh key.',
        remote,
      ),
  },
  {
    reason: 'push-no-repository',
    said: /does not appear to be a git repository|repository [^\n]{0,200}not found|returned error: 404|no such file or directory/i,
    message: (remote) =>
      msg('Not pushed: there is no repository at the address of {0}. See "git remote -v".', remote),
  },
  {
    reason: 'push-no-network',
    said: /could not resolve host|unable to access|connection (?:refused|timed out|reset|closed)|network is unreachable|no route to host|failed to connect|timed out|unable to look up|hung up/i,
    message: (remote) =>
      msg('Not pushed: {0} cannot be reached. Save again when the network is back.', remote),
  },
];

function pushFailure({ stdout, stderr }: GitOutput, remote: string, branch: string): PushFailure {
  const said = `${stdout}\n${stderr}`;
  const detail = toDetail(said);
  for (const { reason, said: pattern, message } of causes) {
    const match = pattern.exec(said);
    if (match) {
      return { reason, message: message(remote, branch, match), detail };
    }
  }
  return {
    reason: 'push-failed',
    message: msg('Not pushed: git ended with an error.'),
    detail,
  };
}
