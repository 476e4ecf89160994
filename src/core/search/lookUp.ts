// Which units have what was asked for, ranked: rare words count more than common ones, more of them
// more than few, new ones more than old ones, and what was written down more than what was only said.

import { createFound, ofTime, ofWord, type Ranking } from './foundFiles';
import type { Manifest } from './manifest';
import { type SearchKind, searchKinds } from './searchFile';
import type { Segment } from './segment';
import { type TermTimes, timesOf } from './termTimes';

export interface LookUpOptions {
  readonly terms: readonly string[];
  readonly kinds: readonly SearchKind[];
  /** Seconds. */
  readonly now: number;
  /** All units of a file, for whoever looks into them. */
  readonly every: boolean;
}

const none: TermTimes = { times: new Uint16Array(), units: new Uint32Array(), count: 0 };

/** A file once, but every decision by itself. */
export function lookUp(
  manifest: Manifest,
  segments: readonly Segment[],
  { terms, kinds, now, every }: LookUpOptions,
): Ranking {
  const rows = rowsById(manifest, kinds);
  const counts = segments.map((segment) => terms.map((term) => timesOf(segment, term)));
  const all = segments.reduce((sum, { meta }) => sum + meta.units, 0);
  const rarities = terms.map((_, term) => {
    const having = counts.reduce((sum, of) => sum + (of[term]?.count ?? 0), 0);
    return Math.log(1 + all / (having + 1));
  });
  // Of the rarest word: the others are looked up for these.
  const rarest = counts.map((of) =>
    of.reduce((one, other) => (other.count < one.count ? other : one), of[0] ?? none),
  );
  const most = rarest.reduce((sum, { count }) => sum + count, 0);
  const found = createFound(manifest, segments, most, every);
  const worths = rarities.map(worthOf);
  const fresh = freshness();
  for (const [index, segment] of segments.entries()) {
    const { count, units } = rarest[index] ?? none;
    if (count === 0) {
      continue;
    }
    const dead = new Set(manifest.segments[index]?.dead);
    const hasDead = dead.size > 0;
    const times = (counts[index] ?? []).map((each) => each.times);
    const { file, at } = segment.units;
    for (let each = 0; each < count; each++) {
      const unit = units[each] ?? 0;
      const row = rows[file[unit] ?? 0] ?? -1;
      const score = row < 0 ? 0 : scoreOf(times, worths, unit);
      if (score > 0 && !(hasDead && dead.has(unit))) {
        const written = at[unit] ?? 0;
        const age = written < now ? (now - written) >> ageShift : 0;
        found.add(row, index, unit, written, score * (fresh[age] ?? oldest));
      }
    }
  }
  return found.ranking();
}

/** An age is told in steps of 65,536 seconds, about three quarters of a day. */
const ageShift = 16;
const halfLife = (30 * 86_400) / 2 ** ageShift;
/** Never nothing: what is old is found, too. */
const oldest = Math.round(0.4 * ofTime);

/** By the age; older ones are as good as the oldest. */
function freshness(): Uint16Array {
  return Uint16Array.from(
    { length: 8 * halfLife },
    (_, age) => oldest + Math.round(0.6 * ofTime * 2 ** (-age / halfLife)),
  );
}

const mostOften = 255;

/** By how often it is there. */
function worthOf(rarity: number): Uint32Array {
  return Uint32Array.from({ length: mostOften + 1 }, (_, often) =>
    Math.round((ofWord * rarity * often) / (often + 1.2)),
  );
}

/** Nothing, unless it has each of the words. */
function scoreOf(
  times: readonly Uint16Array[],
  worths: readonly Uint32Array[],
  unit: number,
): number {
  let score = 0;
  for (let term = 0; term < times.length; term++) {
    const often = times[term]?.[unit] ?? 0;
    if (often === 0) {
      return 0;
    }
    score += worths[term]?.[often < mostOften ? often : mostOften] ?? 0;
  }
  return score;
}

/** By the number of a file its row; -1 for those that are gone or not asked for. */
function rowsById(manifest: Manifest, kinds: readonly SearchKind[]): Int32Array {
  const id = new Uint32Array(manifest.columns.id);
  const kind = new Uint8Array(manifest.columns.kind);
  const wanted = searchKinds.map((each) => kinds.includes(each));
  const rows = new Int32Array(manifest.nextFile).fill(-1);
  for (let row = 0; row < manifest.count; row++) {
    if (wanted[kind[row] ?? 0]) {
      rows[id[row] ?? 0] = row;
    }
  }
  return rows;
}
