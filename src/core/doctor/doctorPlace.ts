// What the doctor looks at: this machine, and the project of a folder, where it is one.

import type { InstallPlace } from '../install/installPlace';

export interface DoctorPlace extends InstallPlace {
  /** Ends what is still running. */
  readonly signal?: AbortSignal | undefined;
  /** Of whoever reads what it says, for dates in it; English unless told. */
  readonly language?: string | undefined;
}

/** What one program may take at most. */
export const longestProbeMs = 15_000;
