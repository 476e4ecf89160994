// The context of a session that was started in another project and goes on in this one: what was said
// and done here is this project's; what it knew before is for the session alone. Loaded for those only.

import type { SessionContext } from '../schemas/sessionContext';
import { type Digest, emptyDigest } from '../transcript/digest';
import { foldersAt } from '../transcript/foldersAt';
import { type Json, recordOf, textOf } from '../transcript/lineValues';
import { isSubstantial } from '../transcript/prompts';
import type { Reading } from '../transcript/reading';
import { type ContextFacts, toContext } from '../transcript/sessionContextOf';
import type { TranscriptReader } from '../transcript/transcriptEvent';
import type { ContextPlace } from './contextPlace';
import { isOfProject } from './otherProject';

export interface Apart {
  /** The root of the project that it was started in. */
  readonly other: string;
  readonly reader: TranscriptReader;
  /** As it was saved here last. */
  readonly saved: Json | undefined;
}

type Test = (item: { readonly offset: number }) => boolean;

export function contextApart(
  place: ContextPlace,
  { file, digest }: Reading,
  facts: ContextFacts,
  { other, reader, saved }: Apart,
): SessionContext {
  const folders = foldersAt(file, reader, offsetsIn(digest));
  const known = new Map<string, boolean>();
  const isHere = (folder: string | undefined): boolean => {
    if (folder === undefined) {
      return false;
    }
    const seen = known.get(folder) ?? isOfProject(place, folder);
    known.set(folder, seen);
    return seen;
  };
  const wasHere: Test = ({ offset }) => isHere(folders.get(offset));
  const { id, parentId, cwd, startedIn } = digest.session;
  const here = withFirst({
    ...partOf(digest, wasHere),
    session: { id, parentId, cwd: isHere(cwd) ? cwd : undefined },
  });
  const there = {
    ...partOf(digest, (item) => !wasHere(item)),
    session: { id, cwd: startedIn, startedIn },
  };
  const of = { ...facts, root: other, otherRoots: [] };
  const before = toContext(there, { ...of, blockers: [], decisions: [], openSpecTasks: [] });
  const { goal, progress, decisions, discoveries, state } = before;
  const made = toContext(here, facts);
  return {
    ...withRequest(made, saved),
    elsewhere: { project: other, goal, progress, decisions, discoveries, state },
  };
}

function offsetsIn(digest: Digest): number[] {
  const { first, request, objective, plan, ...rest } = digest;
  const { prompts, tasks, checks, files, errors, answers, discoveries } = rest;
  const lists = [prompts, tasks, checks, files, errors, answers, discoveries];
  return [first, request, objective, plan, ...lists.flat()].flatMap((item) => item?.offset ?? []);
}

function partOf(digest: Digest, test: Test): Digest {
  const { session, first, request, objective, plan } = digest;
  const only = <T extends { readonly offset: number }>(item: T | undefined) =>
    item && test(item) ? item : undefined;
  return {
    // What does not say where it was found is in neither part.
    ...emptyDigest(),
    session,
    first: only(first),
    request: only(request),
    objective: only(objective),
    plan: only(plan),
    prompts: digest.prompts.filter(test),
    tasks: digest.tasks.filter(test),
    checks: digest.checks.filter(test),
    files: digest.files.filter(test),
    errors: digest.errors.filter(test),
    answers: digest.answers.filter(test),
    discoveries: digest.discoveries.filter(test),
  };
}

/** The first words here that say what to do, of those that are still known. */
function withFirst(digest: Digest): Digest {
  const { prompts, objective } = digest;
  const first = prompts.find(({ text }) => isSubstantial(text)) ?? objective ?? prompts[0];
  return { ...digest, first: first?.offset === objective?.offset ? objective : first };
}

/** Only the last prompts are kept of a transcript: what was asked here first was saved then. */
function withRequest(made: SessionContext, saved: Json | undefined): SessionContext {
  const request = saved?.elsewhere ? textOf(recordOf(saved.goal).original_request) : undefined;
  return request ? { ...made, goal: { ...made.goal, original_request: request } } : made;
}
