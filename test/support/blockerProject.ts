import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type {
  CommandIdentity,
  DetectedBlocker,
} from '../../src/core/detection/blockers/runVerdict';
import type { ObservedRun, RunRecord } from '../../src/core/blockers/recordRun';
import { createProject, type Project } from '../../src/core/project';
import type { Blocker, ClosedBlocker } from '../../src/core/schemas/blocker';
import { silentLogger } from '../../src/core/support/logger';
import { useScratchFolder } from './scratchFolder';
import { type WorkRepository, workRepository } from './workRepository';

type Run = Pick<ObservedRun, 'cwd'> & { readonly source?: ObservedRun['source'] };

/** A project whose clock goes a minute further at each look, and what its files say. */
export function useBlockerProject(host = 'test') {
  const scratch = useScratchFolder();
  const opened: Project[] = [];
  let minutes = 0;
  afterEach(() => {
    opened.splice(0).forEach((each) => {
      each.dispose();
    });
    minutes = 0;
  });

  const dataFolder = (...parts: string[]) => scratch('data', ...parts);

  function open(root: string, env: NodeJS.ProcessEnv = {}): Project {
    const project = createProject({
      root,
      home: scratch('home'),
      env: { PATH: process.env.PATH, BATON_HOME: dataFolder(), ...env },
      host,
      logger: silentLogger,
      now: () => new Date(Date.UTC(2026, 0, 15, 10, minutes++)),
    });
    opened.push(project);
    return project;
  }

  return {
    scratch,
    dataFolder,
    open,
    repository: (): WorkRepository => workRepository(scratch('project')),
    file: (root = scratch('project')) => readJson(path.join(root, '.claude/state/blockers.json')),
    state: (root = scratch('project')) => readJson(path.join(root, '.claude/session-state.json')),
  };
}

export interface FileOnDisk {
  readonly open: Blocker[];
  readonly closed: ClosedBlocker[];
  readonly blocker?: Blocker | null;
  readonly blockers?: Blocker[];
}

export function readJson(file: string): FileOnDisk | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FileOnDisk) : undefined;
}

export function fails(
  project: Project,
  command: string,
  { cwd, source = 'terminal', ...blocker }: Run & Partial<DetectedBlocker> = {},
): Promise<RunRecord> {
  return project.recordRun({
    command,
    cwd,
    source,
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
