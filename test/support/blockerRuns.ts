import type { ObservedRun, RunRecord } from '../../src/core/blockers/recordRun';
import type {
  CommandIdentity,
  DetectedBlocker,
} from '../../src/core/detection/blockers/runVerdict';
import type { Project } from '../../src/core/project';

type Run = Pick<ObservedRun, 'cwd' | 'isHearsay'> & { readonly source?: ObservedRun['source'] };

/** Records runs as detection judges them. */
export function fails(
  project: Project,
  command: string,
  { cwd, source = 'terminal', isHearsay, ...blocker }: Run & Partial<DetectedBlocker> = {},
): Promise<RunRecord> {
  return project.recordRun({
    command,
    cwd,
    source,
    isHearsay,
    verdict: {
      kind: 'failed',
      command: identity(command),
      blocker: {
        type: 'test_failure',
        severity: 'high',
        description: `${command} failed`,
        error_pattern: 'failing',
        recovery_agent: 'tester',
        evidence: { command, line: '1 failing', exit_code: 1, source },
        ...blocker,
      },
    },
  });
}

export function passes(
  project: Project,
  command: string,
  { cwd, source = 'terminal' }: Run = {},
): Promise<RunRecord> {
  const verdict = { kind: 'passed', commands: [identity(command)] } as const;
  return project.recordRun({ command, cwd, source, verdict });
}

/** As detection names it: what follows `cd DIR &&`. */
function identity(command: string): CommandIdentity {
  const [, directory, key = command] = /^cd (\S+) && (.*)$/.exec(command) ?? [];
  return { key, ...(directory && { directory }) };
}
