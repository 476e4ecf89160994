// What the state of the work gives reason to offer: a flush of the knowledge buffer when a wave is
// complete, a STEERING_UPDATE when steering files changed. Each is told once on this machine.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseDecisions } from '../documents/decisions';
import { isTracked } from '../git/trackedFiles';
import { type ProjectPaths, relativePath } from '../projectPaths';
import { openJson, usable } from '../stateFiles';
import { placeProblem, readFileWithin } from '../stores/fileWithin';
import { parseTime } from '../support/time';
import { hashOf } from '../transcript/keptText';
import type { QuietPlace } from '../workplace';
import { readBuffer } from './buffer';
import { steeringPlaces } from './collectSteering';

export interface HandoverOffers {
  /** Complete ones, while something is in the buffer. */
  readonly waves: readonly string[];
  /** Relative to the root. */
  readonly steering: readonly string[];
}

const seenSchema = z.looseObject({
  /** Waves that were told, each with the specs that it had. */
  waves: z.optional(z.array(z.string())),
  /** What each steering file said when it was looked at last. */
  steering: z.optional(z.record(z.string(), z.string())),
});
type Seen = z.infer<typeof seenSchema>;

const none: HandoverOffers = { waves: [], steering: [] };
const mostWaves = 200;

/** Writes nothing. */
export async function readOffers(place: QuietPlace): Promise<HandoverOffers> {
  const now = steeringNow(place.paths);
  const seen = isNone(now) ? undefined : await seenBefore(place);
  return {
    waves: (await completeWaves(place.paths)).map(({ wave }) => wave),
    steering: seen?.steering ? changed(place, seen.steering, now) : [],
  };
}

/** The same, for a notice: what is claimed here is not offered to anybody else. */
export async function claimOffers(place: QuietPlace): Promise<HandoverOffers> {
  const now = steeringNow(place.paths);
  const complete = await completeWaves(place.paths);
  const seen = isNone(now) && complete.length === 0 ? undefined : await seenBefore(place);
  return seen && isNews(seen, complete, now) ? claim(place, complete, now) : none;
}

/** So that a later change is noticed, also where no window is open. */
export async function rememberSteering(place: QuietPlace): Promise<void> {
  const now = steeringNow(place.paths);
  const seen = isNone(now) ? undefined : await seenBefore(place);
  if (seen && !seen.steering) {
    await offersFile(place).update((before) => ({ steering: hashesOf(now), ...before }));
  }
}

interface CompleteWave {
  readonly wave: string;
  /** With its specs: a later roadmap may count its waves from one again. */
  readonly key: string;
}

/** Specs are only read where there is something to flush. */
async function completeWaves(paths: ProjectPaths): Promise<CompleteWave[]> {
  const buffer = readBuffer(paths);
  if (!buffer || buffer.knowledge.length + buffer.skillCandidates.length === 0) {
    return [];
  }
  const { readPipeline } = await import('./pipeline');
  const { waves, specs } = readPipeline(paths);
  return waves
    .filter((each) => each.total > 0 && each.complete === each.total)
    .map(({ wave }) => {
      const names = specs.filter((each) => each.wave === wave).map(({ name }) => name);
      return { wave, key: `${wave} ${hashOf(names.sort().join('\n'))}` };
    });
}

function isNews(
  { waves = [], steering = {} }: Seen,
  complete: readonly CompleteWave[],
  now: Steering,
): boolean {
  const texts = [steering, hashesOf(now)].map((each) =>
    JSON.stringify(Object.entries(each).sort()),
  );
  return texts[0] !== texts[1] || complete.some(({ key }) => !waves.includes(key));
}

async function claim(
  place: QuietPlace,
  complete: readonly CompleteWave[],
  now: Steering,
): Promise<HandoverOffers> {
  let offers = none;
  await offersFile(place).update((before) => {
    const told = before?.waves ?? [];
    const news = complete.filter(({ key }) => !told.includes(key));
    offers = {
      waves: news.map(({ wave }) => wave),
      steering: before?.steering ? changed(place, before.steering, now) : [],
    };
    const waves = [...told, ...news.map(({ key }) => key)].slice(-mostWaves);
    return { ...before, waves, steering: hashesOf(now) };
  });
  return offers;
}

/** undefined where the repository brought it, so that it says nothing of this machine. */
async function seenBefore(place: QuietPlace): Promise<Seen | undefined> {
  const { git, repository, root, paths } = place;
  return (await isTracked(git, repository, relativePath(root, fileOf(paths))))
    ? undefined
    : ((await usable(offersFile(place))) ?? {});
}

function offersFile(place: QuietPlace) {
  return openJson(place, fileOf(place.paths), seenSchema);
}

function fileOf({ state }: ProjectPaths): string {
  return path.join(state, 'handover', 'offers.json');
}

type Steering = Readonly<Record<string, { readonly hash: string; readonly changed: number }>>;

function isNone(steering: Steering): boolean {
  return Object.keys(steering).length === 0;
}

function hashesOf(steering: Steering): Record<string, string> {
  return Object.fromEntries(Object.entries(steering).map(([file, { hash }]) => [file, hash]));
}

const mostFiles = 200;

function steeringNow(paths: ProjectPaths): Steering {
  const { root } = paths;
  const files = steeringPlaces(paths).folders.flatMap((folder) =>
    placeProblem(folder, root) ? [] : documentsIn(folder),
  );
  return Object.fromEntries(
    files.slice(0, mostFiles).flatMap((file) => {
      const seen = readFileWithin(file, root);
      return seen.kind === 'ok'
        ? [
            [
              relativePath(root, file),
              { hash: hashOf(seen.bytes.toString('latin1')), changed: seen.stats.mtimeMs },
            ],
          ]
        : [];
    }),
  );
}

function documentsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(({ name }) => path.join(folder, name));
  } catch {
    // Most projects have no such folder.
    return [];
  }
}

/** Not those that somebody wrote a STEERING_UPDATE for since. */
function changed(place: QuietPlace, before: Seen['steering'], now: Steering): string[] {
  const different = Object.entries(now).filter(([file, { hash }]) => before?.[file] !== hash);
  const recorded = different.length > 0 ? lastUpdate(place) : 0;
  return different.flatMap(([file, each]) => (each.changed > recorded ? [file] : [])).sort();
}

function lastUpdate({ paths }: QuietPlace): number {
  const seen = readFileWithin(paths.decisions, paths.root);
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  const { decisions } = parseDecisions(text);
  const last = decisions.findLast(({ type }) => type === 'STEERING_UPDATE');
  const time = parseTime(last?.at ?? '');
  return Number.isNaN(time) ? 0 : time;
}
