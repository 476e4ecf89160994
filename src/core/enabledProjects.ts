// The projects in which hooks and MCP may act, because a person enabled them on this machine.

import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { projectPaths } from './projectPaths';
import { findProjectRoot, repositoryOf } from './projectRoot';
import { ensureRepositoryId, type IdPlace, repositoryId } from './repositoryId';
import { timestamp } from './schemas/timestamp';
import { silentLogger } from './support/logger';
import { userFile, type UserFilePlace } from './userFiles';

const enabledSchema = z.looseObject({
  version: z.optional(z.number()),
  projects: z.optional(
    z.array(
      z.looseObject({
        id: z.string(),
        /** Where it was then; for people, the id decides. */
        root: z.optional(z.string()),
        enabled_at: z.optional(timestamp),
      }),
    ),
  ),
});

const fileName = 'enabled.json';

type Place = IdPlace & UserFilePlace;

/** The project of that folder, where a person enabled it. Reads few files, and none where it can. */
export async function enabledRoot(
  cwd: string,
  { dataFolder, home }: { readonly dataFolder: string; readonly home: string },
): Promise<string | undefined> {
  if (!existsSync(path.join(dataFolder, fileName))) {
    return undefined;
  }
  const root = await findProjectRoot(cwd, home);
  const repository = await repositoryOf(root, home);
  const id = repositoryId({ root, repository, paths: projectPaths(root, '') });
  const place = { dataFolder, logger: silentLogger, now: () => new Date() };
  return id !== undefined && (await listed(place)).includes(id) ? root : undefined;
}

export async function enableProject(place: Place): Promise<void> {
  const id = await ensureRepositoryId(place);
  if ((await listed(place)).includes(id)) {
    return;
  }
  const entry = { id, root: place.root, enabled_at: place.now().toISOString() };
  await enabledFile(place).update((file) => {
    const others = (file?.projects ?? []).filter((each) => each.id !== id);
    return { version: 1, ...file, projects: [...others, entry] };
  });
}

async function listed(place: UserFilePlace): Promise<string[]> {
  const seen = await enabledFile(place).read();
  return seen.kind === 'ok' ? (seen.value.projects ?? []).map(({ id }) => id) : [];
}

function enabledFile(place: UserFilePlace) {
  return userFile(place, fileName, enabledSchema);
}
