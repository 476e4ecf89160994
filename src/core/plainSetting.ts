// One of the user's settings, from the copy that the extension keeps in the data folder. Without a
// schema, since hooks ask on every turn.

import path from 'node:path';
import { ofProject } from './dataFolder';
import { type IdPlace, repositoryId } from './repositoryId';
import { readFileWithin } from './stores/fileWithin';

export interface SettingPlace extends IdPlace {
  readonly dataFolder: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** undefined where it is not set. */
export function plainSetting(
  place: Omit<SettingPlace, 'env'>,
  name: 'draftOnStop' | 'sddDir',
): unknown {
  const id = repositoryId(place);
  const file = id && path.join(place.dataFolder, ofProject(id, 'settings.json'));
  const seen = file ? readFileWithin(file, place.dataFolder) : undefined;
  if (seen?.kind !== 'ok' || !seen.bytes.includes(`"${name}"`)) {
    return undefined;
  }
  try {
    return (JSON.parse(seen.bytes.toString('utf8')) as Record<string, unknown> | null)?.[name];
  } catch {
    return undefined;
  }
}
