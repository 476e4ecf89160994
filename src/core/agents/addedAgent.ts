// A CLI that the user added: what is kept of it, and the strategy that it becomes. Its arguments are
// templates with `{id}` and `{prompt}`, filled in word by word, never read by a shell.

import path from 'node:path';
import * as z from 'zod/mini';
import { shells } from '../support/callingShell';
import { agentNames } from '../transcript/transcriptEvent';
import type { AgentArguments, AgentStrategy, ForkRequest } from './agentStrategy';
import { idArgument, promptArgument } from './argumentRules';

// eslint-disable-next-line no-control-regex
const printable = /^[^\u0000-\u001F\u007F]*$/;
const argument = z.string().check(z.maxLength(1_000), z.regex(printable));
/** What a program takes for code to run must not be what somebody says. */
const runsNext = /^(?:-c|-e|-Command|--?(?:command|eval|exec|execute|print|script))$/i;
const template = z.array(argument).check(
  z.maxLength(50),
  z.refine(
    (args) =>
      !args.some((each, at) => each.includes('{prompt}') && runsNext.test(args[at - 1] ?? '')),
  ),
);

export const agentNamePattern = /^[a-z0-9][a-z0-9_-]{0,31}$/;

const nameSchema = z.string().check(
  z.regex(agentNamePattern),
  // Neither one of Baton's own, nor what every object has.
  z.refine((name) => !(agentNames as readonly string[]).includes(name) && !(name in {})),
);

/** A name on the PATH, or a whole path: a relative one would be looked for in the project. */
const commandSchema = z.string().check(
  z.minLength(1),
  z.maxLength(500),
  z.regex(printable),
  z.refine((command) => !/[\\/]/.test(command) || path.isAbsolute(command)),
  z.refine((command) => !command.startsWith('-')),
  z.refine((command) => !isShell(path.win32.basename(command))),
);

function isShell(name: string): boolean {
  const program = name.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
  return shells.has(program) || ['cmd', 'powershell', 'env', 'sudo', 'doas'].includes(program);
}

export const addedAgentSchema = z.object({
  title: z.optional(z.string().check(z.minLength(1), z.maxLength(60), z.regex(printable))),
  command: commandSchema,
  /** Of a new session; with `{id}` where the CLI takes one. */
  start: z.optional(template),
  /** With `{id}`, or without it where only the last one can be resumed. */
  resume: z.optional(template),
  fork: z.optional(template),
  /** Come first where there is no terminal; the message comes on stdin unless `{prompt}` is there. */
  headless: z.optional(template),
});
export type AddedAgent = z.infer<typeof addedAgentSchema>;

export const addedAgentsSchema = z.record(nameSchema, addedAgentSchema);
export type AddedAgents = z.infer<typeof addedAgentsSchema>;

export function toStrategy(name: string, agent: AddedAgent): AgentStrategy {
  const { title = name, command, start = [], resume, fork, headless } = agent;
  const fill = (session: readonly string[], request: ForkRequest): AgentArguments => {
    const own = request.isHeadless ? [...(headless ?? []), ...session] : session;
    return {
      args: own.flatMap((each) => filled(each, request)),
      takesPrompt: own.some((each) => each.includes('{prompt}')),
    };
  };
  return {
    name,
    title,
    program: command,
    support: () => ({
      presetId: takesId(start),
      resume: true,
      resumeById: takesId(resume),
      resumeKeepsId: true,
      fork: fork !== undefined,
      headlessFork: fork !== undefined,
      presetForkId: false,
      headless: headless !== undefined,
    }),
    start: (request) => fill(start, { ...request, id: request.id }),
    resume: (request) => fill(resume ?? [], request),
    fork: (request) => (fork ? fill(fork, request) : undefined),
    readOutput: (line) => ({ text: `${line}\n` }),
  };
}

function takesId(args: readonly string[] | undefined): boolean {
  return args?.some((each) => each.includes('{id}')) ?? false;
}

/** What has a place for something that is not known is left out. */
function filled(argument: string, { id, prompt }: ForkRequest): string[] {
  const lacks =
    (argument.includes('{id}') && id === undefined) ||
    (argument.includes('{prompt}') && prompt === undefined);
  if (lacks) {
    return [];
  }
  const whole = argument.replaceAll(/\{(id|prompt)\}/g, (_, name: string) =>
    name === 'id' ? idArgument(id ?? '') : promptArgument(prompt ?? ''),
  );
  // A message that begins with a dash would be an option; a space before it changes nothing else.
  return [argument.startsWith('{prompt}') && whole.startsWith('-') ? ` ${whole}` : whole];
}

const wide =
  /danger|yolo|bypass|skip-permission|full-auto|auto-approve|no-sandbox|--yes\b|allow-all/i;

/** Arguments with which an agent may do more than it asks for. */
export function wideArguments({ start, resume, fork, headless }: AddedAgent): string[] {
  const all = [start, resume, fork, headless].flatMap((each) => each ?? []);
  return [...new Set(all.filter((each) => wide.test(each)))];
}
