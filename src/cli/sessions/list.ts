// `baton sessions list`: the live sessions, waiting ones first, and what they ask.

import type { LiveSession } from '../../core/sessions/liveSessions';
import { statusName } from '../../core/sessions/statusName';
import { msg } from '../../core/support/message';
import { oneLine, shortLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { withProject } from '../blocker/options';
import type { Verb, VerbInput } from '../verb';

export const list: Verb = {
  summary: msg('Show the sessions that are alive now, and what they ask'),
  options: {
    all: { type: 'boolean', summary: msg('Also those that ended in the last hour') },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const all = await project.liveSessions();
      const shown = all.filter(({ status }) => input.values.all || status !== 'terminated');
      return {
        json: { sessions: shown.map(toJson) },
        text: () =>
          shown.length === 0
            ? `${input.t('No agent session is alive here.')}\n`
            : shown.map((each) => linesOf(each, input)).join(''),
      };
    }),
};

function toJson({
  id,
  meta,
  status,
  questions,
  commands,
  lastActiveAt,
  isAgentAlive,
}: LiveSession) {
  return {
    ...meta,
    sessionId: id,
    status,
    lastActiveAt,
    agentAlive: isAgentAlive,
    questions,
    commands,
  };
}

function linesOf({ id, meta, status, questions, lastActiveAt }: LiveSession, input: VerbInput) {
  const { t, language } = input;
  const { agent, environment, gitBranch, waitingFor } = meta;
  const head = [
    id.slice(0, 8),
    statusName(status, t),
    agent,
    environment?.displayName,
    gitBranch,
    relativeTime(lastActiveAt, new Date(), language),
  ];
  const asked = questions.map(({ questionId, question, options }) => {
    const choices = (options ?? []).map((each) => shortLine(each, 40)).join(' | ');
    return `  ${questionId}  ${shortLine(question)}${choices && `  [${choices}]`}`;
  });
  const why = status === 'waiting' ? shortLine(waitingFor?.message ?? '') : '';
  const waits = why === '' ? [] : [`  ${why}`];
  const line = head
    .map((part) => oneLine(part ?? ''))
    .filter(Boolean)
    .join(' · ');
  return `${[line, ...waits, ...asked].join('\n')}\n`;
}
