// Looks at everything that has to be right for Baton to work in an agent, and proves with a dry run of
// every hook that it does. Changes nothing.

import { msg } from '../support/message';
import { type DoctorCheck, skip } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';
import { hookChecks } from './hookChecks';
import { hookRuns } from './hookRuns';
import { launcherCheck, runtimeCheck } from './launcherChecks';
import {
  agentChecks,
  dataFolderCheck,
  enabledCheck,
  gitCheck,
  projectFolderCheck,
  repositoryCheck,
} from './machineChecks';
import { mcpAnswers, mcpRegistered } from './mcpChecks';
import { withSandbox } from './sandbox';

export interface DoctorReport {
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
}

/** Nothing takes longer in all, whatever hangs. */
const longestMs = 60_000;

export async function runDoctor(asked: DoctorPlace): Promise<DoctorReport> {
  const limit = AbortSignal.timeout(longestMs);
  const signal = asked.signal ? AbortSignal.any([asked.signal, limit]) : limit;
  const place: DoctorPlace = { ...asked, signal };
  const launcher = launcherCheck(place);
  const runs = launcher.then((check) =>
    check.status === 'fail'
      ? [skip('hook runs', msg('The launcher has to work first.'))]
      : withSandbox(place, async (sandbox) => [
          await mcpAnswers(place, sandbox),
          ...(await hookRuns(place, sandbox)),
        ]),
  );
  const [started, git, agents, ran] = await Promise.all([
    launcher,
    gitCheck(place),
    Promise.all(agentChecks(place)),
    runs,
  ]);
  const folder = projectFolderCheck(place);
  const checks = [
    runtimeCheck(place),
    started,
    ...after(folder, [...hookChecks(place), mcpRegistered(place)]),
    dataFolderCheck(place),
    folder,
    git,
    repositoryCheck(place),
    ...after(folder, [enabledCheck(place)]),
    ...agents,
    ...ran,
  ];
  asked.signal?.throwIfAborted();
  return { ok: checks.every(({ status }) => status !== 'fail'), checks };
}

/** What is wrong with the folder is said once, not by all that is installed there, too. */
function after(folder: DoctorCheck, checks: readonly DoctorCheck[]): DoctorCheck[] {
  const first = msg('The project folder has to be mended first.');
  return folder.status === 'fail'
    ? checks.map((check) => (check.status === 'fail' ? skip(check.name, first) : check))
    : [...checks];
}
