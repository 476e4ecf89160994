// The context of a session that worked in another project, too: what was said and done here is this
// project's; what it knew of the other one is for the session alone. Loaded for those only.

import path from 'node:path';
import type { SessionContext } from '../schemas/sessionContext';
import { type Digest, emptyDigest } from '../transcript/digest';
import { type Json, recordOf, textOf } from '../transcript/lineValues';
import { isSubstantial } from '../transcript/prompts';
import { type ContextFacts, toContext } from '../transcript/sessionContextOf';
import type { ContextPlace } from './contextPlace';
import { isOfProject, type Stay } from './otherProject';

interface Item {
  readonly offset: number;
  readonly path?: string;
}
type Test = (item: Item) => boolean;

/** `saved` is as it was saved here last. */
export function contextApart(
  place: ContextPlace,
  digest: Digest,
  facts: ContextFacts,
  stays: readonly Stay[],
  saved: Json | undefined,
): SessionContext {
  const stayAt = (offset: number) => stays.findLast(({ from }) => from <= offset);
  const isHere: Test = ({ offset, path: file }) => {
    if (file !== undefined && path.isAbsolute(file)) {
      return isOfProject(place, path.dirname(file));
    }
    const stay = stayAt(offset);
    return stay !== undefined && stay.other === undefined;
  };
  // What does not say where it was is in neither part.
  const isThere: Test = (item) => stayAt(item.offset)?.other !== undefined && !isHere(item);
  const { id, parentId, cwd } = digest.session;
  const own = partOf(digest, isHere);
  const here = {
    ...firstKnown(own),
    session: { id, parentId, cwd: stays.at(-1)?.other === undefined ? cwd : undefined },
  };
  const other = stays.findLast(({ other: root }) => root !== undefined)?.other ?? '';
  const there = {
    ...firstKnown(partOf(digest, isThere)),
    session: { id, cwd: other, startedIn: other },
  };
  const of = { ...facts, root: other, otherRoots: [] };
  const before = toContext(there, { ...of, blockers: [], decisions: [], openSpecTasks: [] });
  const { goal, progress, decisions, discoveries, state } = before;
  const made = toContext(here, facts);
  return {
    ...(own.first ? made : withRequest(made, saved)),
    elsewhere: { project: other, goal, progress, decisions, discoveries, state },
  };
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

/** Else the first words that say what to do, of those that are still known. */
function firstKnown(digest: Digest): Digest {
  const { first: known, prompts, objective } = digest;
  const first = known ?? prompts.find(({ text }) => isSubstantial(text)) ?? objective ?? prompts[0];
  return { ...digest, first: first?.offset === objective?.offset ? objective : first };
}

/** Only the last prompts are kept of a transcript: what was asked here first was saved then. */
function withRequest(made: SessionContext, saved: Json | undefined): SessionContext {
  const request = saved?.elsewhere ? textOf(recordOf(saved.goal).original_request) : undefined;
  return request ? { ...made, goal: { ...made.goal, original_request: request } } : made;
}
