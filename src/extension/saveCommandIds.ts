// Which command saves in which mode.

import type { SaveMode } from '../core/protocol/suggestedMode';
import { type CommandId, commands } from './contributions';

export const saveCommandIds: Readonly<Record<SaveMode, CommandId>> = {
  quick: commands.save,
  sync: commands.saveAndPush,
  full: commands.saveAndVerify,
};
