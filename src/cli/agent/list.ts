// `baton agent list`: which coding agents can be used here, and which were proposed.

import { wideArguments } from '../../core/agents/addedAgent';
import type { ProposedAgent } from '../../core/agents/addedAgents';
import type { InstalledAgent } from '../../core/agents/installedAgents';
import { msg, type Translate } from '../../core/support/message';
import { withProject } from '../blocker/options';
import type { Verb, VerbInput, VerbResult } from '../verb';
import { agentLines } from './agentText';

export const list: Verb = {
  summary: msg('Show which agents are installed, and what each can do'),
  options: {
    proposed: { type: 'boolean', summary: msg('Those that wait for a person to confirm them') },
  },
  run: (input) =>
    withProject(input, async (project) =>
      input.values.proposed === true
        ? proposals(await project.proposedAgents(), input)
        : installed(await project.agents(), input),
    ),
};

function installed(agents: readonly InstalledAgent[], { t }: VerbInput): VerbResult {
  return {
    json: {
      agents: agents.map(({ strategy, file, version, support }) => ({
        name: strategy.name,
        title: strategy.title,
        installed: file !== undefined,
        program: file ?? null,
        version: version ?? null,
        support,
      })),
    },
    text: () => `${agents.map((each) => lineOf(each, t)).join('\n')}\n`,
  };
}

function lineOf({ strategy, file, version, support }: InstalledAgent, t: Translate): string {
  const can = [
    support.resumeById ? t('resumes by id') : t('resumes the last session'),
    support.fork && t('forks'),
    support.headless && t('runs without a terminal'),
  ];
  const state =
    file === undefined ? [t('not installed')] : [version ?? t('version unknown'), file, ...can];
  return [strategy.name.padEnd(8), strategy.title, ...state.filter(Boolean)].join('  ');
}

function proposals(proposed: readonly ProposedAgent[], { t }: VerbInput): VerbResult {
  return {
    json: {
      proposed: proposed.map((each) => ({ ...each, wide: wideArguments(each.agent) })),
    },
    text: () => {
      const lines = proposed.flatMap(({ name, agent, proposedAt, root }) => [
        `${name} · ${proposedAt}${root ? ` · ${root}` : ''}`,
        ...agentLines(agent, t),
      ]);
      return `${(lines.length > 0 ? lines : [t('No agent is proposed.')]).join('\n')}\n`;
    },
  };
}
