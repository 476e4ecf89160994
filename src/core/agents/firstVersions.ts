// What a version of a CLI can do, and what a person is told where it is too old for something.

import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import type { AgentStrategy, AgentSupport, FirstVersions } from './agentStrategy';
import type { InstalledAgent } from './installedAgents';
import { isAtLeast } from './versions';

type Ability = keyof AgentSupport;

export function supportSince(first: FirstVersions, version: string | undefined): AgentSupport {
  const can = Object.entries(first).map(([ability, least]) => [
    ability,
    least !== null && isAtLeast(version, least),
  ]);
  return Object.fromEntries(can) as Record<Ability, boolean>;
}

/** How to get the newest version. */
export function updateCommand({ packageName = '' }: AgentStrategy): string {
  return `npm install -g ${packageName}`;
}

/** What a person notices. The id of a session, for one, is learned afterwards where it cannot be given. */
const sentences = {
  resume: (title: string, version: string) =>
    msg('{0} {1} cannot go on with a session.', title, version),
  resumeById: (title: string, version: string) =>
    msg('{0} {1} can go on with its last session only.', title, version),
  fork: (title: string, version: string) => msg('{0} {1} cannot fork a session.', title, version),
  headless: (title: string, version: string) =>
    msg('{0} {1} cannot be asked without a terminal.', title, version),
  headlessFork: (title: string, version: string) =>
    msg('{0} {1} can fork a session in a terminal only.', title, version),
} satisfies Partial<Record<Ability, (title: string, version: string) => Message>>;

/** Those of which the other one says it all. */
const within: Partial<Record<Ability, readonly Ability[]>> = {
  resumeById: ['resume'],
  headlessFork: ['headless', 'fork'],
};

/** What the installed version is too old for, and from which version on it would be there. */
export function shortcomings({ strategy, support, version }: Versioned): Shortcoming[] {
  const abilities = Object.keys(sentences) as (keyof typeof sentences)[];
  return abilities.flatMap((ability) => {
    const least = strategy.since?.[ability];
    const isSaid = within[ability]?.some((each) => !support[each]);
    return support[ability] || isSaid || !least || version === undefined
      ? []
      : [{ ability, least, what: sentences[ability](strategy.title, version) }];
  });
}

type Versioned = Pick<InstalledAgent, 'strategy' | 'support' | 'version'>;

export interface Shortcoming {
  readonly ability: Ability;
  /** The first version that can do it. */
  readonly least: string;
  /** In one sentence. */
  readonly what: Message;
}

/** Of all of them, with what to do; undefined where nothing is missing. */
export function tooOldFor(agent: Versioned): Message | undefined {
  return shortcomings(agent)
    .map((each) => withUpdate(agent, each))
    .reduce<Message | undefined>(
      (before, next) => (before ? msg('{0} {1}', before, next) : next),
      undefined,
    );
}

/** Where an update would help; else the caller knows better what to say. */
export function tooOld(agent: Versioned, ability: Ability): UserError | undefined {
  const abilities = [...(within[ability] ?? []), ability];
  const lacking = shortcomings(agent).find((each) => abilities.includes(each.ability));
  // A version that has a part of it would not do.
  const least = agent.strategy.since?.[ability] ?? lacking?.least;
  return lacking && least
    ? new UserError('too-old', withUpdate(agent, { ...lacking, least }))
    : undefined;
}

function withUpdate({ strategy }: Versioned, { what, least }: Shortcoming): Message {
  return msg('{0} Update it to {1} or later: run "{2}".', what, least, updateCommand(strategy));
}
