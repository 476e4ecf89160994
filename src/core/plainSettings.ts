// The user's settings for hooks, from the copy that the extension keeps in the data folder. Without a
// schema, since hooks ask on every turn.

import path from 'node:path';
import { ofProject } from './dataFolder';
import { type IdPlace, repositoryId } from './repositoryId';
import { readFileWithin } from './stores/fileWithin';

export interface PlainSettings {
  readonly draftOnStop?: unknown;
  readonly sddDir?: unknown;
}

/** Without those that are not set, or cannot be read. */
export function plainSettings(place: IdPlace & { readonly dataFolder: string }): PlainSettings {
  const id = repositoryId(place);
  const file = id && path.join(place.dataFolder, ofProject(id, 'settings.json'));
  const seen = file ? readFileWithin(file, place.dataFolder) : undefined;
  if (seen?.kind !== 'ok') {
    return {};
  }
  try {
    return (JSON.parse(seen.bytes.toString('utf8')) as PlainSettings | null) ?? {};
  } catch {
    return {};
  }
}
