// Whether session.md is drafted at the end of every turn. Without a schema, since hooks ask on every
// turn.

import path from 'node:path';
import { ofProject } from '../dataFolder';
import { type IdPlace, repositoryId } from '../repositoryId';
import { readFileWithin } from '../stores/fileWithin';

export interface SettingPlace extends IdPlace {
  readonly dataFolder: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

export function isDraftingOnStop(place: SettingPlace): boolean {
  const { BATON_DRAFT_ON_STOP: given } = place.env;
  if (given) {
    return /^(?:1|true|on|yes)$/i.test(given);
  }
  const id = repositoryId(place);
  const file = id && path.join(place.dataFolder, ofProject(id, 'settings.json'));
  const seen = file ? readFileWithin(file, place.dataFolder) : undefined;
  if (seen?.kind !== 'ok' || !seen.bytes.includes('"draftOnStop"')) {
    return false;
  }
  try {
    const settings = JSON.parse(seen.bytes.toString('utf8')) as { draftOnStop?: unknown } | null;
    return settings?.draftOnStop === true;
  } catch {
    return false;
  }
}
