// The CLIs that the user added: from BATON_AGENTS, then from the settings of VS Code as they are
// mirrored, then from those that a person confirmed here. All of it is the user's own, on this machine;
// nothing of it comes from a project.

import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { userSetting } from '../settings';
import { isAgentShell } from '../support/agentShell';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { timestamp } from '../schemas/timestamp';
import { userFile, type UserFilePlace } from '../userFiles';
import type { QuietPlace } from '../workplace';
import { agentDepth } from './agentEnvironment';
import {
  type AddedAgent,
  addedAgentSchema,
  type AddedAgents,
  addedAgentsSchema,
} from './addedAgent';

const agentsFile = 'agents.json';
const mostProposals = 50;

const proposalSchema = z.looseObject({
  agent: addedAgentSchema,
  proposed_at: timestamp,
  /** Where the one worked who proposed it. */
  root: z.optional(z.string()),
});

const fileSchema = z.looseObject({
  agents: z.optional(addedAgentsSchema),
  proposals: z.optional(z.record(z.string(), proposalSchema)),
});

export interface ProposedAgent {
  readonly name: string;
  readonly agent: AddedAgent;
  readonly proposedAt: string;
  readonly root: string | undefined;
}

export async function addedAgents(place: QuietPlace): Promise<AddedAgents> {
  const given = place.env.BATON_AGENTS;
  return {
    ...(await readFile(place)).agents,
    ...checkedAgents(await userSetting(place, 'agents'), 'baton.agents'),
    ...checkedAgents(given ? parsed(given) : undefined, 'BATON_AGENTS'),
  };
}

/** Anybody may propose one; nothing runs it before a person says so. */
export async function proposeAgent(
  place: QuietPlace,
  name: string,
  agent: unknown,
): Promise<ProposedAgent> {
  const known = checkedAgent(name, agent);
  const proposal = { agent: known, proposed_at: place.now().toISOString(), root: place.root };
  await openFile(place).update((file) => {
    const { [name]: same, ...others } = file?.proposals ?? {};
    if (!same && Object.keys(others).length >= mostProposals) {
      throw new UserError(
        'too-many',
        msg(
          'There are {0} proposed agents that nobody has confirmed. See "baton agent list --proposed".',
          mostProposals,
        ),
      );
    }
    return { ...file, proposals: { ...others, [name]: proposal } };
  });
  return { name, agent: known, proposedAt: proposal.proposed_at, root: place.root };
}

export async function proposedAgents(place: UserFilePlace): Promise<ProposedAgent[]> {
  return Object.entries((await readFile(place)).proposals ?? {}).map(
    ([name, { agent, proposed_at, root }]) => ({ name, agent, proposedAt: proposed_at, root }),
  );
}

/** A person takes over what was proposed, exactly as it was `shown`. */
export async function confirmAgent(
  place: QuietPlace,
  name: string,
  shown?: AddedAgent,
): Promise<AddedAgent> {
  assertPerson(place);
  let confirmed: AddedAgent | undefined;
  await openFile(place).update((file) => {
    const { [name]: proposal, ...others } = file?.proposals ?? {};
    if (!proposal) {
      throw new UserError(
        'no-proposal',
        msg('Nobody proposed an agent {0}. See "baton agent list --proposed".', name),
      );
    }
    if (shown && !isDeepStrictEqual(proposal.agent, shown)) {
      throw new UserError(
        'changed',
        msg('The proposed agent {0} was changed meanwhile. Look at it again.', name),
      );
    }
    confirmed = proposal.agent;
    return { ...file, agents: { ...file?.agents, [name]: proposal.agent }, proposals: others };
  });
  return confirmed ?? checkedAgent(name, undefined);
}

export interface Added {
  readonly agent: AddedAgent;
  /** An agent asked for it, so that a person has to confirm it first. */
  readonly isProposed: boolean;
}

/** A person adds one; an agent in its shell only proposes it. */
export async function addAgent(place: QuietPlace, name: string, agent: unknown): Promise<Added> {
  if (!isPerson(place)) {
    return { agent: (await proposeAgent(place, name, agent)).agent, isProposed: true };
  }
  const known = checkedAgent(name, agent);
  await openFile(place).update((file) => ({ ...file, agents: { ...file?.agents, [name]: known } }));
  return { agent: known, isProposed: false };
}

/** One that was added or proposed; those of the settings are removed there. */
export async function removeAgent(place: QuietPlace, name: string): Promise<void> {
  assertPerson(place);
  await openFile(place).update((file) => {
    const { [name]: agent, ...agents } = file?.agents ?? {};
    const { [name]: proposal, ...proposals } = file?.proposals ?? {};
    if (!agent && !proposal) {
      throw new UserError(
        'no-agent',
        msg('No agent {0} was added here. Those of your settings are removed there.', name),
      );
    }
    return { ...file, agents, proposals };
  });
}

/** A window that was opened from an agent's shell is a person's all the same. */
function isPerson({ env, host }: QuietPlace): boolean {
  return host === 'vscode' || (!isAgentShell(env) && agentDepth(env) === 0);
}

function assertPerson(place: QuietPlace): void {
  if (!isPerson(place)) {
    throw new UserError(
      'for-a-person',
      msg('Only a person decides which programs Baton may start: run this in your own terminal.'),
    );
  }
}

function checkedAgent(name: string, agent: unknown): AddedAgent {
  const checked = addedAgentsSchema.safeParse({ [name]: agent });
  // What every object has is none.
  const found =
    checked.success && Object.hasOwn(checked.data, name) ? checked.data[name] : undefined;
  if (!found) {
    throw wrong(name);
  }
  return found;
}

function checkedAgents(value: unknown, setting: string): AddedAgents {
  if (value === undefined || value === null) {
    return {};
  }
  const checked = addedAgentsSchema.safeParse(value);
  if (!checked.success) {
    throw wrong(setting);
  }
  return checked.data;
}

function wrong(what: string): UserError {
  return new UserError(
    'invalid-agent',
    msg(
      '{0}: an agent has a name in small letters that none of Baton\'s own has, a "command" (a program on the PATH or its whole path, no shell), and lists of arguments "start", "resume", "fork" and "headless". Change it.',
      what.slice(0, 80),
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function openFile(place: UserFilePlace) {
  return userFile(place, agentsFile, fileSchema);
}

async function readFile(place: UserFilePlace): Promise<z.infer<typeof fileSchema>> {
  const seen = await openFile(place).read();
  return seen.kind === 'ok' ? seen.value : {};
}
