import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProject, type Project } from '../../src/core/project';
import type { Blocker, ClosedBlocker } from '../../src/core/schemas/blocker';
import { silentLogger } from '../../src/core/support/logger';
import { useScratchFolder } from './scratchFolder';
import { type WorkRepository, workRepository } from './workRepository';

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
