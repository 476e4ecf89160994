// How verbs show an agent that the user added: all that it may be started with.

import { type AddedAgent, wideArguments } from '../../core/agents/addedAgent';
import type { Translate } from '../../core/support/message';

export function agentLines(agent: AddedAgent, t: Translate): string[] {
  const { command, start, resume, fork, headless } = agent;
  const wide = wideArguments(agent);
  const templates = Object.entries({ start, resume, fork, headless });
  return [
    `  ${t('command')}: ${JSON.stringify(command)}`,
    ...templates.flatMap(([name, args]) => (args ? `  ${name}: ${JSON.stringify(args)}` : [])),
    ...(wide.length > 0
      ? [`  ! ${t('It may do more than it asks for: {0}', wide.join(' '))}`]
      : []),
  ];
}
