// The settings of a project, the same for every host: BATON_* of the environment, then what the
// extension mirrored from VS Code, then the default. Flags, where a verb has them, come before.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { repositoryOf } from '../projectRoot';
import type { JsonFile } from '../stores/jsonFile';
import { createLenientJsonFile } from '../stores/lenientJsonFile';
import { type Logger, silentLogger } from '../support/logger';
import { dataFolder, type UserPlace } from './dataFolder';
import { ensureRepositoryId, readRepositoryId } from './repositoryId';

const settingsSchema = z.looseObject({
  /** Empty: found by itself. */
  sddDir: z.optional(z.string()),
});
export type Settings = z.infer<typeof settingsSchema>;

export interface SettingsPlace extends UserPlace {
  readonly root: string;
  readonly logger?: Logger;
}

export async function readSettings(place: SettingsPlace): Promise<Settings> {
  const id = readRepositoryId(place.root, await repositoryOf(place.root, place.home));
  const seen = id ? await mirrorOf(place, id).read() : undefined;
  const mirrored = seen?.kind === 'ok' ? seen.value : {};
  return { ...mirrored, sddDir: place.env.BATON_SDD_DIR || mirrored.sddDir };
}

/** Keeps VS Code's settings where the other hosts find them. Defaults leave no trace. */
export async function mirrorSettings(place: SettingsPlace, settings: Settings): Promise<void> {
  const repository = await repositoryOf(place.root, place.home);
  const known = readRepositoryId(place.root, repository);
  if (!known && Object.values(settings).every((value) => !value)) {
    return;
  }
  const id = known ?? (await ensureRepositoryId(place.root, repository));
  mkdirSync(dataFolder(place), { recursive: true, mode: 0o700 });
  await mirrorOf(place, id).update((before) => ({ ...before, ...settings }));
}

function mirrorOf(place: SettingsPlace, id: string): JsonFile<Settings> {
  const folder = dataFolder(place);
  const project = path.join(folder, 'projects', id);
  return createLenientJsonFile({
    path: path.join(project, 'settings.json'),
    lockDirectory: path.join(project, 'locks', 'settings.json'),
    within: folder,
    schema: settingsSchema,
    now: () => new Date(),
    logger: place.logger ?? silentLogger,
  });
}
