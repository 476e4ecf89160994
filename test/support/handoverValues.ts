import type { HandoverAnswers, HandoverPlan } from '../../src/core/handover/handoverReports';

export function plan(given: Partial<HandoverPlan> = {}): HandoverPlan {
  const nothing = { text: '', from: [] };
  return {
    date: '2026-01-15',
    branch: 'main',
    suggested: {
      goal: nothing,
      accomplished: nothing,
      nextAction: nothing,
      warnings: nothing,
      tone: nothing,
    },
    decisions: [],
    suggestedDecisions: [],
    steeringExceptions: [],
    facts: {
      git: { branch: 'main', commits: [], uncommitted: [] },
      pipeline: { specs: [], waves: [], isActive: false, next: undefined },
      tests: [],
      steering: [],
      modifiedFiles: [],
      missing: [],
    },
    current: undefined,
    archive: undefined,
    ...given,
  };
}

export function answers(given: Partial<HandoverAnswers> = {}): HandoverAnswers {
  return {
    goal: 'Log in with a password',
    accomplished: '- Wrote the login form',
    nextAction: 'Run /sdd-review',
    decisions: [],
    warnings: '',
    tone: '',
    steeringExceptions: [],
    ...given,
  };
}
