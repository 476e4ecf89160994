// `baton agent list`: which coding agents can be used here, and which were proposed.

import { wideArguments } from '../../core/agents/addedAgent';
import type { ProposedAgent } from '../../core/agents/addedAgents';
import { shortcomings, tooOldFor } from '../../core/agents/firstVersions';
import type { InstalledAgent } from '../../core/agents/installedAgents';
import { msg, render, type Translate } from '../../core/support/message';
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
      agents: agents.map((agent) => ({
        name: agent.strategy.name,
        title: agent.strategy.title,
        installed: agent.file !== undefined,
        program: agent.file ?? null,
        version: agent.version ?? null,
        support: agent.support,
        too_old_for: shortcomings(agent).map(({ ability, least }) => ({ ability, least })),
      })),
    },
    text: () => `${agents.map((each) => lineOf(each, t)).join('\n')}\n`,
  };
}

function lineOf(agent: InstalledAgent, t: Translate): string {
  const { strategy, file, version, support } = agent;
  const can = [
    support.resume && (support.resumeById ? t('resumes by id') : t('resumes the last session')),
    support.fork && t('forks'),
    support.headless && t('runs without a terminal'),
  ];
  const state =
    file === undefined ? [t('not installed')] : [version ?? t('version unknown'), file, ...can];
  const line = [strategy.name.padEnd(8), strategy.title, ...state.filter(Boolean)].join('  ');
  const lacks = tooOldFor(agent);
  return lacks ? `${line}\n${' '.repeat(10)}${render(lacks, t)}` : line;
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
