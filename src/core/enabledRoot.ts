// Whether a person enabled hooks in the project of a folder. Asked at every call of an agent, so it
// reads few files and loads no schema.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from './projectPaths';
import { findProject, type FoundProject, repositoryOf } from './projectRoot';
import { repositoryId } from './repositoryId';
import { readFileWithin } from './stores/fileWithin';

export const enabledFileName = 'enabled.json';

interface EnabledPlace {
  readonly dataFolder: string;
  readonly home: string;
}

export function enabledRoot(cwd: string, place: EnabledPlace): string | undefined {
  return enabledProject(cwd, place)?.root;
}

/** `agent`: whose hooks in the user's own settings ask, which act only where they were installed for. */
export function enabledProject(
  cwd: string,
  { dataFolder, home, agent }: EnabledPlace & { readonly agent?: string | undefined },
): (FoundProject & { readonly id: string | undefined }) | undefined {
  const { projects, agents } = readEnabled(dataFolder);
  if (projects.length === 0) {
    return undefined;
  }
  const found = findProject(cwd, home);
  const id = idOf(found);
  const isThis = sameProject(found.root, id);
  const isEnabled = projects.some(
    (each) =>
      isThis(each) &&
      (agent === undefined || agents.includes(agent) || each.agents?.includes(agent)),
  );
  return isEnabled ? { ...found, id } : undefined;
}

function idOf({ root, repository }: FoundProject): string | undefined {
  return repositoryId({ root, repository, paths: projectPaths(root, '') });
}

function sameProject(root: string, id: string | undefined): (project: EnabledProject) => boolean {
  return (each) => (each.id === undefined ? each.root === root : each.id === id);
}

/** Where hooks of an agent that are in the user's own settings are wanted. */
export interface AgentReach {
  readonly isEverywhere: boolean;
  readonly isHere: boolean;
  /** In another project that is still there. */
  readonly isElsewhere: boolean;
}

export function agentReach(
  agent: string,
  root: string | undefined,
  { dataFolder, home }: EnabledPlace,
): AgentReach {
  const { projects, agents } = readEnabled(dataFolder);
  const isThis =
    root === undefined
      ? () => false
      : sameProject(root, idOf({ root, repository: repositoryOf(root, home) }));
  const wanting = projects.filter((each) => each.agents?.includes(agent));
  return {
    isEverywhere: agents.includes(agent),
    isHere: wanting.some(isThis),
    isElsewhere: wanting.some((each) => !isThis(each) && existsSync(each.root ?? '')),
  };
}

export interface EnabledProject {
  readonly id?: string;
  /** Where there is an id, that decides. */
  readonly root?: string;
  /** Whose hooks in the user's own settings act in it. */
  readonly agents?: readonly string[];
}

export function enabledProjects(dataFolder: string): EnabledProject[] {
  return readEnabled(dataFolder).projects;
}

/** None where the file is not there, or is no list of projects. */
function readEnabled(dataFolder: string): { projects: EnabledProject[]; agents: string[] } {
  const seen = readFileWithin(path.join(dataFolder, enabledFileName), dataFolder);
  try {
    const file = JSON.parse(seen.kind === 'ok' ? seen.bytes.toString('utf8') : '{}') as {
      readonly projects?: readonly Readonly<Record<string, unknown>>[];
      readonly agents?: unknown;
    };
    const projects = (file.projects ?? []).flatMap(({ id, root, agents }): EnabledProject[] => {
      const known = {
        ...(typeof root === 'string' && { root }),
        ...(Array.isArray(agents) && { agents: names(agents) }),
      };
      if (typeof id === 'string') {
        return [{ id, ...known }];
      }
      return id === undefined && typeof root === 'string' ? [known] : [];
    });
    return { projects, agents: names(file.agents) };
  } catch {
    return { projects: [], agents: [] };
  }
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
