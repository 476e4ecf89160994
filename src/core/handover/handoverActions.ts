// What a project offers around its handover. Each action is loaded when it is asked for.

import type { AppendedDecision } from '../decisions';
import type { NewKnowledge } from '../documents/bufferSplice';
import type { NewDecision } from '../documents/decisionEntry';
import type { Lender } from '../workplace';
import type { AddedKnowledge } from './buffer';
import type { DraftFacts } from './draft';
import type { FlushReport } from './flush';
import type {
  DraftReport,
  DraftRequest,
  HandoverAnswers,
  HandoverPlan,
  HandoverReport,
  ResumeReport,
} from './handoverReports';

export interface HandoverActions {
  addDecision(decision: NewDecision): Promise<AppendedDecision>;
  /** Renews session.md without asking anybody. */
  draft(request: DraftRequest, facts?: DraftFacts): Promise<DraftReport>;
  /** Archives session.md and writes the polished one. */
  handover(plan: HandoverPlan, answers: HandoverAnswers): Promise<HandoverReport>;
  /** What is known before a person is asked to hand over. Runs git. */
  planHandover(): Promise<HandoverPlan>;
  /** What a session starts from. Begins it, so only where somebody asks; `source` says who. */
  resume(source: string): Promise<ResumeReport>;

  /** Into the knowledge buffer; what is in it is in the snapshot. */
  addKnowledge(entries: readonly NewKnowledge[]): Promise<AddedKnowledge>;
  /** Moves the knowledge buffer into files that stay. */
  flushBuffer(): Promise<FlushReport>;
}

export function handoverActions({ act, actQuietly }: Lender): HandoverActions {
  return {
    addDecision: (decision) =>
      actQuietly(async (place) => (await import('../decisions')).appendDecision(place, decision)),
    draft: (request, facts) =>
      actQuietly(async (place) => (await import('./draft')).draftSession(place, request, facts)),
    handover: (plan, answers) =>
      actQuietly(async (place) => (await import('./polish')).writeHandover(place, plan, answers)),
    planHandover: () =>
      act(async (place) => (await import('./collect')).planHandover(place), { writes: false }),
    resume: (source) =>
      actQuietly(async (place) => (await import('./resume')).resumeSession(place, source)),
    addKnowledge: (entries) =>
      actQuietly(async (place) => (await import('./buffer')).addKnowledge(place, entries)),
    flushBuffer: () => actQuietly(async (place) => (await import('./buffer')).flushBuffer(place)),
  };
}
