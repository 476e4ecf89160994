// Collects all that is known before a person is asked to hand over. Each source may fail on its own:
// then it is named as missing, and the handover is a partial one. Writes nothing.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { newestContext, ownContext } from '../context/contextFor';
import { contextIn, readOn } from '../context/saveContext';
import { currentBlockers } from '../blockers/blockersFile';
import { parseDecisions } from '../documents/decisions';
import { parseSessionMarkdown } from '../documents/sessionMarkdown';
import { sessionOutline } from '../documents/sessionOutline';
import { type SectionPath, sessionParts } from '../documents/sessionParts';
import { bodyIn } from '../documents/sessionSplice';
import { isTracked } from '../git/trackedFiles';
import { relativePath } from '../projectPaths';
import type { SessionContext } from '../schemas/sessionContext';
import { readFileWithin } from '../stores/fileWithin';
import { agentSessionOf } from '../support/agentShell';
import { describeError, UserError } from '../support/errors';
import { localDate } from '../support/localDate';
import { parseTime } from '../support/time';
import { textOf } from '../transcript/lineValues';
import type { Workplace } from '../workplace';
import { collectGit } from './collectGit';
import { collectSteering } from './collectSteering';
import { collectTests } from './collectTests';
import type { CollectedFrom, HandedOver, HandoverPlan, Pipeline } from './handoverReports';
import { readPipeline } from './pipeline';
import { decisionsOfSession, lastHandover } from './sessionDecisions';
import { suggestedDecisions, suggestionsOf } from './suggestions';

/** `of`: one session that hands over; else the one that asks, or the newest. */
export async function planHandover(place: Workplace, of?: HandedOver): Promise<HandoverPlan> {
  const missing: { what: CollectedFrom; why: string }[] = [];
  const { trying, wantsText } = collecting(place, missing);
  const now = place.now();

  const current = wantsText('handover', place.paths.sessionMarkdown);
  const handover = current === undefined ? undefined : parseSessionMarkdown(current).document;
  const log = parseDecisions(wantsText('decisions', place.paths.decisions) ?? '').decisions;
  const since = lastHandover(log, handover?.generated, now);

  const git = await trying('git', () => collectGit(place, since));
  const modifiedFiles = git?.modifiedFiles ?? [];
  const pipeline = (await trying('specs', () => pipelineOf(place, missing))) ?? noPipeline;
  const tests = (await trying('tests', () => collectTests(place))) ?? [];
  const steering =
    (await trying('steering', () => collectSteering(place, since, modifiedFiles))) ?? [];
  const context = await trying('transcript', () =>
    of ? contextOfSession(place, of) : contextSince(place, since),
  );
  const state = await trying('state', () => ownState(place));
  const blockers = (await trying('tests', () => ownBlockers(place))) ?? [];

  const facts = { git: git?.facts, pipeline, tests, steering, modifiedFiles, missing };
  const ofSession = decisionsOfSession(log);
  return {
    date: localDate(now),
    branch: git?.facts.branch,
    suggested: suggestionsOf({
      state: state ?? null,
      context,
      isOfSession: of !== undefined && context !== undefined,
      handover,
      written: writtenIn(current ?? ''),
      blockers,
      facts,
    }),
    decisions: ofSession,
    suggestedDecisions: suggestedDecisions(context, log),
    steeringExceptions: ofSession.filter(({ type }) => type === 'STEERING_EXCEPTION'),
    facts,
    current,
    archive: current === undefined ? undefined : archiveFor(place, localDate(now)),
  };
}

const noPipeline: Pipeline = { specs: [], waves: [], isActive: false, next: undefined };

type Missing = { what: CollectedFrom; why: string }[];

function collecting({ root, logger }: Workplace, missing: Missing) {
  return {
    trying: async <T>(what: CollectedFrom, collect: () => T | Promise<T>) => {
      try {
        return await collect();
      } catch (error) {
        logger.warn(`The handover goes without ${what}: ${describeError(error)}`);
        missing.push({ what, why: firstLine(error) });
        return undefined;
      }
    },
    /** One that must not or cannot be read is missing; one that is not there is not. */
    wantsText: (what: CollectedFrom, file: string): string | undefined => {
      const seen = readFileWithin(file, root);
      if (seen.kind === 'outside' || seen.kind === 'unreadable') {
        missing.push({ what, why: firstLine(new UserError(seen.kind, seen.reason)) });
      }
      return seen.kind === 'ok' ? seen.bytes.toString('utf8') : undefined;
    },
  };
}

function firstLine(error: unknown): string {
  return describeError(error).split('\n', 1)[0] ?? '';
}

function pipelineOf({ paths }: Workplace, missing: Missing): Pipeline {
  const { specs, waves, isActive, next, problems } = readPipeline(paths);
  for (const { file, line, message } of problems) {
    const what = file.endsWith('roadmap.md') ? 'roadmap' : 'specs';
    const at = line === undefined ? file : `${file}:${line}`;
    missing.push({ what, why: `${at}: ${firstLine(new UserError('problem', message))}` });
  }
  return { specs, waves, isActive, next };
}

/** From its transcript, which knows more than what was saved of it. */
async function contextOfSession(
  place: Workplace,
  { agent, session, transcript }: HandedOver,
): Promise<SessionContext | undefined> {
  const seen = transcript === undefined ? undefined : await readOn(place, { agent, transcript });
  return seen ? await contextIn(place, seen) : (await ownContext(place, session))?.context;
}

/** Of the agent that asks, else the newest; one that was handed over already says nothing new. */
async function contextSince(
  place: Workplace,
  since: number | undefined,
): Promise<SessionContext | undefined> {
  const asking = agentSessionOf(place.env);
  const own = asking === undefined ? undefined : await ownContext(place, asking);
  const { context } = own ?? (await newestContext(place)) ?? {};
  const last = textOf(context?.meta?.last_event_at) ?? context?.meta?.saved_at ?? '';
  const isOld = since !== undefined && parseTime(last) <= since;
  return isOld ? undefined : context;
}

async function ownState({ state, git, repository, root, paths }: Workplace) {
  return (await isTracked(git, repository, relativePath(root, paths.sessionState))) ? null : state;
}

async function ownBlockers(place: Workplace) {
  const { git, repository, root, paths } = place;
  return (await isTracked(git, repository, relativePath(root, paths.blockers)))
    ? []
    : currentBlockers(place);
}

function writtenIn(text: string) {
  const outline = sessionOutline(text);
  const body = (path: SectionPath) => bodyIn(outline, path) ?? '';
  return {
    warnings: body(sessionParts.warnings),
    tone: body(sessionParts.tone),
    accomplished: body(sessionParts.accomplished),
  };
}

/** Where it would go now; who archives looks again. */
function archiveFor({ root, paths }: Workplace, date: string): string {
  for (let count = 1; ; count++) {
    const file = path.join(paths.archive, `${date}${count === 1 ? '' : `-${count}`}.md`);
    if (!existsSync(file)) {
      return relativePath(root, file);
    }
  }
}
