// How far a handover got, for the run after a crash: the same answers append no decision twice, and
// archive and write nothing twice. Local state, so one that the repository tracks is not used.

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cameWithRepository } from '../context/localState';
import { writeFileAtomic } from '../stores/atomicFile';
import { outsideProject, readFileWithin } from '../stores/fileWithin';
import { realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';
import { isTimestamp } from '../support/time';
import type { QuietPlace } from '../workplace';
import type { HandoverAnswers } from './handoverReports';

export interface HandoverJournal {
  /** Of which answers. */
  readonly answers: string;
  /** The time of its entries, by which they are known again. */
  readonly at: string;
  /** Relative to the root. */
  readonly archive?: string | undefined;
  /** The digest of the session.md that it writes. */
  readonly written?: string | undefined;
}

function journalFile({ paths }: QuietPlace): string {
  return path.join(paths.state, 'handover', 'handover.json');
}

export function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** That of a run with the same answers which did not end, else a new one. */
export async function openJournal(
  place: QuietPlace,
  answers: HandoverAnswers,
): Promise<HandoverJournal> {
  const digest = digestOf(JSON.stringify(answers));
  const found = await readJournal(place);
  if (found?.answers === digest) {
    return found;
  }
  const journal = { answers: digest, at: place.now().toISOString() };
  await writeJournal(place, journal);
  return journal;
}

async function readJournal(place: QuietPlace): Promise<HandoverJournal | undefined> {
  const file = journalFile(place);
  const seen = readFileWithin(file, place.root);
  if (seen.kind !== 'ok' || (await cameWithRepository(place, file))) {
    return undefined;
  }
  try {
    const value = JSON.parse(seen.bytes.toString('utf8')) as Record<string, unknown> | null;
    const { answers, at, archive, written } = value ?? {};
    const text = (field: unknown) => (typeof field === 'string' ? field : undefined);
    return typeof answers === 'string' && typeof at === 'string' && isTimestamp(at)
      ? { answers, at, archive: text(archive), written: text(written) }
      : undefined;
  } catch {
    return undefined;
  }
}

export async function writeJournal(place: QuietPlace, journal: HandoverJournal): Promise<void> {
  const file = journalFile(place);
  if (realPathWithin(place.root, path.dirname(file)) === undefined) {
    throw new UserError('outside', outsideProject(path.dirname(file), place.root));
  }
  mkdirSync(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, `${JSON.stringify(journal, undefined, 2)}\n`);
}

export function closeJournal(place: QuietPlace): void {
  rmSync(journalFile(place), { force: true });
}
