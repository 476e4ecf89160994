// What a project offers around its handover. Each action is loaded when it is asked for.

import type { AppendedDecision } from '../decisions';
import type { NewDecision } from '../documents/decisionEntry';
import type { Lender } from '../workplace';

export interface HandoverActions {
  addDecision(decision: NewDecision): Promise<AppendedDecision>;
}

export function handoverActions({ actQuietly }: Lender): HandoverActions {
  return {
    addDecision: (decision) =>
      actQuietly(async (place) => (await import('../decisions')).appendDecision(place, decision)),
  };
}
