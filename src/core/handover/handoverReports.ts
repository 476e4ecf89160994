// What hosts ask of the handover, and what they get back, as values.

import type { NewDecision } from '../documents/decisionEntry';
import type { LinkedDecision } from '../documents/decisionLinks';
import type { Decision, SessionDocument } from '../schemas/handover';
import type { Problem } from '../schemas/problem';
import type { Message } from '../support/message';
import type { AgentName } from '../transcript/transcriptEvent';

export const draftTriggers = ['design', 'impl', 'review', 'roadmap', 'steering', 'stop'] as const;
export type DraftTrigger = (typeof draftTriggers)[number];

export interface DraftRequest {
  readonly trigger: DraftTrigger;
  /** The immediate next action; else what the pipeline, the session or the agent says. */
  readonly next?: string | undefined;
  /** What the agent said comes next, for where nothing else is known. */
  readonly nextSaid?: string | undefined;
  readonly accomplished?: readonly string[] | undefined;
}

export interface DraftReport {
  /** Relative to the root, as all paths here. */
  readonly path: string;
  readonly mode: 'auto-draft';
  /** Where a polished file went, before the marker was added. */
  readonly archive?: string | undefined;
  /** Sections whose words were carried forward. */
  readonly carried: readonly string[];
  readonly conflicts: readonly DraftConflict[];
}

/** A place where a person's words were kept instead of what Baton would have written. */
export interface DraftConflict {
  readonly section: string;
  /** 1-based, in the file as it is now. */
  readonly line: number;
  readonly kept: string;
  readonly notWritten: string;
}

/** The five questions, with the goal they serve. */
export interface HandoverAnswers {
  readonly goal: string;
  readonly accomplished: string;
  readonly nextAction: string;
  /** `D12` for one that is in the log; anything else is new and is appended to it. */
  readonly decisions: readonly (string | AnsweredDecision)[];
  readonly warnings: string;
  readonly tone: string;
  readonly steeringExceptions: readonly (string | AnsweredDecision)[];
}

export type AnsweredDecision = Pick<NewDecision, 'summary'> &
  Partial<Pick<NewDecision, 'context' | 'decision' | 'reason' | 'impact' | 'steeringRef'>>;

/** For whom the one-file handover is. */
export const handoverTargets = ['claude', 'codex', 'gemini', 'qwen', 'colleague'] as const;
export type HandoverTarget = (typeof handoverTargets)[number];

/** The session of an agent that somebody else goes on from. */
export interface HandedOver {
  readonly agent: AgentName;
  /** As the agent knows it. */
  readonly session: string;
  /** A path that may be read: in the store of the agent. */
  readonly transcript?: string | undefined;
}

/** Where a suggestion comes from; shown beside it. */
export type CollectedFrom =
  | 'git'
  | 'specs'
  | 'roadmap'
  | 'tests'
  | 'steering'
  | 'transcript'
  | 'state'
  | 'handover'
  | 'decisions';

export interface Suggestion {
  readonly text: string;
  readonly from: readonly CollectedFrom[];
}

/** What is known before a person is asked. */
export interface HandoverPlan {
  /** `2026-01-15`, in the time zone of this machine. */
  readonly date: string;
  readonly branch: string | undefined;
  readonly suggested: Readonly<
    Record<Exclude<keyof HandoverAnswers, 'decisions' | 'steeringExceptions'>, Suggestion>
  >;
  /** Of this session: since the last SESSION_START, oldest first, without the marks of sessions. */
  readonly decisions: readonly Decision[];
  /** Decisions that the transcript shows but the log does not. */
  readonly suggestedDecisions: readonly AnsweredDecision[];
  readonly steeringExceptions: readonly Decision[];
  readonly facts: CollectedFacts;
  /** session.md as it is, with its line endings; undefined where there is none. */
  readonly current: string | undefined;
  /** Where it will go. */
  readonly archive: string | undefined;
}

export interface CollectedFacts {
  readonly git: GitFacts | undefined;
  readonly pipeline: Pipeline;
  readonly tests: readonly TestResult[];
  /** Steering files that changed since the last handover, relative to the root. */
  readonly steering: readonly string[];
  readonly modifiedFiles: readonly string[];
  /** What could not be collected, and why. */
  readonly missing: readonly { readonly what: CollectedFrom; readonly why: string }[];
}

export interface GitFacts {
  readonly branch: string | undefined;
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  readonly uncommitted: readonly string[];
}

export interface TestResult {
  readonly command: string;
  readonly passed: boolean;
  readonly at: string | undefined;
  readonly detail: string;
}

/** The state of all specs, rebuilt each time: spec.yaml is the truth, and nothing else keeps it. */
export interface Pipeline {
  readonly specs: readonly SpecProgress[];
  readonly waves: readonly WaveProgress[];
  /** Whether there is a roadmap that is worked on. */
  readonly isActive: boolean;
  /** What the pipeline says to do next; undefined where it says nothing. */
  readonly next: string | undefined;
}

export interface SpecProgress {
  readonly name: string;
  /** Its spec.yaml, relative to the root. */
  readonly file: string;
  readonly phase: string | undefined;
  readonly isComplete: boolean;
  readonly wave: string | undefined;
  readonly blocked: string | undefined;
  readonly dependencies: readonly string[];
  /** What its latest review says, and the items it tracks. */
  readonly review: { readonly batch: string; readonly isBlocked: boolean } | undefined;
  readonly tracked: readonly string[];
}

export interface WaveProgress {
  readonly wave: string;
  readonly complete: number;
  readonly total: number;
}

export interface HandoverReport {
  readonly path: string;
  readonly archive: string | undefined;
  /** One line each. */
  readonly captured: readonly string[];
  /** The id of its SESSION_END; undefined while the entry waits for a lock. */
  readonly decision: string | undefined;
  /** A secret in a person's words is told, not changed. */
  readonly warnings: readonly Message[];
  readonly reminder: Message;
}

/** What a session starts from: the seven steps of the resume, as far as there is something to read. */
export interface ResumeReport {
  /** undefined in the first session: then the user's words are waited for. */
  readonly session: ResumedSession | undefined;
  /** Of specs whose latest review blocks them, or tracks something. */
  readonly reviews: readonly ActiveReview[];
  /** The latest ten, oldest first. */
  readonly decisions: readonly Pick<
    LinkedDecision,
    'id' | 'at' | 'type' | 'summary' | 'supersededBy'
  >[];
  /** What waits in buffer.md, one line each. */
  readonly knowledge: readonly string[];
  readonly skillCandidates: readonly string[];
  /** undefined unless a roadmap is worked on. */
  readonly pipeline: Pipeline | undefined;
  readonly sessionStart: {
    /** Whether an entry was written now. */
    readonly isNew: boolean;
    /** Its id; undefined where none was written, or it waits for a lock. */
    readonly decision: string | undefined;
  };
  /** Where to go on; undefined: the user says. */
  readonly nextAction: string | undefined;
  readonly problems: readonly Problem[];
  /** What could not be done. */
  readonly warnings: readonly Message[];
}

export interface ResumedSession extends Pick<SessionDocument, 'mode' | 'generated' | 'branch'> {
  /** Its file, relative to the root. */
  readonly path: string;
  readonly goal: string;
  readonly nextAction: string;
  readonly activeGoals: string;
  readonly keyDecisions: string;
  readonly warnings: string;
  readonly tone: string;
  readonly steeringExceptions: string;
}

export interface ActiveReview {
  readonly spec: string;
  readonly batch: string | undefined;
  readonly isBlocked: boolean;
  readonly tracked: readonly string[];
}
