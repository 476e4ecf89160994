// The identity of a project: a UUID that survives a move, a rename and worktrees.

import { linkSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '../git/repository';
import { createFile } from '../stores/atomicFile';
import { readFileWithin } from '../stores/fileWithin';
import { hasCode } from '../support/errors';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Place {
  readonly file: string;
  readonly within: string;
}

/** In the git directory, which no clone or archive of the files brings along. */
function placeOf(root: string, repository: Repository | undefined): Place {
  return repository
    ? {
        file: path.join(repository.commonDirectory, 'baton-id'),
        within: repository.commonDirectory,
      }
    : { file: path.join(root, '.claude', 'state', 'project-id'), within: root };
}

export function readRepositoryId(
  root: string,
  repository: Repository | undefined,
): string | undefined {
  const { file, within } = placeOf(root, repository);
  const seen = readFileWithin(file, within);
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8').trim() : '';
  return uuid.test(text) ? text : undefined;
}

/** Makes one where there is none; of several processes that do, all get the first one's. */
export async function ensureRepositoryId(
  root: string,
  repository: Repository | undefined,
): Promise<string> {
  const known = readRepositoryId(root, repository);
  if (known) {
    return known;
  }
  const { file } = placeOf(root, repository);
  const id = crypto.randomUUID();
  const temporary = `${file}.${id}.tmp`;
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    await createFile(temporary, `${id}\n`, { mode: 0o644 });
    await publish(temporary, file, `${id}\n`);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      throw error;
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  const first = readRepositoryId(root, repository);
  if (!first) {
    throw new Error(`${file} holds no id of a project`);
  }
  return first;
}

/** Whole or not at all; where there are no hard links, as whole as one small write is. */
async function publish(temporary: string, file: string, text: string): Promise<void> {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      throw error;
    }
    await createFile(file, text, { mode: 0o644 });
  }
}
