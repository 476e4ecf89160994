// The CLIs that can be used here: those that Baton knows, and those that the user added.

import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { toStrategy } from './addedAgent';
import { addedAgents } from './addedAgents';
import type { AgentStrategy } from './agentStrategy';
import { type InstalledAgent, installedAgent } from './installedAgents';
import { knownAgents } from './knownAgents';

export async function agentsHere(place: QuietPlace): Promise<readonly AgentStrategy[]> {
  const added = Object.entries(await addedAgents(place));
  return [...knownAgents, ...added.map(([name, agent]) => toStrategy(name, agent))];
}

/** Ready to be started, or an error that says what to do. */
export async function usableAgent(place: QuietPlace, name: string): Promise<InstalledAgent> {
  const agents = await agentsHere(place);
  const strategy = agents.find((each) => each.name === name);
  if (!strategy) {
    throw new UserError(
      'no-agent',
      msg(
        'There is no agent {0}. Known are: {1}.',
        JSON.stringify(name.slice(0, 80)),
        agents.map((each) => each.name).join(', '),
      ),
    );
  }
  const installed = await installedAgent(place, strategy);
  if (installed.command.length === 0) {
    throw new UserError(
      'not-installed',
      msg(
        '{0} is not installed: there is no program {1} on the PATH. Install it, or use another agent.',
        strategy.title,
        strategy.program,
      ),
    );
  }
  return installed;
}
