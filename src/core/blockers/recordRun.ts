// What a run of a command does to the blockers: a failure opens one or counts it up, a pass closes
// those of the same command in the same folder.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BlockerSource, CommandIdentity, RunVerdict } from '../detection/blockers/runVerdict';
import { enableProject } from '../enabledProjects';
import { relativePath } from '../projectPaths';
import { isSame, newBlockerId, toClosed, withClosed, withOpen } from '../protocol/blockerChanges';
import type { Blocker, BlockersFile, ClosedBlocker } from '../schemas/blocker';
import { realPathWithin } from '../stores/regularFile';
import { describeError } from '../support/errors';
import { shortLine } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { changeBlockers, currentBlockers, type Decided } from './blockersFile';
import { noteRun } from './journal';
import { safeBlocker, safeCommand, safeKey } from './safeBlocker';

export interface ObservedRun {
  readonly verdict: RunVerdict;
  readonly command: string;
  /** Absolute; the project's root unless told. */
  readonly cwd?: string | undefined;
  readonly source: BlockerSource;
  /** Somebody only says that this was run, so it is never run again without asking. */
  readonly isHearsay?: boolean | undefined;
}

export interface RunRecord {
  readonly opened?: Blocker | undefined;
  /** It stood already, and was seen once more. */
  readonly counted?: Blocker | undefined;
  readonly closed: readonly ClosedBlocker[];
}

const nothing: RunRecord = { closed: [] };

export async function recordRun(place: QuietPlace, run: ObservedRun): Promise<RunRecord> {
  const cwd = folderWithin(place.root, run.cwd ?? place.root);
  if (cwd === undefined || run.verdict.kind === 'unclear') {
    return nothing;
  }
  return run.verdict.kind === 'passed'
    ? recordPass(place, run, run.verdict)
    : recordFailure(place, run, run.verdict, cwd);
}

async function recordPass(
  place: QuietPlace,
  run: ObservedRun,
  { commands }: Extract<RunVerdict, { kind: 'passed' }>,
): Promise<RunRecord> {
  const passed = commands.flatMap((each) => {
    const key = keyOf(place, run, each);
    return key === undefined ? [] : [{ key, coversParts: each.coversParts === true }];
  });
  const isOver = (blocker: Blocker) =>
    passed.some(
      ({ key, coversParts }) => isOf(blocker, key) || (coversParts && isPartOf(blocker, key)),
    );
  // Most runs pass and close nothing: no lock for them.
  if (!existsSync(place.paths.blockers) || !(await currentBlockers(place)).some(isOver)) {
    return nothing;
  }
  const by = `${named(run.command)} passed`;
  return changeBlockers(place, (open, file) => {
    const before = open.filter(isOver);
    const closed = before.map((each) => toClosed(each, { at: place.now(), by }));
    return { file: withClosed(file, closed), result: { closed }, before };
  });
}

async function recordFailure(
  place: QuietPlace,
  run: ObservedRun,
  { blocker, command }: Extract<RunVerdict, { kind: 'failed' }>,
  cwd: string,
): Promise<RunRecord> {
  const key = keyOf(place, run, command);
  if (key === undefined) {
    return nothing;
  }
  const seen = safeBlocker({
    ...blocker,
    command_key: key,
    evidence: {
      ...blocker.evidence,
      command: run.command,
      ...(cwd !== '' && { cwd }),
      source: run.source,
    },
  });
  const record = await changeBlockers(place, (open, file) => {
    const standing = open.filter((each) => isOf(each, key));
    return decideFailure(seen, standing, file, { at: place.now(), command: run.command });
  });
  await remember(place, run, cwd);
  return record;
}

/** On this machine; a data folder that cannot be written takes the blocker from nobody. */
async function remember(place: QuietPlace, run: ObservedRun, cwd: string): Promise<void> {
  try {
    await noteRun(place, run, cwd);
    // It acts in trusted workspaces only, so a person has said yes to this project.
    if (place.host === 'vscode') {
      await enableProject(place);
    }
  } catch (error) {
    place.logger.warn(`The run was not noted: ${describeError(error)}`);
  }
}

function decideFailure(
  seen: Blocker,
  standing: readonly Blocker[],
  file: BlockersFile | undefined,
  { at, command }: { readonly at: Date; readonly command: string },
): Decided<RunRecord> {
  const same = standing.find(({ type, edited }) => type === seen.type || edited?.includes('type'));
  const by = `${named(command)} now fails for another reason`;
  const closed = standing
    .filter((each) => !same || !isSame(each, same))
    .map((each) => toClosed(each, { at, by }));
  const rest = withClosed(file, closed);
  if (same) {
    const counted = counting(same, seen, at);
    return { file: withOpen(rest, counted, same), result: { counted, closed }, before: standing };
  }
  const opened = newBlocker(seen, at);
  return { file: withOpen(rest, opened), result: { opened, closed }, before: standing };
}

/** When and how often, and what recovery starts with. */
export function newBlocker(seen: Blocker, at: Date): Blocker {
  return {
    id: newBlockerId(at),
    auto_detected: true,
    recovery_attempted: 0,
    max_recovery_attempts: 3,
    ...seen,
    detected_at: at.toISOString(),
    last_seen_at: at.toISOString(),
    count: 1,
  };
}

/** The newest evidence; what a person or a recovery has written stays. */
export function counting(standing: Blocker, seen: Blocker, at: Date): Blocker {
  const isKept = standing.edited?.includes('description');
  return {
    ...seenAgain(standing, at),
    ...(seen.description !== undefined && !isKept && { description: seen.description }),
    ...(seen.error_pattern !== undefined && { error_pattern: seen.error_pattern }),
    ...(seen.evidence && { evidence: seen.evidence }),
  };
}

export function seenAgain(standing: Blocker, at: Date): Blocker {
  return {
    ...standing,
    id: standing.id ?? newBlockerId(at),
    last_seen_at: at.toISOString(),
    count: (standing.count ?? 1) + 1,
  };
}

/** What a person wrote down is for them to close. */
function isOf(blocker: Blocker, key: string): boolean {
  return blocker.auto_detected === true && blocker.command_key === key;
}

/** `jest -t cart` is over when `jest` passes. */
function isPartOf(
  { auto_detected: isOurs, type, command_key: own }: Blocker,
  key: string,
): boolean {
  return isOurs === true && type === 'test_failure' && own?.startsWith(`${key} `) === true;
}

/**
 * The command and the folder of the project in which it ran, be it that the shell was there or that
 * the line changed into it; undefined when that is outside, so that it is not about this project.
 */
function keyOf(
  { root, home }: QuietPlace,
  { cwd = root }: ObservedRun,
  { key, directory = '' }: CommandIdentity,
): string | undefined {
  const changed = directory.replace(/^~(?=$|[\\/])/, () => home);
  const into = path.resolve(cwd, changed);
  // A shell that stays where a line took it tells that folder: `web` for `cd web && npm test`.
  const isThere = !existsSync(into) && cwd.endsWith(path.join(path.sep, changed));
  const folder = folderWithin(root, isThere ? cwd : into);
  return folder === undefined ? undefined : safeKey(folder === '' ? key : `${folder}: ${key}`);
}

/** Relative to the project. */
function folderWithin(root: string, folder: string): string | undefined {
  try {
    const real = realPathWithin(root, folder);
    const inside = real === undefined ? undefined : relativePath(root, real);
    return inside === undefined || isOfAnother(root, inside) ? undefined : inside;
  } catch {
    return undefined;
  }
}

/** A repository inside another one is a project of its own. */
function isOfAnother(root: string, inside: string): boolean {
  const names = inside.split('/').filter(Boolean);
  return names.some((_, index) =>
    existsSync(path.join(root, ...names.slice(0, index + 1), '.git')),
  );
}

function named(command: string): string {
  return shortLine(safeCommand(command), 100);
}
