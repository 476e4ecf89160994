// Which save fits the moment: during the day a quick one, at its end one that is pushed, with the
// task complete one that is verified. Pure.

import { saveModes, type TaskProgress } from '../schemas/sessionState';

export type SaveMode = (typeof saveModes)[number];

export interface SaveMoment {
  readonly progress: TaskProgress | undefined;
  /** 0 to 23, where the person is. */
  readonly hour: number;
  readonly workdayEndsAt?: number | undefined;
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
