// Whether session.md is drafted at the end of every turn.

import { plainSetting, type SettingPlace } from '../plainSetting';

export function isDraftingOnStop(place: SettingPlace): boolean {
  const { BATON_DRAFT_ON_STOP: given } = place.env;
  return given ? /^(?:1|true|on|yes)$/i.test(given) : plainSetting(place, 'draftOnStop') === true;
}
