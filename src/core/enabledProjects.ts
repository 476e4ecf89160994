// The projects in which hooks and MCP may act, because a person enabled them on this machine.

import * as z from 'zod/mini';
import { ensureRepositoryId, type IdPlace, repositoryId } from './repositoryId';
import { timestamp } from './schemas/timestamp';
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

type Place = IdPlace & UserFilePlace;

export async function isEnabled(place: Place): Promise<boolean> {
  const id = repositoryId(place);
  return id !== undefined && (await listed(place)).includes(id);
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

async function listed(place: Place): Promise<string[]> {
  const seen = await enabledFile(place).read();
  return seen.kind === 'ok' ? (seen.value.projects ?? []).map(({ id }) => id) : [];
}

function enabledFile(place: UserFilePlace) {
  return userFile(place, 'enabled.json', enabledSchema);
}
