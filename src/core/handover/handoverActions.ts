// What a project offers around its handover. Each action is loaded when it is asked for.

import type { AppendedDecision, DecisionToAppend } from '../decisions';
import type { NewKnowledge } from '../documents/bufferSplice';
import type { Lender } from '../workplace';
import type { AddedKnowledge } from './buffer';
import type { AgentDecision, NotedDecision } from './decisionForAgent';
import type { DraftFacts } from './draft';
import type { FlushReport } from './flush';
import type {
  DraftReport,
  DraftRequest,
  HandedOver,
  HandoverAnswers,
  HandoverPlan,
  HandoverReport,
  HandoverTarget,
  ResumeReport,
} from './handoverReports';
import type { HandoverOffers } from './offers';

export interface HandoverActions {
  addDecision(decision: DecisionToAppend): Promise<AppendedDecision>;
  /** With its words cleaned. */
  addDecisionForAgent(decision: AgentDecision): Promise<NotedDecision>;
  /** Renews session.md without asking anybody. Runs git, unless what it would tell is given. */
  draft(request: DraftRequest, facts?: DraftFacts): Promise<DraftReport>;
  /** Archives session.md and writes the polished one. */
  handover(plan: HandoverPlan, answers: HandoverAnswers): Promise<HandoverReport>;
  /** What is known before a person is asked to hand over. Runs git. */
  planHandover(): Promise<HandoverPlan>;
  /** All in one file, for a colleague or another agent. Runs git. */
  handoverTo(target: HandoverTarget | 'agent', of?: HandedOver): Promise<string>;
  /** What a session starts from. Begins it, so only where somebody asks; `source` says who. */
  resume(source: string): Promise<ResumeReport>;
  /** Into the knowledge buffer; what is in it is in the snapshot. */
  addKnowledge(entries: readonly NewKnowledge[]): Promise<AddedKnowledge>;
  /** Moves the knowledge buffer into files that stay. */
  flushBuffer(): Promise<FlushReport>;
  /** What the state of the work gives reason to offer. Writes nothing. */
  handoverOffers(): Promise<HandoverOffers>;
  /** What nobody has been told of yet; from now on it is told. */
  claimOffers(): Promise<HandoverOffers>;
  /** `baton.draftOnStop` of the user's own settings, for the command line and hooks. */
  mirrorDraftOnStop(value: unknown): Promise<void>;
  /** `baton.sddDir` as it is set for this project. */
  mirrorSddDirectory(value: unknown): Promise<void>;
}

export function handoverActions({ act, actQuietly, look }: Lender): HandoverActions {
  return {
    addDecision: (decision) =>
      actQuietly(async (place) => (await import('../decisions')).appendDecision(place, decision)),
    addDecisionForAgent: (decision) =>
      actQuietly(async (place) =>
        (await import('./decisionForAgent')).decisionForAgent(place, decision),
      ),
    draft: (request, known) =>
      act(async (place) => (await import('./draftNow')).draftNow(place, request, known)),
    handover: (plan, answers) =>
      actQuietly(async (place) => (await import('./polish')).writeHandover(place, plan, answers)),
    planHandover: () =>
      act(async (place) => (await import('./collect')).planHandover(place), { writes: false }),
    handoverTo: (target, of) =>
      act(async (place) => (await import('./handoverTo')).handoverTo(place, target, of), {
        writes: false,
      }),
    resume: (source) =>
      actQuietly(async (place) => (await import('./resume')).resumeSession(place, source)),
    addKnowledge: (entries) =>
      actQuietly(async (place) => (await import('./buffer')).addKnowledge(place, entries)),
    flushBuffer: () => actQuietly(async (place) => (await import('./buffer')).flushBuffer(place)),
    handoverOffers: () => look(async (place) => (await import('./offers')).readOffers(place)),
    claimOffers: () => actQuietly(async (place) => (await import('./offers')).claimOffers(place)),
    mirrorDraftOnStop: (value) =>
      actQuietly(async (place) =>
        (await import('../settings')).mirrorSetting(place, 'draftOnStop', value),
      ),
    mirrorSddDirectory: (value) =>
      actQuietly(async (place) =>
        (await import('../settings')).mirrorSetting(place, 'sddDir', value),
      ),
  };
}
