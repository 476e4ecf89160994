// How one CLI starts, resumes, forks and runs without a terminal, and what it prints then.
// One file per CLI implements this; nothing else knows its flags. Arguments are an argv, never a line
// for a shell, and words of others go to stdin where a run has no terminal.

import type { AgentName } from '../transcript/transcriptEvent';

export interface AgentStrategy {
  /** As people type it: `claude`. */
  readonly name: string;
  /** For people: "Claude Code". */
  readonly title: string;
  /** As it is looked for on the PATH. */
  readonly program: string;
  /** The npm package that has it: tells the version without a run. */
  readonly packageName?: string | undefined;
  /** Whose store it writes to; undefined where Baton does not know it. */
  readonly store?: AgentName | undefined;
  /** What the installed version can do; of an unknown version, what the newest can. */
  support(version: string | undefined): AgentSupport;
  /** From which version on, where versions differ. */
  readonly since?: FirstVersions | undefined;
  /** A new session: with this id where the CLI takes one. */
  start(request: StartRequest): AgentArguments;
  /** Goes on with a session of its own. */
  resume(request: ResumeRequest): AgentArguments;
  /** Goes on with a copy of it; undefined where the CLI cannot, with what is known. */
  fork(request: ForkRequest): AgentArguments | undefined;
  /** What a line says that a run without a terminal printed. */
  readOutput(line: string): AgentOutput | undefined;
}

export interface AgentSupport {
  /** Whether a new session can be given its id. */
  readonly presetId: boolean;
  /** Whether it goes on with a session at all. */
  readonly resume: boolean;
  /** Else only the last one can be resumed. */
  readonly resumeById: boolean;
  /** Else it goes on in a copy, which gets an id of its own. */
  readonly resumeKeepsId: boolean;
  readonly fork: boolean;
  /** Whether it forks without a terminal as well. */
  readonly headlessFork: boolean;
  /** Whether a fork can be given its id. */
  readonly presetForkId: boolean;
  /** Whether it runs without a terminal. */
  readonly headless: boolean;
}

/** The first version that can do it; null where none can. */
export type FirstVersions = Readonly<Record<keyof AgentSupport, string | null>>;

interface RunRequest {
  readonly version: string | undefined;
  /** Without a terminal: the prompt comes on stdin, the answer goes to stdout. */
  readonly isHeadless: boolean;
  /** What is to be said first, where an argument has to carry it. */
  readonly prompt?: string | undefined;
}

export interface StartRequest extends RunRequest {
  /** A UUID. */
  readonly id?: string | undefined;
}

export interface ResumeRequest extends RunRequest {
  /** As the CLI knows it; undefined for the last one of the folder. */
  readonly id: string | undefined;
}

export interface ForkRequest extends ResumeRequest {
  /** A UUID, for the copy, where the CLI takes one. */
  readonly newId?: string | undefined;
  /** Its transcript, where that is known: some CLIs fork by it. */
  readonly file?: string | undefined;
}

export interface AgentArguments {
  readonly args: readonly string[];
  /** On top of the user's own. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The prompt is among the arguments, and stdin stays empty. */
  readonly takesPrompt?: boolean | undefined;
}

export interface AgentOutput {
  /** The session that answers, as often as the CLI says so. */
  readonly session?: string | undefined;
  /** Where it says that it works. */
  readonly cwd?: string | undefined;
  /** What it says to the user, after what it said before. */
  readonly text?: string | undefined;
  /** All of its answer: what was said before was on the way to it. */
  readonly isWhole?: boolean | undefined;
  /** What it says from now on, if anything, is a message of its own. */
  readonly endsMessage?: boolean | undefined;
  /** Why it failed, in its own words. */
  readonly error?: string | undefined;
  /** Tools that it was not let use, with nobody there to ask. */
  readonly denied?: readonly string[] | undefined;
}
