// Whether a person enabled hooks in the project of a folder. Asked at every call of an agent, so it
// reads few files and loads no schema.

import path from 'node:path';
import { projectPaths } from './projectPaths';
import { findProjectRoot, repositoryOf } from './projectRoot';
import { repositoryId } from './repositoryId';
import { readFileWithin } from './stores/fileWithin';

export const enabledFileName = 'enabled.json';

export function enabledRoot(
  cwd: string,
  { dataFolder, home }: { readonly dataFolder: string; readonly home: string },
): string | undefined {
  const enabled = enabledProjects(dataFolder);
  if (enabled.length === 0) {
    return undefined;
  }
  const root = findProjectRoot(cwd, home);
  const repository = repositoryOf(root, home);
  const id = repositoryId({ root, repository, paths: projectPaths(root, '') });
  const isEnabled = enabled.some((each) =>
    each.id === undefined ? each.root === root : each.id === id,
  );
  return isEnabled ? root : undefined;
}

export interface EnabledProject {
  readonly id?: string;
  readonly root?: string;
}

/** None where the file is not there, or is no list of projects. */
export function enabledProjects(dataFolder: string): EnabledProject[] {
  const seen = readFileWithin(path.join(dataFolder, enabledFileName), dataFolder);
  try {
    const file = JSON.parse(seen.kind === 'ok' ? seen.bytes.toString('utf8') : '{}') as {
      readonly projects?: readonly { readonly id?: unknown; readonly root?: unknown }[];
    };
    return (file.projects ?? []).flatMap(({ id, root }): EnabledProject[] => {
      if (typeof id === 'string') {
        return [{ id }];
      }
      return id === undefined && typeof root === 'string' ? [{ root }] : [];
    });
  } catch {
    return [];
  }
}
