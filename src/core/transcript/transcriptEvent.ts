// What the transcripts of all agents have in common. A reader per agent turns lines into these
// events; nothing behind it knows whose transcript it was.

export const agentNames = ['claude', 'codex', 'gemini', 'qwen'] as const;
export type AgentName = (typeof agentNames)[number];

export interface TranscriptReader {
  readonly agent: AgentName;
  /**
   * Whether a line may matter, from its bytes alone: most of a transcript is never parsed. What it
   * is not sure about, it lets through.
   */
  matters(chunk: Buffer, start: number, end: number): boolean;
  /**
   * What a whole line says, where its bytes tell that without parsing: long results and long edits,
   * and nothing for a line that does not matter. Undefined: parse it.
   */
  glance?(chunk: Buffer, start: number, end: number): readonly TranscriptEvent[] | undefined;
  /** None for a line that it does not know. It keeps nothing between lines. */
  events(line: Readonly<Record<string, unknown>>): readonly TranscriptEvent[];
  /** What a subagent said and did, in a line that is its own; undefined for every other line. */
  aside?(line: Readonly<Record<string, unknown>>): readonly TranscriptEvent[] | undefined;
}

interface Moment {
  /** As the agent wrote it. */
  readonly at?: string | undefined;
  /** Where lines have an id. The same one again replaces what was said before. */
  readonly id?: string | undefined;
}

export type TranscriptEvent =
  /** Whose transcript this is, as often as the agent says so. */
  | { kind: 'session'; id?: string; parentId?: string; cwd?: string; branch?: string }
  /**
   * A person's own words; `parent` is the id of the line that they follow, where lines form a tree;
   * '' when they follow none.
   */
  | ({ kind: 'prompt'; text: string; parent?: string | undefined } & Moment)
  /** The agent's words to the person. */
  | ({ kind: 'said'; text: string } & Moment)
  | ({ kind: 'call'; call: string; action: AgentAction } & Moment)
  | ({ kind: 'result'; call: string; result: ActionResult } & Moment)
  /** What came before was condensed. */
  | ({ kind: 'compaction'; trigger?: string } & Moment)
  /** What a hook put into the conversation. */
  | ({ kind: 'received'; hook: string; text: string } & Moment)
  /** A hook of Baton's that should have put something in; `problem` is a sentence. `isNamed`: its command is. */
  | ({ kind: 'hookFailed'; hook: string; problem: string; isNamed?: true } & Moment);

/** What an agent set out to do with a tool, whatever the tool is called. */
export type AgentAction =
  | { do: 'edit'; paths: readonly string[] }
  | { do: 'read'; path: string }
  | { do: 'run'; command: string }
  /** The whole list, as it is from now on. */
  | { do: 'setTasks'; tasks: readonly AgentTask[] }
  /** Its id comes with the result. */
  | { do: 'addTask'; text: string }
  | { do: 'changeTask'; task: string; text?: string; status?: AgentTask['status'] | 'deleted' }
  | { do: 'plan'; text: string }
  | { do: 'ask'; questions: readonly { question: string; options: readonly string[] }[] }
  /** `about`: what it was asked for, in the agent's words. */
  | { do: 'other'; tool: string; about?: string };

export interface AgentTask {
  readonly id?: string | undefined;
  readonly text: string;
  readonly status: 'pending' | 'current' | 'done';
}

export interface ActionResult {
  readonly failed: boolean;
  readonly exitCode?: number | undefined;
  readonly text: string;
  /** Neither passed nor failed: it goes on in the background, or a person stopped it. */
  readonly unfinished?: boolean | undefined;
  /** Of a task that was added. */
  readonly task?: string | undefined;
  /** What a person answered, by question. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
}
