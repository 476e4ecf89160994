// The versions of session.md that Baton wrote last, without the words of people, to tell the two apart
// later. Local state, so one that the repository tracks is not used.
//
// A version is kept before it is written. Killed in between, there is one too many, which harms
// nobody: where Baton changes words again, a version holds only what Baton wrote, or what a person
// gave the form and an archive keeps. So no choice among them makes a person's words pass for Baton's.
// The nearest is taken, because a person may have switched the branch or undone a change.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type ContextPlace } from '../context/contextPlace';
import { cameWithRepository } from '../context/localState';
import type { ProjectPaths } from '../projectPaths';
import { writeFileAtomic } from '../stores/atomicFile';
import { outsideProject, readFileWithin } from '../stores/fileWithin';
import { realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';

const mostVersions = 12;
const mostCharacters = 1_000_000;

export function writtenFile(paths: ProjectPaths): string {
  return path.join(paths.state, 'handover', 'written.json');
}

/** Oldest first. */
export async function writtenVersions(place: ContextPlace): Promise<readonly string[]> {
  const file = writtenFile(place.paths);
  const seen = readFileWithin(file, place.paths.root);
  if (seen.kind !== 'ok' || (await cameWithRepository(place, file))) {
    return [];
  }
  try {
    const value = JSON.parse(seen.bytes.toString('utf8')) as { versions?: unknown } | null;
    const versions = value?.versions;
    return Array.isArray(versions) && versions.every((each) => typeof each === 'string')
      ? versions
      : [];
  } catch {
    // Without a base more counts as the words of a person, which is the safe side.
    return [];
  }
}

/** Under the lock of session.md. */
export async function rememberWritten(
  { paths }: Pick<ContextPlace, 'paths'>,
  versions: readonly string[],
  text: string,
): Promise<void> {
  const file = writtenFile(paths);
  const folder = path.dirname(file);
  if (realPathWithin(paths.root, folder) === undefined) {
    throw new UserError('outside', outsideProject(folder, paths.root));
  }
  mkdirSync(folder, { recursive: true });
  const kept: string[] = [text];
  let characters = text.length;
  for (const version of versions.toReversed()) {
    characters += version.length;
    if (kept.length >= mostVersions || characters > mostCharacters) {
      break;
    }
    if (version !== text) {
      kept.unshift(version);
    }
  }
  await writeFileAtomic(file, `${JSON.stringify({ versions: kept }, undefined, 2)}\n`);
}

/** The newest of those that have most in common with what is there now. */
export function nearestVersion(versions: readonly string[], text: string): string | undefined {
  const lines = linesOf(text);
  let best: { version: string; score: number } | undefined;
  for (const version of versions) {
    const score = likeness(linesOf(version), lines);
    if (!best || score >= best.score) {
      best = { version, score };
    }
  }
  return best?.version;
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const line of a) {
    common += b.has(line) ? 1 : 0;
  }
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}

function linesOf(text: string): Set<string> {
  return new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\n|\r/)
      .map((line) => line.trimEnd()),
  );
}
