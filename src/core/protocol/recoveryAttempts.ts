// How often recovery was tried and may be tried. Files are written by anybody, so that neither number
// is believed beyond reason.

import type { Blocker } from '../schemas/blocker';

export interface RecoveryAttempts {
  readonly used: number;
  readonly most: number;
}

const usual = 3;
const mostEver = 10;

export function recoveryAttempts(blocker: Blocker): RecoveryAttempts {
  const { recovery_attempted = 0, max_recovery_attempts = usual } = blocker;
  const most = within(max_recovery_attempts, 1, mostEver);
  return { used: within(recovery_attempted, 0, most), most };
}

function within(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.trunc(value))) : least;
}
