// Renews session.md after a piece of work, without asking anybody: what people wrote is carried
// forward, and where they changed what Baton would change, theirs stays.

import { mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { cameWithRepository } from '../context/localState';
import { parseDecisions } from '../documents/decisions';
import { conflictSection, lineOfConflict } from '../documents/sessionMerge';
import { nameOf, sessionParts } from '../documents/sessionParts';
import { headerValue, sectionBody } from '../documents/sessionSplice';
import { sectionWords } from '../documents/sessionWords';
import { readHead } from '../git/repository';
import { relativePath } from '../projectPaths';
import { readFileWithin } from '../stores/fileWithin';
import { localDate } from '../support/localDate';
import type { QuietPlace } from '../workplace';
import { archiveBytes } from './archive';
import { type DraftChanges, draftedText, isDraft } from './draftText';
import { fileLines } from './handoverLines';
import type { CollectedFacts, DraftReport, DraftRequest } from './handoverReports';
import { nearestVersion, rememberWritten, writtenFile, writtenVersions } from './lastWritten';
import { quotedBlock, quotedLine } from './quotedWords';
import { decisionsOfSession } from './sessionDecisions';
import { changeSession, refuseConflicts, type SessionFile } from './sessionFile';

export type DraftFacts = Partial<Pick<CollectedFacts, 'git' | 'pipeline' | 'modifiedFiles'>>;

const carriedParts = [
  sessionParts.keyDecisions,
  sessionParts.warnings,
  sessionParts.tone,
  sessionParts.steeringExceptions,
];

export async function draftSession(
  place: QuietPlace,
  request: DraftRequest,
  facts: DraftFacts = {},
): Promise<DraftReport> {
  const { paths, root } = place;
  const state = (await isForeignState(place)) ? null : place.state;
  return changeSession(place, async ({ current, write }) => {
    const text = current?.text ?? '';
    refuseConflicts(paths, text);
    const changes = changesOf(place, request, facts, state);
    const versions = await writtenVersions(place);
    const base = baseFor(versions, text);
    const drafted = draftedText(current?.text, base, changes);
    const archive =
      current && text.trim() !== '' ? await keep(place, current, base, changes.date) : undefined;
    if (drafted.text !== text) {
      await rememberWritten(place, versions, drafted.version);
      await write(drafted.text);
    }
    return {
      path: relativePath(root, paths.sessionMarkdown),
      mode: 'auto-draft',
      archive: archive && relativePath(root, archive),
      carried: carriedParts.filter((part) => sectionBody(text, part)).map(nameOf),
      conflicts: drafted.conflicts.map((conflict) => ({
        section: conflictSection(conflict),
        line: lineOfConflict(drafted.text, conflict),
        kept: conflict.kept,
        notWritten: conflict.notWritten,
      })),
    };
  });
}

/**
 * undefined where Baton did not write what is there on this machine. A person who edits a draft leaves
 * its date alone or takes it out; another machine writes its own.
 */
function baseFor(versions: readonly string[], text: string): string | undefined {
  const date = headerValue(text, 'Generated');
  const isOfOthers =
    isDraft(text) &&
    date !== undefined &&
    versions.every((each) => headerValue(each, 'Generated') !== date);
  return isOfOthers ? undefined : nearestVersion(versions, text);
}

/** A polished file is archived. One of another machine goes to the local state before it is changed. */
async function keep(
  { root, paths }: QuietPlace,
  { bytes, mode, text }: SessionFile,
  base: string | undefined,
  date: string,
): Promise<string | undefined> {
  if (!isDraft(text)) {
    return archiveBytes({ folder: paths.archive, root, date }, bytes, { mode });
  }
  if (base === undefined) {
    const folder = path.join(path.dirname(writtenFile(paths)), 'before');
    mkdirSync(path.dirname(folder), { recursive: true });
    await archiveBytes({ folder, root, date }, bytes, { mode });
    removeOldest(folder);
  }
  return undefined;
}

const mostCopies = 100;

function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const collator = new Intl.Collator('en', { numeric: true });
  for (const name of names.sort(collator.compare).slice(0, -mostCopies)) {
    unlinkSync(path.join(folder, name));
  }
}

function changesOf(
  place: QuietPlace,
  { next, accomplished = [] }: DraftRequest,
  { git, pipeline, modifiedFiles }: DraftFacts,
  state: QuietPlace['state'],
): DraftChanges {
  const { repository, now } = place;
  const branch = git?.branch ?? (repository && readHead(repository).branch) ?? undefined;
  const wanted = next?.trim() || (pipeline?.isActive ? pipeline.next : undefined);
  const words = (text: string | undefined) => text && sectionWords(quotedBlock(text, longestNext));
  const ofSession = sessionDecisions(place);
  return {
    date: localDate(now()),
    branch: branch && quotedLine(branch),
    goal: quotedLine(state?.working_on ?? '') || undefined,
    next: words(wanted) || undefined,
    nextIfNone: words(pipeline?.next ?? state?.next_steps?.[0]) || undefined,
    files: modifiedFiles && fileLines(modifiedFiles),
    accomplished: accomplished
      .map((line) => quotedLine(line.replace(/^\s*[-*+]\s+/, ''), 500))
      .filter((line) => line !== '')
      .map((line) => `- ${line}`),
    decisions: ofSession.filter(({ type }) => type !== 'STEERING_EXCEPTION'),
    exceptions: ofSession.filter(({ type }) => type === 'STEERING_EXCEPTION'),
  };
}

const longestNext = 2000;
const mostDecisions = 50;

function sessionDecisions({ paths }: QuietPlace) {
  const seen = readFileWithin(paths.decisions, paths.root);
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  return decisionsOfSession(parseDecisions(text).decisions).slice(-mostDecisions);
}

/** What the repository brought says nothing of the work here. */
function isForeignState(place: QuietPlace): Promise<boolean> {
  return cameWithRepository(place, place.paths.sessionState);
}
