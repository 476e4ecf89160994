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
        /** Whose hooks in the user's own settings act in it, besides those that act everywhere. */
        agents: z.optional(z.array(z.string())),
      }),
    ),
  ),
  agents: z.optional(z.array(z.string())),
});

type Place = IdPlace & UserFilePlace;
interface Entry {
  readonly id?: string | undefined;
  readonly root?: string | undefined;
}

function isEntryOf(place: Place): (each: Entry) => boolean {
  const id = repositoryId(place);
  return (each) => (each.id === undefined ? each.root === place.root : each.id === id);
}

/** A person takes it back. */
export async function disableProject(place: Place): Promise<void> {
  const isThis = isEntryOf(place);
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
  const isThis = (each: Entry) =>
    id === undefined ? each.id === undefined && each.root === root : each.id === id;
  if (enabledProjects(place.dataFolder).some(isThis)) {
    return;
  }
  const entry = { ...(id && { id }), root, enabled_at: place.now().toISOString() };
  await userFile(place, enabledFileName, enabledSchema).update((file) => {
    const known = file?.projects ?? [];
    const isReplaced = (each: Entry) =>
      isThis(each) || (each.id === undefined && each.root === root);
    const agents = known.filter(isReplaced).flatMap((each) => each.agents ?? []);
    const others = known.filter((each) => !isReplaced(each));
    const project = { ...entry, ...(agents.length > 0 && { agents }) };
    return { version: 1, ...file, projects: [...others, project] };
  });
}

/**
 * Hooks in the user's own settings act where a person wanted them: in a project that is enabled, or in
 * all of them.
 */
export async function allowAgent(
  place: UserFilePlace,
  agent: string,
  where: Place | 'everywhere',
): Promise<void> {
  const withAgent = (known: readonly string[] = []) => [...new Set([...known, agent])];
  await userFile(place, enabledFileName, enabledSchema).update((file) => {
    if (where === 'everywhere') {
      return { version: 1, ...file, agents: withAgent(file?.agents) };
    }
    const isThis = isEntryOf(where);
    const projects = (file?.projects ?? []).map((each) =>
      isThis(each) ? { ...each, agents: withAgent(each.agents) } : each,
    );
    return { version: 1, ...file, projects };
  });
}

/** `everywhere`: nowhere any more. */
export async function forbidAgent(
  place: UserFilePlace,
  agent: string,
  where: Place | 'everywhere',
): Promise<void> {
  const without = (known: readonly string[] = []) => known.filter((each) => each !== agent);
  const isThis = where === 'everywhere' ? () => true : isEntryOf(where);
  await userFile(place, enabledFileName, enabledSchema).update((file) => ({
    ...file,
    ...(where === 'everywhere' && file?.agents && { agents: without(file.agents) }),
    projects: (file?.projects ?? []).map((each) =>
      each.agents && isThis(each) ? { ...each, agents: without(each.agents) } : each,
    ),
  }));
}
