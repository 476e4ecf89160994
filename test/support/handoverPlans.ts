import type { HandoverPlan, Suggestion } from '../../src/core/handover/handoverReports';
import type { Decision } from '../../src/core/schemas/handover';

const none: Suggestion = { text: '', from: [] };

/** A plan in which nothing was collected, except what is given. */
export function handoverPlan(
  known: Partial<Omit<HandoverPlan, 'suggested'>> & {
    readonly suggested?: Partial<HandoverPlan['suggested']>;
  } = {},
): HandoverPlan {
  return {
    date: '2026-01-15',
    branch: 'main',
    decisions: [],
    suggestedDecisions: [],
    steeringExceptions: [],
    facts: {
      git: undefined,
      pipeline: { specs: [], waves: [], isActive: false, next: undefined },
      tests: [],
      steering: [],
      modifiedFiles: [],
      missing: [],
    },
    current: undefined,
    archive: undefined,
    ...known,
    suggested: {
      goal: none,
      accomplished: none,
      nextAction: none,
      warnings: none,
      tone: none,
      ...known.suggested,
    },
  };
}

export function loggedDecision(
  number: number,
  summary: string,
  more: Partial<Decision> = {},
): Decision {
  return {
    id: `D${number}`,
    at: '2026-01-15T10:00:00Z',
    type: 'USER_DECISION',
    summary,
    line: number * 10,
    ...more,
  };
}
