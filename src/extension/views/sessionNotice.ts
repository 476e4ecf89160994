// What there is to tell of a live session, each thing once: a question, a wait, what it told, and what
// came of work that it was sent. Pure.

import type { Question } from '../../core/schemas/liveSession';
import type { LiveSession } from '../../core/sessions/liveSessions';
import type { Translate } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { parseTime } from '../../core/support/time';
import { liveSessionName, waitingText } from './liveSessionNode';

export type SessionChoice =
  | { readonly kind: 'option'; readonly answer: string; readonly title: string }
  | { readonly kind: 'answer' | 'reveal' | 'mute'; readonly title: string };

export interface SessionNotice {
  /** By which windows claim it. */
  readonly key: string;
  readonly severity: 'information' | 'warning';
  readonly message: string;
  readonly choices: readonly SessionChoice[];
  readonly question?: Question | undefined;
}

/** More buttons do not fit; the last one leads to all of them. */
const mostButtons = 3;
const longestButton = 40;
/** What is older is in the view. */
const newsForMs = 10 * 60_000;

export function sessionNotices(session: LiveSession, now: Date, t: Translate): SessionNotice[] {
  const name = liveSessionName(session);
  const mute = { kind: 'mute', title: t('Mute') } as const;
  const reveal = { kind: 'reveal', title: t('Reveal Terminal') } as const;
  const isNews = (at: string) => now.getTime() - parseTime(at) < newsForMs;
  const { waitingFor } = session.meta;
  const isWaiting = session.status === 'waiting' && waitingFor && session.questions.length === 0;
  return [
    ...session.questions.map((question) => questionNotice(name, question, t)),
    ...(isWaiting
      ? [
          {
            key: `wait-${parseTime(waitingFor.since)}`,
            severity: 'information' as const,
            message: waitMessage(name, waitingText(session), t),
            choices: [reveal, mute],
          },
        ]
      : []),
    ...session.notifications
      .filter(({ createdAt }) => isNews(createdAt))
      .map(({ notificationId, message, level }) => ({
        key: notificationId,
        severity: level === 'info' ? ('information' as const) : ('warning' as const),
        message: `${name}: ${shortLine(message, 300)}`,
        choices: [reveal, mute],
      })),
    ...session.commands.flatMap(({ commandId, command, result }) =>
      result && isNews(result.completedAt)
        ? [
            {
              key: `done-${commandId}`,
              severity: 'information' as const,
              message: t(
                '{0} did “{1}”: {2}',
                name,
                shortLine(command, 80),
                shortLine(result.result),
              ),
              choices: [reveal],
            },
          ]
        : [],
    ),
  ];
}

function questionNotice(name: string, question: Question, t: Translate): SessionNotice {
  const more = { kind: 'answer', title: t('Answer…') } as const;
  return {
    key: question.questionId,
    severity: 'information',
    message: t('{0} asks: {1}', name, shortLine(question.question, 300)),
    choices: [...optionButtons(question.options ?? [], more.title), more],
    question,
  };
}

/** None unless each says all that it answers, and no other one the same: a click must not mislead. */
function optionButtons(options: readonly string[], more: string): SessionChoice[] {
  const titles = options.map((each) => shortLine(each, longestButton));
  const isPlain = titles.every(
    (title, index) => title !== '' && title === options[index]?.trim() && title !== more,
  );
  return isPlain && new Set(titles).size === titles.length
    ? options
        .slice(0, mostButtons)
        .map((answer, index) => ({ kind: 'option', answer, title: titles[index] ?? answer }))
    : [];
}

function waitMessage(name: string, why: string | undefined, t: Translate): string {
  return why ? t('{0} waits for you: {1}', name, why) : t('{0} waits for you.', name);
}
