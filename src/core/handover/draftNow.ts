// A draft of session.md with what can be found out without asking anybody.

import { parseDecisions } from '../documents/decisions';
import { readFileWithin } from '../stores/fileWithin';
import { describeError } from '../support/errors';
import type { Workplace } from '../workplace';
import { collectGit } from './collectGit';
import { type DraftFacts, draftSession } from './draft';
import type { DraftReport, DraftRequest, Pipeline } from './handoverReports';
import { rememberSteering } from './offers';
import { readPipeline } from './pipeline';
import { lastHandover } from './sessionDecisions';

export async function draftNow(
  place: Workplace,
  request: DraftRequest,
  given?: DraftFacts,
): Promise<DraftReport> {
  const facts = given ?? (await factsOf(place));
  const { pipeline } = facts;
  const report = await draftSession(place, { ...request, next: nextOf(request, pipeline) }, facts);
  await trying(place, 'steering', () => rememberSteering(place));
  return report;
}

async function factsOf(place: Workplace): Promise<DraftFacts> {
  const pipeline = await trying(place, 'the specs', () => readPipeline(place.paths));
  const git = await trying(place, 'git', () => collectGit(place, lastHandoverOf(place)));
  return {
    ...(pipeline && { pipeline }),
    ...(git && { git: git.facts, modifiedFiles: git.modifiedFiles }),
  };
}

/** What somebody asks for, else the pipeline, which the draft asks, else what the agent said. */
function nextOf({ next, nextSaid }: DraftRequest, pipeline: Pipeline | undefined) {
  const isInPipeline = pipeline?.isActive === true && pipeline.next !== undefined;
  return next ?? (isInPipeline ? undefined : nextSaid);
}

function lastHandoverOf({ paths, now }: Workplace): number | undefined {
  const seen = readFileWithin(paths.decisions, paths.root);
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  return lastHandover(parseDecisions(text).decisions, undefined, now());
}

/** A draft with less in it is better than none. */
async function trying<T>(
  { logger }: Workplace,
  what: string,
  find: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    logger.warn(`The draft goes without ${what}: ${describeError(error)}`);
    return undefined;
  }
}
