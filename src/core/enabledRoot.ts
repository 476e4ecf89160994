// Whether a person enabled hooks in the project of a folder. Asked at every call of an agent, so it
// reads few files and loads no schema.

import path from 'node:path';
import { projectPaths } from './projectPaths';
import { findProjectRoot, repositoryOf } from './projectRoot';
import { repositoryId } from './repositoryId';
import { readFileWithin } from './stores/fileWithin';

export const enabledFileName = 'enabled.json';

export async function enabledRoot(
  cwd: string,
  { dataFolder, home }: { readonly dataFolder: string; readonly home: string },
): Promise<string | undefined> {
  const ids = enabledIds(dataFolder);
  if (ids.length === 0) {
    return undefined;
  }
  const root = await findProjectRoot(cwd, home);
  const repository = await repositoryOf(root, home);
  const id = repositoryId({ root, repository, paths: projectPaths(root, '') });
  return id !== undefined && ids.includes(id) ? root : undefined;
}

/** None where the file is not there, or is no list of projects. */
export function enabledIds(dataFolder: string): string[] {
  const seen = readFileWithin(path.join(dataFolder, enabledFileName), dataFolder);
  try {
    const file = JSON.parse(seen.kind === 'ok' ? seen.bytes.toString('utf8') : '{}') as {
      readonly projects?: readonly { readonly id?: unknown }[];
    };
    return (file.projects ?? []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  } catch {
    return [];
  }
}
