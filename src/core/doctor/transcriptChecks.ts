// Whether Claude Code is about to delete what it knows of this project.

import { projectPaths } from '../projectPaths';
import { transcriptsHere } from '../retention/retention';
import { howToKeep, soonMessage } from '../retention/soonMessage';
import { type DoctorCheck, warn } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';

/** Only where there is something to say. */
export function transcriptChecks({ root, language = 'en', ...place }: DoctorPlace): DoctorCheck[] {
  if (root === undefined) {
    return [];
  }
  const { expiring } = transcriptsHere({ ...place, root, paths: projectPaths(root, '') });
  const soon = soonMessage(expiring, place.now(), language);
  return soon ? [warn('transcripts', soon, howToKeep)] : [];
}
