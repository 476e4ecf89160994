// Actions that several findings offer, and all that is offered. Pure.

import { msg } from '../support/message';
import type { Action, ActionId, Finding } from './loadReport';

export const startNew: Action = { id: 'start-new', title: msg('Start a new session') };

export function continueHere(title = msg('Continue here and update the saved state')): Action {
  return { id: 'continue-here', title };
}

/** Each once, in the order of the findings. */
export function offeredActions(findings: readonly Finding[]): Action[] {
  const all = findings.flatMap(({ actions }) => actions);
  const first = new Map<ActionId, Action>();
  for (const action of all) {
    first.set(action.id, first.get(action.id) ?? action);
  }
  return [...first.values()];
}
