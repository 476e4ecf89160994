// When to think of a checkpoint: whether to say so, to make one, or to stay silent. Pure.

import { parseTime } from '../support/time';

export const checkpointSettings = ['off', 'remind', 'auto'] as const;
export type CheckpointSetting = (typeof checkpointSettings)[number];

/** What is not one of them, by a slip or from another version, must not save by itself. */
export function toCheckpointSetting(value: unknown): CheckpointSetting {
  return checkpointSettings.find((each) => each === value) ?? 'off';
}

/** What is known without asking git. */
export interface CheckpointTimes {
  readonly setting: CheckpointSetting;
  readonly now: Date;
  /** `saved_at` of the state; undefined where there is no session. */
  readonly lastSavedAt: string | undefined;
  /** When the person was last told. */
  readonly remindedAt: Date | undefined;
}

export interface CheckpointFacts extends CheckpointTimes {
  /** Tracked files that a quick save would commit. */
  readonly hasChanges: boolean;
  /** Files that git does not know yet: whether they belong in a commit is for a person to say. */
  readonly hasNewFiles: boolean;
  readonly operationInProgress: boolean;
  readonly detached: boolean;
  readonly debugging: boolean;
}

const hour = 3_600_000;

/** Asked first, because git costs something and time does not. */
export function isCheckpointOverdue(times: CheckpointTimes): boolean {
  const { setting, now, lastSavedAt, remindedAt } = times;
  const isQuiet = remindedAt !== undefined && now.getTime() - remindedAt.getTime() < hour;
  // No time at all (NaN) is not more than an hour ago either.
  return setting !== 'off' && !isQuiet && now.getTime() - parseTime(lastSavedAt ?? '') > hour;
}

export function checkpointDue(facts: CheckpointFacts): 'none' | 'remind' | 'save' {
  // In the first two a save commits nothing; and files must not turn into a commit under a
  // debugger, nor may a question come in between.
  const isBadMoment = facts.operationInProgress || facts.detached || facts.debugging;
  const isUnsaved = facts.hasChanges || facts.hasNewFiles;
  if (!isCheckpointOverdue(facts) || isBadMoment || !isUnsaved) {
    return 'none';
  }
  if (facts.setting === 'remind') {
    return 'remind';
  }
  return facts.hasChanges ? 'save' : 'remind';
}
