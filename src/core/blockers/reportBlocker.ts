// A blocker in somebody's words: the user's, an agent's, or through MCP.

import { recoveryAgents, severities } from '../detection/blockers/blockerWords';
import type { BlockerSource } from '../detection/blockers/runVerdict';
import { withOpen } from '../protocol/blockerChanges';
import type { Blocker } from '../schemas/blocker';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { changeBlockers } from './blockersFile';
import { isOver } from './followed';
import { newBlocker, seenAgain } from './recordRun';
import { safeBlocker } from './safeBlocker';

export interface BlockerReport {
  readonly type?: Blocker['type'];
  readonly severity?: Blocker['severity'];
  readonly description: string;
  readonly resolution?: string | undefined;
  readonly appearedAfter?: string | undefined;
  readonly source: BlockerSource;
  /** Of the agent that says it. */
  readonly session?: string | undefined;
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
    // What was detected knows more than words about it.
    const blocker = standing ? seenAgain(standing, at) : newBlocker(reported, at);
    return {
      file: withOpen(file, blocker, standing),
      result: blocker,
      before: standing ? [standing] : [],
    };
  });
}

/** An agent that goes on is no longer held up by what it said before. */
export async function unblockAgent(place: QuietPlace, session: string): Promise<void> {
  const isOfAgent = ({ evidence }: Blocker) =>
    evidence?.source === 'agent' && (evidence.session ?? '') === session;
  await isOver(place, isOfAgent, 'the agent goes on');
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
    evidence: {
      command: null,
      line: null,
      exit_code: null,
      source,
      ...(report.session && { session: report.session }),
    },
  });
}
