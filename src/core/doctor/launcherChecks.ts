// Whether something runs Baton, and whether agents can start it.

import { statSync } from 'node:fs';
import path from 'node:path';
import { isProgram } from '../support/programOnPath';
import { msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { readLauncher } from '../install/launcher';
import { oldestNode, parseLauncher } from '../install/launcherText';
import { type DoctorCheck, fail, ok, warn } from './doctorCheck';
import { type DoctorPlace, longestProbeMs } from './doctorPlace';
import { plainEnvironment, probe } from './probe';

const reinstall = msg('Open the editor with the Baton extension once, or run "baton install".');

export function runtimeCheck({ execPath, isElectron }: DoctorPlace): DoctorCheck {
  const { node } = process.versions;
  const found = isElectron
    ? msg('The runtime of the editor: Node.js {0}, {1}.', node, execPath)
    : msg('Node.js {0}, {1}.', node, execPath);
  return Number.parseInt(node, 10) >= oldestNode
    ? ok('runtime', found)
    : fail(
        'runtime',
        msg('Node.js {0} is older than {1}.', node, oldestNode),
        msg('Install Node.js {0} or later, then run "baton install" with it.', oldestNode),
      );
}

export async function launcherCheck(place: DoctorPlace): Promise<DoctorCheck> {
  const { launcher } = place.call;
  const known = parseLauncher(readLauncher(launcher) ?? '');
  if (!known) {
    return fail('launcher', msg("{0} is missing, or is not Baton's.", launcher), reinstall);
  }
  if (!isProgram(launcher)) {
    return fail('launcher', msg('{0} may not be executed.', launcher), reinstall);
  }
  if (!statSync(known.cli, { throwIfNoEntry: false })?.isFile()) {
    return fail('launcher', msg('It starts {0}, which is gone.', known.cli), reinstall);
  }
  const { code, stdout, stderr, isTimedOut } = await probe(launcher, ['--version'], {
    cwd: place.dataFolder,
    env: { ...plainEnvironment(place.env), HOME: place.home, BATON_HOME: place.dataFolder },
    timeoutMs: longestProbeMs,
    signal: place.signal,
  });
  if (code !== 0) {
    const why = isTimedOut ? msg('It took too long.') : shortLine(stderr);
    return fail('launcher', msg('{0} does not start Baton. {1}', launcher, why), reinstall);
  }
  // It starts what anybody may see.
  return openToOthers(path.dirname(launcher)) === 'change'
    ? warn(
        'launcher',
        msg('Others may change what is in {0}.', path.dirname(launcher)),
        msg('Run "chmod 700 {0}".', path.dirname(launcher)),
      )
    : ok('launcher', msg('{0} starts Baton {1}.', launcher, stdout.trim()));
}

/** Windows keeps that elsewhere. */
export function openToOthers(folder: string): 'change' | 'read' | undefined {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === 'win32' || (mode & 0o077) === 0) {
    return undefined;
  }
  return (mode & 0o022) === 0 ? 'read' : 'change';
}
