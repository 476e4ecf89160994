// `.claude/state/sessions/{id}/`: one directory per live agent session.

import * as z from 'zod/mini';
import { environmentSchema } from './environment';
import { sessionStatuses } from './sessionStatuses';
import { timestamp } from './timestamp';

/** Told apart from a later one with the same pid; see support/processIdentity.ts. */
const processSchema = z.object({
  pid: z.number(),
  host: z.string(),
  bootId: z.optional(z.string()),
  startTime: z.optional(z.number()),
});

/** meta.json */
export const sessionMetaSchema = z.looseObject({
  sessionId: z.string(),
  claudeSessionId: z.optional(z.nullable(z.string())),
  agent: z.optional(z.nullable(z.string())),
  environment: z.optional(z.nullable(environmentSchema)),
  projectPath: z.optional(z.string()),
  projectName: z.optional(z.string()),
  gitBranch: z.optional(z.nullable(z.string())),
  createdAt: z.optional(timestamp),
  lastActiveAt: z.optional(timestamp),
  status: z.optional(z.enum(sessionStatuses)),
  slackThreadTs: z.optional(z.nullable(z.string())),
  /** The agent's own; none after its session has ended. */
  agentProcess: z.optional(z.nullable(processSchema)),
  /** The MCP server that beats for it. */
  server: z.optional(z.nullable(processSchema)),
  /** Where the agent writes down what is said. */
  transcriptPath: z.optional(z.nullable(z.string())),
  /** When it ended, by its own word or because nothing was heard of it. */
  endedAt: z.optional(z.nullable(timestamp)),
  /** What its agent waits for, as the agent told. */
  waitingFor: z.optional(
    z.nullable(z.looseObject({ kind: z.string(), message: z.string(), since: timestamp })),
  ),
  /** Since when somebody has seen that its heartbeat does not change. */
  silence: z.optional(z.nullable(z.looseObject({ heartbeat: z.number(), since: timestamp }))),
});
export type SessionMeta = z.infer<typeof sessionMetaSchema>;

const id = (prefix: string) =>
  z.string().check(z.regex(new RegExp(`^${prefix}-\\d{10,16}-[0-9a-f]{6}$`)));
export const questionId = id('q');
export const notificationId = id('n');
export const commandId = id('cmd');

/** questions/<id>.json */
export const questionSchema = z.looseObject({
  questionId,
  sessionId: z.string(),
  question: z.string(),
  options: z.optional(z.nullable(z.array(z.string()))),
  context: z.optional(z.nullable(z.string())),
  createdAt: timestamp,
  timeout: z.optional(z.nullable(z.number())),
  status: z.enum(['pending', 'answered', 'expired']),
});
export type Question = z.infer<typeof questionSchema>;

/** responses/<id>.json; published by link(), so that the first answer wins. */
export const responseSchema = z.looseObject({
  questionId,
  answer: z.string(),
  respondedBy: z.optional(z.nullable(z.string())),
  respondedAt: timestamp,
  source: z.enum(['vscode', 'cli', 'slack_button', 'slack_text']),
});
export type Response = z.infer<typeof responseSchema>;

/** notifications/<id>.json */
export const notificationSchema = z.looseObject({
  notificationId,
  sessionId: z.string(),
  message: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  createdAt: timestamp,
});
export type Notification = z.infer<typeof notificationSchema>;

/** commands/<id>.json */
export const commandSchema = z.looseObject({
  commandId,
  sessionId: z.string(),
  command: z.string(),
  requestedBy: z.optional(z.nullable(z.string())),
  createdAt: timestamp,
  status: z.string(),
});
export type Command = z.infer<typeof commandSchema>;

/** commands/<id>.result.json */
export const commandResultSchema = z.looseObject({
  commandId,
  result: z.string(),
  completedAt: timestamp,
});
export type CommandResult = z.infer<typeof commandResultSchema>;
