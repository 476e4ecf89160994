// `baton agent sessions`: the sessions of all agents in this project, whoever started them.

import type { ListedSession } from '../../core/agents/sessionList';
import { msg } from '../../core/support/message';
import { relativeTime } from '../../core/support/relativeTime';
import { textOf, withProject } from '../blocker/options';
import type { Verb, VerbInput } from '../verb';
import { longestMs } from './chosenSession';

export const sessions: Verb = {
  summary: msg('List the sessions of agents in this project, also those begun without Baton'),
  options: {
    agent: { type: 'string', value: 'NAME', summary: msg('Only those of this agent') },
    limit: { type: 'string', value: 'N', summary: msg('At most so many; 20 unless told') },
    all: { type: 'boolean', summary: msg('All of them') },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const list = await project.agentSessions({ budgetMs: longestMs });
      const name = textOf(input, 'agent');
      const wanted = list.sessions.filter(({ agent }) => name === undefined || agent === name);
      const shown = wanted.slice(0, input.values.all === true ? Infinity : limitOf(input));
      const { t } = input;
      return {
        json: {
          sessions: shown.map(toJson),
          total: wanted.length,
          pending: list.pending,
        },
        text: () => {
          const more = wanted.length - shown.length;
          const lines = [
            ...shown.map((each) => lineOf(each, input)),
            ...(shown.length === 0 ? [t('No agent has worked here yet.')] : []),
            ...(more > 0 ? [t('{0} older ones: add --all to see them.', more)] : []),
            ...(list.pending > 0
              ? [t('{0} transcripts are not read yet: run it again.', list.pending)]
              : []),
          ];
          return `${lines.join('\n')}\n`;
        },
      };
    }),
};

function limitOf(input: VerbInput): number {
  const given = Number(textOf(input, 'limit') ?? 20);
  return Number.isSafeInteger(given) && given > 0 ? given : 20;
}

export function toJson(session: ListedSession) {
  const { lastUsed, file, live, ...rest } = session;
  return {
    ...rest,
    lastUsed: new Date(lastUsed).toISOString(),
    transcript: file ?? null,
    live: live ?? null,
  };
}

function lineOf(session: ListedSession, { t, language }: VerbInput): string {
  const { id, agent, title, lastUsed, branch, messages, tokens, live, file } = session;
  const when = relativeTime(new Date(lastUsed).toISOString(), new Date(), language);
  const parts = [
    live && (live.status ? t('running, {0}', live.status) : t('running')),
    agent,
    when,
    branch,
    messages !== undefined && t('{0} messages', messages),
    tokens !== undefined && t('{0} tokens', tokens.toLocaleString(language)),
    file === undefined && t('no transcript here'),
  ];
  return `${id}  ${title || t('(nothing said yet)')}\n    ${parts.filter(Boolean).join(' · ')}`;
}
