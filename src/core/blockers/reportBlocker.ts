// A blocker in somebody's words: the user's, an agent's, or through MCP.

import { recoveryAgents, severities } from '../detection/blockers/blockerWords';
import type { BlockerSource } from '../detection/blockers/runVerdict';
import { withOpen } from '../protocol/blockerChanges';
import type { Blocker } from '../schemas/blocker';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { changeBlockers } from './blockersFile';
import { counting, newBlocker } from './recordRun';
import { safeBlocker } from './safeBlocker';

export interface BlockerReport {
  readonly type?: Blocker['type'];
  readonly severity?: Blocker['severity'];
  readonly description: string;
  readonly resolution?: string | undefined;
  readonly appearedAfter?: string | undefined;
  readonly source: BlockerSource;
}

/** The same words again count up. */
export async function reportBlocker(place: QuietPlace, report: BlockerReport): Promise<Blocker> {
  const reported = toBlocker(report);
  if (reported.description === '') {
    throw new UserError('description-missing', msg('Say in a few words what blocks the work.'));
  }
  return changeBlockers(place, (open, file) => {
    const at = place.now();
    const standing = open.find(
      ({ type, description }) => type === reported.type && description === reported.description,
    );
    const blocker = standing ? counting(standing, reported, at) : newBlocker(reported, at);
    return {
      file: withOpen(file, blocker, standing),
      result: blocker,
      before: standing ? [standing] : [],
    };
  });
}

function toBlocker(report: BlockerReport): Blocker {
  const { type = 'other', severity = severities[type], description, source } = report;
  return safeBlocker({
    type,
    severity,
    description,
    ...(report.resolution && { resolution: report.resolution }),
    ...(report.appearedAfter && { appeared_after: report.appearedAfter }),
    // What an agent says about its own work is found, not written down by a person.
    auto_detected: source === 'agent' || source === 'mcp',
    recovery_agent: recoveryAgents[type],
    evidence: { command: null, line: null, exit_code: null, source },
  });
}
