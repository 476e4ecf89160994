// Looks at everything that has to be right for Baton to work in an agent, and proves with a dry run of
// every hook that it does. Changes nothing.

import type { AgentPlan } from '../install/agentPlan';
import { agentPlans } from '../install/agentPlans';
import { agentsInUse } from '../install/installedScopes';
import { msg } from '../support/message';
import { type DoctorCheck, skip } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';
import { hookChecks, usedFacts } from './hookChecks';
import { hookRuns } from './hookRuns';
import { launcherCheck, runtimeCheck } from './launcherChecks';
import {
  agentChecks,
  dataFolderCheck,
  enabledCheck,
  gitCheck,
  localStateChecks,
  projectFolderCheck,
  repositoryCheck,
} from './machineChecks';
import { mcpAnswers, mcpRegistered } from './mcpChecks';
import { otherAgentChecks } from './otherAgentChecks';
import { withSandbox } from './sandbox';
import { transcriptChecks } from './transcriptChecks';

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
  const used = agentsInUse(usedFacts(place));
  const others = used.filter((agent) => agent !== 'claude').map((agent) => agentPlans[agent]);
  const isClaudeUsed = others.length === 0 || used.includes('claude');
  const runs = launcher.then(async (check) =>
    check.status === 'fail'
      ? [skip('hook runs', msg('The launcher has to work first.'))]
      : [
          await withSandbox(place, (sandbox) => mcpAnswers(place, sandbox)),
          ...(await allRuns(place, [...(isClaudeUsed ? [agentPlans.claude] : []), ...others])),
        ],
  );
  const [started, git, tracked, agents, ran] = await Promise.all([
    launcher,
    gitCheck(place),
    localStateChecks(place),
    Promise.all(agentChecks(place)),
    runs,
  ]);
  const folder = projectFolderCheck(place);
  const checks = [
    runtimeCheck(place),
    started,
    ...after(folder, [...hookChecks(place), ...(isClaudeUsed ? [mcpRegistered(place)] : [])]),
    ...after(
      folder,
      others.flatMap((plan) => otherAgentChecks(place, plan)),
    ),
    dataFolderCheck(place),
    folder,
    git,
    repositoryCheck(place),
    ...tracked,
    ...after(folder, [enabledCheck(place)]),
    ...transcriptChecks(place),
    ...agents,
    ...ran,
  ];
  asked.signal?.throwIfAborted();
  return { ok: checks.every(({ status }) => status !== 'fail'), checks };
}

/** Each agent in a sandbox of its own, at once: most of it is waiting for processes to start. */
async function allRuns(place: DoctorPlace, plans: readonly AgentPlan[]): Promise<DoctorCheck[]> {
  const runs = plans.map((plan) => {
    const of = { ...place, plan };
    return withSandbox(of, (sandbox) => hookRuns(of, sandbox));
  });
  return (await Promise.all(runs)).flat();
}

/** What is wrong with the folder is said once, not by all that is installed there, too. */
function after(folder: DoctorCheck, checks: readonly DoctorCheck[]): DoctorCheck[] {
  const first = msg('The project folder has to be mended first.');
  return folder.status === 'fail'
    ? checks.map((check) => (check.status === 'fail' ? skip(check.name, first) : check))
    : [...checks];
}
