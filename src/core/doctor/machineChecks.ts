// The rest of the machine: folders, git, the project, and the agents that are installed.

import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { enabledRoot } from '../enabledRoot';
import { createGit } from '../git/git';
import { gitEnvironment } from '../git/gitEnvironment';
import { operationInProgress } from '../git/operation';
import { readHead } from '../git/repository';
import { isTracked } from '../git/trackedFiles';
import { shortcomings, updateCommand } from '../agents/firstVersions';
import { knownAgents } from '../agents/knownAgents';
import { isAtLeast, versionIn } from '../agents/versions';
import { batonCommand } from '../install/batonCommand';
import { scopeInUse } from '../install/installedScopes';
import { obstacleTo } from '../stores/fileErrors';
import { placeProblem } from '../stores/fileWithin';
import { msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { programsOnPath } from '../support/programOnPath';
import { type DoctorCheck, fail, ok, skip, warn } from './doctorCheck';
import { type DoctorPlace, longestProbeMs } from './doctorPlace';
import { openToOthers } from './launcherChecks';
import { probe } from './probe';

export function dataFolderCheck({ dataFolder }: DoctorPlace): DoctorCheck {
  const name = 'data folder';
  if (!existsSync(dataFolder)) {
    return fail(name, msg('{0} is not there.', dataFolder), msg('Run {0}.', '"baton install"'));
  }
  if (!isWritable(dataFolder)) {
    return fail(
      name,
      msg('Baton may not write {0}.', dataFolder),
      msg('Make yourself the owner of {0}, with mode 700.', dataFolder),
    );
  }
  const open = openToOthers(dataFolder);
  return open
    ? warn(
        name,
        open === 'change'
          ? msg('Others may change what is in {0}.', dataFolder)
          : msg('Others may read what is in {0}.', dataFolder),
        msg('Run "chmod 700 {0}".', dataFolder),
      )
    : ok(name, msg('{0} is yours alone.', dataFolder));
}

export function projectFolderCheck({ root }: DoctorPlace): DoctorCheck {
  const name = 'project folder';
  if (root === undefined) {
    return skip(name, msg('This folder is no project.'));
  }
  const claude = path.join(root, '.claude');
  const problem = placeProblem(claude, root)?.reason ?? obstacleTo(path.join(claude, 'state'));
  if (problem) {
    return fail(name, problem, msg('Put a plain folder at {0}.', claude));
  }
  return isWritable(existsSync(claude) ? claude : root)
    ? ok(name, msg('{0} can be written.', claude))
    : fail(
        name,
        msg('Baton may not write {0}.', claude),
        msg('Check the permissions of {0}.', claude),
      );
}

/** The first with all that Baton asks of it. */
const oldestGit = '2.25';

export async function gitCheck(place: DoctorPlace): Promise<DoctorCheck> {
  const { code, stdout } = await probe('git', ['--version'], {
    cwd: place.root ?? place.home,
    env: gitEnvironment(place.env),
    timeoutMs: longestProbeMs,
    signal: place.signal,
  });
  const version = /(\d+\.\d+[.\d]*)/.exec(stdout)?.[1];
  if (code !== 0 || version === undefined) {
    return fail('git', msg('git does not run.'), msg('Install git {0} or later.', oldestGit));
  }
  return isOlder(version, oldestGit)
    ? warn(
        'git',
        msg('git {0} is older than {1}.', version, oldestGit),
        msg('Install git {0} or later.', oldestGit),
      )
    : ok('git', msg('git {0}.', version));
}

export function repositoryCheck({ root, repository }: DoctorPlace): DoctorCheck {
  const name = 'repository';
  if (root === undefined) {
    return skip(name, msg('This folder is no project.'));
  }
  if (!repository) {
    return warn(
      name,
      msg('{0} is not in a git repository, so nothing can be proved on load.', root),
      msg('Run "git init".'),
    );
  }
  const operation = operationInProgress(repository);
  if (operation) {
    return warn(
      name,
      msg('A {0} is in progress.', operation),
      msg('Finish or abort it: no checkpoint is committed meanwhile.'),
    );
  }
  const { branch } = readHead(repository);
  return branch === null
    ? warn(
        name,
        msg('HEAD is detached.'),
        msg('Run "git switch -c NAME" to keep working from here.'),
      )
    : ok(name, msg('{0}, branch {1}.', repository.root, branch));
}

const localState = ['session-state.json', 'session-context.json', 'state'];

/** Only where there is something to say. */
export async function localStateChecks(place: DoctorPlace): Promise<DoctorCheck[]> {
  const { root, repository, env } = place;
  if (root === undefined || !repository) {
    return [];
  }
  const git = createGit({ root, env });
  const files = localState.map((file) => `.claude/${file}`);
  const isIn = await Promise.all(
    files.map((file) => isTracked(git, repository, file).catch(() => false)),
  );
  return files
    .filter((_, index) => isIn[index])
    .map((file) =>
      warn(
        'local state',
        msg(
          'Git tracks {0}, so Baton takes it for the work of somebody else: it is shown, but never given to an agent.',
          file,
        ),
        msg('Run "git rm -r --cached {0}", then commit.', file),
      ),
    );
}

export function enabledCheck({
  root,
  dataFolder,
  home,
  env,
  repository,
}: DoctorPlace): DoctorCheck {
  const name = 'project enabled';
  if (root === undefined) {
    return skip(name, msg('This folder is no project.'));
  }
  return enabledRoot(root, { dataFolder, home }) === undefined
    ? fail(
        name,
        msg('Hooks and MCP do nothing in {0}: nobody enabled it on this machine.', root),
        msg(
          'Run {0} here, or open the folder in the editor and trust it.',
          batonCommand(
            'install',
            scopeInUse({ root, home, env, dataFolder, mainRoot: repository?.mainRoot }),
          ),
        ),
      )
    : ok(name, msg('Hooks and MCP may act in {0}.', root));
}

/** The oldest whose hooks were seen to do what Baton relies on. */
const oldestTried: Readonly<Record<string, string>> = {
  claude: '2.1.197',
  codex: '0.166.0',
  gemini: '0.61.0',
  qwen: '0.24.4',
};

export function agentChecks(place: DoctorPlace): Promise<DoctorCheck>[] {
  return knownAgents.map(async (strategy) => {
    const { name } = strategy;
    const [oldest = '', update] = [oldestTried[name], updateCommand(strategy)];
    const [program] = programsOnPath(name, place.env);
    if (program === undefined || !path.isAbsolute(program)) {
      return skip(name, msg('It is not on the PATH.'));
    }
    const { code, stdout, stderr } = await probe(program, ['--version'], {
      cwd: place.home,
      env: { ...place.env, DISABLE_AUTOUPDATER: '1' },
      timeoutMs: longestProbeMs,
      signal: place.signal,
    });
    const version = versionIn(stdout);
    if (code !== 0 || version === undefined) {
      return warn(
        name,
        msg('{0} does not say its version. {1}', program, shortLine(stderr)),
        msg('Run "{0}".', update),
      );
    }
    if (isAtLeast(version, oldest)) {
      return ok(name, msg('Version {0}, {1}.', version, program));
    }
    const untried = msg(
      'Version {0} is older than {1}, the oldest that Baton was tried with.',
      version,
      oldest,
    );
    const lacks = shortcomings({ strategy, version, support: strategy.support(version) });
    return warn(
      name,
      lacks.reduce((before, { what }) => msg('{0} {1}', before, what), untried),
      msg('Run "{0}".', update),
    );
  });
}

function isOlder(version: string, oldest: string): boolean {
  return new Intl.Collator('en', { numeric: true }).compare(version, oldest) < 0;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
