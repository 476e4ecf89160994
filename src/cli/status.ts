// `baton status`: where the work stands, the same that the sidebar shows.

import path from 'node:path';
import { contextAge } from '../core/context/contextAge';
import type { SessionContext } from '../core/schemas/sessionContext';
import { isEmpty, progressOf, type Snapshot } from '../core/snapshot';
import { msg, render } from '../core/support/message';
import { oneLine } from '../core/support/plainText';
import { relativeTime } from '../core/support/relativeTime';
import type { HandoverOffers } from '../core/handover/offers';
import { deliveryLines } from './deliveryLines';
import { expiringJson, expiryLines } from './expiryLines';
import { offerLines } from './offerLines';
import { openProject } from './openProject';
import type { Verb, VerbInput } from './verb';

export const status: Verb = {
  summary: msg('Show where the work stands: state, decisions, blockers, problems'),
  run: async (input) => {
    const project = openProject(input);
    const snapshot = await project.refresh();
    const offers = await project.handoverOffers();
    const retention = await project.retention();
    project.dispose();
    return {
      json: { ...toJson(snapshot), offers, expiring: expiringJson(retention) },
      text: () => toText(snapshot, offers, expiryLines(retention, input), input),
    };
  },
};

function toJson(snapshot: Snapshot) {
  const { root, state, context, deliveries, handover, decisions, buffer } = snapshot;
  const { blockers, sessions } = snapshot;
  const problems = snapshot.problems.map(({ message, ...problem }) => ({
    ...problem,
    message: render(message),
  }));
  const handover_folder = snapshot.paths.handover;
  return {
    root,
    state,
    context,
    deliveries,
    handover,
    handover_folder,
    decisions,
    buffer,
    blockers,
    sessions,
    problems,
  };
}

function toText(
  snapshot: Snapshot,
  offers: HandoverOffers,
  expiring: readonly string[],
  { t, language }: VerbInput,
): string {
  const { state, context, handover, decisions, blockers, sessions, problems } = snapshot;
  const { head, sharedFrom } = snapshot;
  const { knowledge } = snapshot.buffer ?? { knowledge: [] };
  const now = new Date();
  const progress = progressOf(snapshot);
  const latest = decisions.at(-1);
  const lines = [
    `Baton · ${path.basename(snapshot.root)}`,
    sharedFrom &&
      t('This worktree has no state of its own yet, so it shows that of {0}.', sharedFrom.root),
    ...(state
      ? [
          `${t('Working on')}: ${oneLine(state.working_on ?? '') || t('No task described')}`,
          progress &&
            `${t('Progress')}: ${progress.completed}/${progress.total} · ${progress.percentage} %`,
          state.git_branch && `${t('Branch')}: ${oneLine(state.git_branch)}`,
          state.openspec &&
            `${t('OpenSpec #{0}', oneLine(state.openspec))} ${oneLine(state.openspec_status ?? '')}`,
          state.saved_at &&
            `${t('Saved')}: ${relativeTime(oneLine(state.saved_at), now, language)} (${state.mode ?? '?'})`,
          ...list(t('Next steps'), state.next_steps),
        ]
      : []),
    context && `${t('Agent context')}: ${contextLine(context, { t, now, language })}`,
    ...deliveryLines(snapshot, { t, language }),
    ...list(
      t('Blockers'),
      blockers.map(
        ({ severity, type, description }) =>
          `[${severity ?? 'medium'}] ${type ?? 'other'}: ${description ?? t('No description')}`,
      ),
    ),
    latest &&
      `${t('Decisions')}: ${decisions.length}, ${t('latest')} ${latest.id} ${oneLine(latest.summary)}`,
    handover && `${t('Handover')}: ${handover.path} (${handover.mode})`,
    handover?.nextAction && `${t('Next action')}: ${oneLine(handover.nextAction)}`,
    knowledge.length > 0 && t('In the knowledge buffer: {0}', knowledge.length),
    ...offerLines(offers, t),
    ...expiring,
    sessions.length > 0 && `${t('Sessions')}: ${sessions.length}`,
    ...list(
      t('Problems'),
      problems.map(
        ({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${render(message, t)}`,
      ),
    ),
    isEmpty(snapshot) && t('Nothing is saved here yet.'),
    !head &&
      t(
        'This folder is not a git repository: run "git init" so that Baton can prove where the work stands.',
      ),
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}

function contextLine(
  context: SessionContext,
  reader: Pick<VerbInput, 't' | 'language'> & { readonly now: Date },
): string {
  const { goal } = context;
  const saved = contextAge(context, reader);
  return [oneLine(goal?.current_objective ?? goal?.original_request ?? ''), saved && `(${saved})`]
    .filter(Boolean)
    .join(' ');
}

function list(title: string, items: readonly string[] | undefined): string[] {
  return items?.length ? [`${title}:`, ...items.map((item) => `  - ${oneLine(item)}`)] : [];
}
