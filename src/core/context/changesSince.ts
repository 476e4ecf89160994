// What has changed in a project since a session last worked in it: for an agent that comes back.

import { statSync } from 'node:fs';
import { readHead } from '../git/repository';
import { relativePath } from '../projectPaths';
import { parseLenient } from '../schemas/lenient';
import { type SessionContext, sessionContextSchema } from '../schemas/sessionContext';
import type { Translate } from '../support/message';
import { parseTime } from '../support/time';
import { isRecord, type Json, listOf, textOf } from '../transcript/lineValues';
import { latestDecisions } from './contextFacts';
import { isOfThis } from './contextFor';
import type { ContextPlace } from './contextPlace';
import type { Section } from './injection';
import { ownJson } from './localState';
import { latestLine } from './latestLine';
import { seenFrom } from './seenFrom';
import { toldLine } from './toldLine';
import { commitLines, fileLines } from './workSince';

export interface LastWork {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  /** Where the agent is now. */
  readonly cwd: string | undefined;
  /** What was saved then, where it is known. */
  readonly context: SessionContext | undefined;
}

export async function changesSince(
  place: ContextPlace,
  last: LastWork,
  t: Translate,
): Promise<Section[]> {
  const { at: since, context } = last;
  const { paths, root } = place;
  const isLater = (time: unknown) => typeof time === 'string' && parseTime(time) > since;
  const changes = [
    ...(await headLines(place, context, t)),
    ...fileLines(place, context?.state?.recent_files ?? [], since, t),
    ...blockerLines(await ownJson(place, paths.blockers), isLater, t),
    ...otherSession(place, await ownJson(place, paths.sessionContext), last, t),
    ...handoverLine(place, last, t),
  ];
  const decisions = latestDecisions(place)
    .filter(({ at }) => isLater(at))
    .map((each) => latestLine(each, each.summary, t));
  const isSame = changes.length === 0 && decisions.length === 0;
  return [
    {
      title: t('Changed since'),
      lines: isSame ? [t('- Nothing that Baton knows of.')] : changes,
      share: 2_500,
      file: relativePath(root, paths.sessionContext),
    },
    {
      title: t('Decisions since'),
      lines: decisions,
      share: 1_500,
      file: relativePath(root, paths.decisions),
    },
  ];
}

async function headLines(
  place: ContextPlace,
  context: SessionContext | undefined,
  t: Translate,
): Promise<string[]> {
  const { repository } = place;
  const head = repository && readHead(repository);
  const branch = textOf(context?.meta?.branch);
  const commit = textOf(context?.meta?.commit);
  return [
    ...(branch !== undefined && head?.branch && head.branch !== branch
      ? [t('- The branch is {0} now, it was {1}.', head.branch, branch)]
      : []),
    ...(commit !== undefined && head?.commit && head.commit !== commit
      ? [
          t('- HEAD is {0} now, it was {1}.', head.commit.slice(0, 8), commit.slice(0, 8)),
          ...(await commitLines(place, commit, t)),
        ]
      : []),
  ];
}

function blockerLines(
  file: Json | undefined,
  isLater: (time: unknown) => boolean,
  t: Translate,
): string[] {
  const told = (list: unknown, field: string) =>
    listOf(list).flatMap((each) =>
      isRecord(each) && isLater(each[field]) ? (textOf(each.description) ?? []) : [],
    );
  return [
    ...told(file?.open, 'detected_at').map((each) => t('- Blocker opened: {0}', each)),
    ...told(file?.closed, 'closed_at').map((each) => t('- Blocker solved: {0}', each)),
  ];
}

/** How long after an answer its context is saved. */
const savedWithin = 10_000;

/** Another session has worked here meanwhile. */
function otherSession(
  place: ContextPlace,
  file: Json | undefined,
  { session, at, context }: LastWork,
  t: Translate,
): string[] {
  const { meta, goal } = parseLenient(sessionContextSchema, file ?? {}).value ?? {};
  const { original_request: request, current_objective: objective = request } = goal ?? {};
  // What a fork comes from was saved right after its last answer, and is no other session.
  const since = context ? at : at + savedWithin;
  const isOther = meta?.session_id !== session && parseTime(meta?.saved_at ?? '') > since;
  if (!isOther || objective === undefined || !isOfThis(place, { meta })) {
    return [];
  }
  const [now, asked] = [toldLine(objective, 300), toldLine(request ?? '', 300)];
  // A task alone may be one word, which says nothing without what was asked for.
  return asked === '' || asked === now
    ? [t('- Another session worked here, on: {0}', now)]
    : [t('- Another session worked here, on: {0} (asked for: {1})', now, asked)];
}

function handoverLine(
  { paths, root }: ContextPlace,
  { at, cwd }: LastWork,
  t: Translate,
): string[] {
  const file = seenFrom(root, cwd, relativePath(root, paths.sessionMarkdown));
  try {
    return statSync(paths.sessionMarkdown).mtimeMs > at
      ? [t('- The handover was written anew: read {0}.', file)]
      : [];
  } catch {
    return [];
  }
}
