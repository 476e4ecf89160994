// What the types of decisions are called and mean, in the reader's language. Pure.

import type { decisionTypes } from '../../core/documents/decisionTypes';
import type { Translate } from '../../core/support/message';
import type { Icon } from './treeNode';

export type DecisionType = (typeof decisionTypes)[number];

const icons: Readonly<Record<DecisionType, Icon>> = {
  USER_DECISION: { id: 'person' },
  STEERING_UPDATE: { id: 'compass' },
  DIRECTION_CHANGE: { id: 'git-compare' },
  ESCALATION_RESOLVED: { id: 'pass', color: 'success' },
  STEERING_EXCEPTION: { id: 'compass-dot', color: 'warning' },
  REVISION_INITIATED: { id: 'history' },
  SESSION_START: { id: 'sign-in' },
  SESSION_END: { id: 'sign-out' },
};

/** In the wild there are types beyond the eight. */
export function decisionIcon(type: string): Icon {
  return Object.hasOwn(icons, type) ? icons[type as DecisionType] : { id: 'question' };
}

export function decisionTypeName(type: string, t: Translate): string {
  switch (type) {
    case 'USER_DECISION':
      return t('User decision');
    case 'STEERING_UPDATE':
      return t('Steering update');
    case 'DIRECTION_CHANGE':
      return t('Direction change');
    case 'ESCALATION_RESOLVED':
      return t('Escalation resolved');
    case 'STEERING_EXCEPTION':
      return t('Steering exception');
    case 'REVISION_INITIATED':
      return t('Revision initiated');
    case 'SESSION_START':
      return t('Session start');
    case 'SESSION_END':
      return t('Session end');
    default:
      return type;
  }
}

/** When to choose it. Sessions mark their start and end by themselves. */
export function decisionTypeMeaning(
  type: Exclude<DecisionType, 'SESSION_START' | 'SESSION_END'>,
  t: Translate,
): string {
  switch (type) {
    case 'USER_DECISION':
      return t('Somebody made a choice that the work builds on.');
    case 'STEERING_UPDATE':
      return t('The steering documents were changed.');
    case 'DIRECTION_CHANGE':
      return t('Specs were split, waves reordered, or the scope changed.');
    case 'ESCALATION_RESOLVED':
      return t('What was put before a person is settled.');
    case 'STEERING_EXCEPTION':
      return t('The work departs from a steering document on purpose.');
    case 'REVISION_INITIATED':
      return t('A spec of an earlier wave is taken up again.');
  }
}
