// Which repository this is, on this machine: an id that survives a move, a rename and worktrees.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from './git/repository';
import type { ProjectPaths } from './projectPaths';
import { writeFileAtomic } from './stores/atomicFile';
import { toFileError } from './stores/fileErrors';
import { readFileWithin } from './stores/fileWithin';
import { publishFile } from './stores/publishFile';
import { UserError } from './support/errors';

export interface IdPlace {
  readonly root: string;
  readonly paths: Pick<ProjectPaths, 'state'>;
  /** undefined when the folder is not in a git repository. */
  readonly repository: Repository | undefined;
  /** Its id, read before by a process that is over too soon for it to change. */
  readonly knownId?: string | undefined;
}

/** undefined until something of this machine has been kept for it. */
export function repositoryId(place: IdPlace): string | undefined {
  if (place.knownId !== undefined) {
    return place.knownId;
  }
  const { file, within } = idFile(place);
  const seen = readFileWithin(file, within);
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8').trim() : '';
  // It becomes the name of a folder.
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined;
}

/** Two who make one at the same time get the same. */
export async function ensureRepositoryId(place: IdPlace): Promise<string> {
  const known = repositoryId(place);
  if (known) {
    return known;
  }
  const { file, within } = idFile(place);
  const seen = readFileWithin(file, within);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  // Loaded once in the life of a repository; hooks ask for its id on every turn.
  const { randomUUID } = await import('node:crypto');
  const made = randomUUID();
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    await (seen.kind === 'missing'
      ? publishFile(file, `${made}\n`)
      : writeFileAtomic(file, `${made}\n`));
  } catch (error) {
    throw toFileError(error, file);
  }
  return repositoryId(place) ?? made;
}

/** A `.git` that only claims to be this folder's is not written to. */
function idFile({ root, paths, repository }: IdPlace): { file: string; within: string } {
  return repository?.isOwn
    ? {
        file: path.join(repository.commonDirectory, 'baton-id'),
        within: repository.commonDirectory,
      }
    : { file: path.join(paths.state, 'project-id'), within: root };
}
