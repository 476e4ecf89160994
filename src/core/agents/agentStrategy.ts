// How one CLI starts, resumes, forks and runs without a terminal, and how its sessions are found again.
// One file per CLI implements this; nothing else knows its flags. Arguments are an argv, never a line
// for a shell, and words of others go to stdin where a run has no terminal.

import type { AgentName } from '../transcript/transcriptEvent';

export interface AgentStrategy {
  readonly name: AgentName;
  /** For people: "Claude Code". */
  readonly title: string;
  /** As it is looked for on the PATH. */
  readonly program: string;
  /** What the installed version can do; undefined where it said no version. */
  support(version: string | undefined): AgentSupport;
  /** A new session: with this id where the CLI takes one. */
  start(request: StartRequest): AgentArguments;
  /** Goes on with a session of its own. */
  resume(request: ResumeRequest): AgentArguments;
  /** Goes on with a copy of it; undefined where the CLI cannot. */
  fork(request: ResumeRequest): AgentArguments | undefined;
  /** What a run without a terminal printed, line by line, as words and the session that answered. */
  readOutput(line: string): AgentOutput | undefined;
  /** Where it keeps sessions of a folder; the newest first, without reading them. */
  stored(place: AgentPlace): Promise<readonly StoredSession[]>;
}

export interface AgentSupport {
  /** Whether a new session can be given its id. */
  readonly presetId: boolean;
  /** Else only the last one can be resumed. */
  readonly resumeById: boolean;
  readonly fork: boolean;
}

/** Where a CLI runs, and whose stores are looked into. */
export interface AgentPlace {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

interface RunRequest {
  readonly version: string | undefined;
  /** Without a terminal: the prompt comes on stdin, the answer goes to stdout. */
  readonly isHeadless: boolean;
  /** With a terminal: its first prompt, as an argument that cannot become an option. */
  readonly prompt?: string | undefined;
}

export interface StartRequest extends RunRequest {
  /** A UUID. */
  readonly id?: string | undefined;
}

export interface ResumeRequest extends RunRequest {
  /** As the CLI knows it. */
  readonly id: string;
  /** Of a fork, where the CLI takes one. */
  readonly newId?: string | undefined;
}

export interface AgentArguments {
  readonly args: readonly string[];
  /** On top of the user's own. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface AgentOutput {
  /** The session that answers, as often as the CLI says so. */
  readonly session?: string | undefined;
  /** What it says to the user; `isWhole` replaces what was said before. */
  readonly text?: string | undefined;
  readonly isWhole?: boolean | undefined;
  /** Why it failed, in its own words. */
  readonly error?: string | undefined;
}

export interface StoredSession {
  readonly agent: AgentName;
  readonly id: string;
  /** Its transcript. */
  readonly file: string;
  /** Milliseconds of the last change. */
  readonly changedAt: number;
  readonly size: number;
}
