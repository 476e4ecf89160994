// Enables hooks and MCP in a project, because a person trusts it on this machine.

import * as z from 'zod/mini';
import { enabledIds, enabledFileName } from './enabledRoot';
import { ensureRepositoryId, type IdPlace } from './repositoryId';
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

export async function enableProject(place: Place): Promise<void> {
  const id = await ensureRepositoryId(place);
  if (enabledIds(place.dataFolder).includes(id)) {
    return;
  }
  const entry = { id, root: place.root, enabled_at: place.now().toISOString() };
  await userFile(place, enabledFileName, enabledSchema).update((file) => {
    const others = (file?.projects ?? []).filter((each) => each.id !== id);
    return { version: 1, ...file, projects: [...others, entry] };
  });
}
