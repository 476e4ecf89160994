// Enables hooks and MCP in a project, because a person trusts it on this machine, or disables them.

import * as z from 'zod/mini';
import { enabledProjects, enabledFileName } from './enabledRoot';
import { type IdPlace, repositoryId } from './repositoryId';
import { timestamp } from './schemas/timestamp';
import { userFile, type UserFilePlace } from './userFiles';

const enabledSchema = z.looseObject({
  version: z.optional(z.number()),
  projects: z.optional(
    z.array(
      z.looseObject({
        id: z.optional(z.string()),
        /** Where it was then; where there is an id, that decides. */
        root: z.optional(z.string()),
        enabled_at: z.optional(timestamp),
      }),
    ),
  ),
});

type Place = IdPlace & UserFilePlace;

/** A person takes it back. */
export async function disableProject(place: Place): Promise<void> {
  const id = repositoryId(place);
  const isThis = (each: {
    readonly id?: string | undefined;
    readonly root?: string | undefined;
  }) => (each.id === undefined ? each.root === place.root : each.id === id);
  if (enabledProjects(place.dataFolder).some(isThis)) {
    await userFile(place, enabledFileName, enabledSchema).update((file) => ({
      ...file,
      projects: (file?.projects ?? []).filter((each) => !isThis(each)),
    }));
  }
}

/** By its path until it has an id: nothing is written into a folder that nobody asked about. */
export async function enableProject(place: Place): Promise<void> {
  const id = repositoryId(place);
  const { root } = place;
  const isThis = (each: {
    readonly id?: string | undefined;
    readonly root?: string | undefined;
  }) => (id === undefined ? each.id === undefined && each.root === root : each.id === id);
  if (enabledProjects(place.dataFolder).some(isThis)) {
    return;
  }
  const entry = { ...(id && { id }), root, enabled_at: place.now().toISOString() };
  await userFile(place, enabledFileName, enabledSchema).update((file) => {
    const others = (file?.projects ?? []).filter(
      (each) => !isThis(each) && (each.id !== undefined || each.root !== root),
    );
    return { version: 1, ...file, projects: [...others, entry] };
  });
}
