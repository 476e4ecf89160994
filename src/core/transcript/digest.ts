// What is kept of a transcript: plain JSON, under 80 KB whatever was said. Texts in it are redacted
// and cut; where each thing was found says what is new since another look.

import { noSteps, type StepCounts } from './fittingSteps';
import type { AgentTask } from './transcriptEvent';

interface Found {
  readonly at?: string | undefined;
  /** Where its line begins in the transcript. */
  readonly offset: number;
}

export interface KeptWords extends Found {
  readonly id?: string | undefined;
  text: string;
  /** Follows nothing: the first line of a conversation. */
  readonly isRoot?: true | undefined;
  /** Only asks something: any words that say what to do are a better goal. */
  readonly isQuestion?: true | undefined;
}

export interface KeptTask {
  readonly offset: number;
  readonly id?: string | undefined;
  text: string;
  status: AgentTask['status'];
}

export interface KeptPlan extends KeptWords {
  /** Unknown until a person has decided. */
  accepted?: boolean | undefined;
  /** The numbers of its steps that are said to be done. */
  done?: readonly number[] | undefined;
}

export interface KeptCheck {
  readonly offset: number;
  readonly hash: string;
  /** Its number in its list, of which not all may be kept. */
  step: number;
  text: string;
  readonly status: AgentTask['status'];
  /** Of a plan in words. */
  readonly isPlanned?: true | undefined;
  /** Of a list that only said what comes next. */
  readonly isNext?: true | undefined;
}

export interface KeptFile extends Found {
  /** As the agent wrote it. */
  path: string;
}

export interface KeptError extends Found {
  /** Of its text: the same failure of another command is the same error. */
  readonly hash: string;
  /** What was tried; when the same passes later, this is over. */
  readonly attempt?: Attempt | undefined;
  /** The command, or the tool or its file. */
  what: string;
  text: string;
  readonly exitCode?: number | undefined;
}

export interface KeptAnswer extends Found {
  question: string;
  answer: string;
  readonly rejected: readonly { readonly text: string }[];
}

export interface KeptDiscovery extends Found {
  readonly hash: string;
  /** As the agent named it; undefined when nothing was named or read. */
  file?: string | undefined;
  text: string;
}

/** That what Baton put into the conversation is there. */
export interface KeptReceipt extends Found {
  start: string;
}

/** That a hook of Baton's did not come to its end, though it should have put something in. */
export interface KeptFailure extends Found {
  /** `SessionStart:compact` */
  hook: string;
  problem: string;
  /** Else it may have been a hook of others. */
  readonly isNamed?: true | undefined;
}

/** Tells whether two calls are the same, without what they say. */
export interface Attempt {
  readonly does: OpenCall['does'];
  readonly size: number;
  readonly hash: string;
  /** Of a command: the same one, in the same folder, may be written in other words. */
  readonly inPlace?: { readonly size: number; readonly hash: string } | undefined;
}

/** A call whose result has not been seen. */
export interface OpenCall {
  readonly call: string;
  readonly offset: number;
  readonly does: 'edit' | 'read' | 'run' | 'addTask' | 'plan' | 'ask' | 'other';
  /** The length of what it says; its hash is made when it is needed, which is seldom. */
  readonly size: number;
  hash?: string | undefined;
  /** Of a command: the size of what runs in its folder, and that folder, by its hash; their hash as above. */
  readonly inPlace?:
    { readonly size: number; readonly folder: string; hash?: string | undefined } | undefined;
  what: string;
  /** Of a command: it answers with its exit code. */
  asks?: true | undefined;
  /** Of an edit: where the file stood before, since an edit that fails changes nothing. */
  readonly before?: { readonly at?: string | undefined; readonly offset: number } | undefined;
  /** Only of the newest: there is one person to ask. */
  questions?: readonly OpenQuestion[] | undefined;
}

export interface OpenQuestion {
  readonly hash: string;
  question: string;
  readonly options: readonly { readonly hash: string; text: string }[];
}

export interface KeptPlace {
  readonly cwd: string;
  readonly offset: number;
}

export interface Digest {
  session: {
    id?: string | undefined;
    parentId?: string | undefined;
    cwd?: string | undefined;
    /** Where it was started, which may have moved since. */
    startedIn?: string | undefined;
    /** Where the agent went, the last times, and from which line on. */
    places?: KeptPlace[] | undefined;
  };
  /** The newest moment of any kept event. */
  at?: string | undefined;
  first?: KeptWords | undefined;
  /** The first words that say more than "hello", unless `first` does. */
  request?: KeptWords | undefined;
  /** The newest words that say more than "go on". */
  objective?: KeptWords | undefined;
  /** The last few, oldest first. */
  prompts: KeptWords[];
  tasks: KeptTask[];
  /** How many there are beyond those. */
  moreTasks: StepCounts;
  plan?: KeptPlan | undefined;
  checks: KeptCheck[];
  moreChecks: StepCounts;
  open: OpenCall[];
  /** Most recent first. */
  files: KeptFile[];
  lastRead?: string | undefined;
  errors: KeptError[];
  answers: KeptAnswer[];
  discoveries: KeptDiscovery[];
  compactions: {
    count: number;
    id?: string | undefined;
    at?: string | undefined;
    offset?: number;
  };
  received: KeptReceipt[];
  /** None in most transcripts. */
  failed?: KeptFailure[] | undefined;
}

/** How many of each, and how many bytes of text each may have. */
export const shares = {
  place: 300,
  places: 32,
  first: 2400,
  objective: 2000,
  prompts: { count: 4, text: 500 },
  // A list that is told whole each time is kept as far as it is shown. One that is told task by task is
  // not told again: of what comes late in it, a few words are kept until it is its turn.
  tasks: { listed: 50, count: 100, text: 160, late: 60, id: 20 },
  plan: 3000,
  checks: { count: 50, text: 140 },
  open: { count: 16, text: 160, questions: 4, options: 6, option: 60 },
  files: { count: 24, text: 300 },
  errors: { count: 10, text: 320, what: 160 },
  answers: { count: 8, text: 200 },
  discoveries: { count: 10, text: 320 },
  received: { count: 8, text: 80 },
  failed: { count: 4, hook: 40, problem: 240 },
} as const;

export function emptyDigest(): Digest {
  return {
    session: {},
    prompts: [],
    tasks: [],
    moreTasks: noSteps(),
    checks: [],
    moreChecks: noSteps(),
    open: [],
    files: [],
    errors: [],
    answers: [],
    discoveries: [],
    compactions: { count: 0 },
    received: [],
  };
}
