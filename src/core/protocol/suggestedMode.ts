// Whether a save fits the moment, and which: during the day a quick one, at its end one that is pushed, with the
// task complete one that is verified. Pure.

import type { UnsavedWork } from '../save/unsavedWork';
import { saveModes, type TaskProgress } from '../schemas/sessionState';

export type SaveMode = (typeof saveModes)[number];

export interface SaveMoment {
  readonly progress: TaskProgress | undefined;
  /** 0 to 23, where the person is. */
  readonly hour: number;
  readonly workdayEndsAt?: number | undefined;
}

/** Whether a save would make a commit of it; in a merge, or on no branch, it would not. */
export function canBeSaved({ changed, newFiles, operation, detached }: UnsavedWork): boolean {
  return changed + newFiles > 0 && operation === undefined && !detached;
}

/** Work that goes on after midnight belongs to the day before. */
const dayBegins = 5;

export function suggestedMode({ progress, hour, workdayEndsAt = 17 }: SaveMoment): SaveMode {
  if (progress && progress.total > 0 && progress.completed >= progress.total) {
    return 'full';
  }
  return hour >= workdayEndsAt || hour < dayBegins ? 'sync' : 'quick';
}

/** All three, the one that fits first. */
export function suggestedModes(moment: SaveMoment): SaveMode[] {
  const first = suggestedMode(moment);
  return [first, ...saveModes.filter((mode) => mode !== first)];
}
