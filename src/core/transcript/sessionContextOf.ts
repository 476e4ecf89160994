// A digest and what is known of the project -> the context that is saved and injected. Pure: the same
// digest and facts always give the same context.

import path from 'node:path';
import type { SessionContext } from '../schemas/sessionContext';
import { isInside } from '../stores/regularFile';
import { stepsIn } from './checkLists';
import type { Digest, KeptError } from './digest';
import { countsOf, noSteps, type StepCounts, sumOf } from './fittingSteps';
import { clipped, keptText } from './keptText';
import type { AgentName } from './transcriptEvent';

export interface ContextFacts {
  readonly root: string;
  /** Other names of the same project: its real path, its worktrees. */
  readonly otherRoots?: readonly string[];
  /** ISO-8601. */
  readonly now: string;
  readonly agent: AgentName;
  readonly blockers: readonly string[];
  readonly decisions: readonly {
    readonly what: string;
    readonly why?: string;
    readonly rejected?: readonly string[];
  }[];
  readonly openSpecTasks: readonly { readonly text: string; readonly done: boolean }[];
}

const most = { done: 20, current: 10, pending: 30, decisions: 20, files: 20, blockers: 20 };
/** In bytes of JSON. */
const longest = { item: 400, planTitle: 200 };

export function toContext(digest: Digest, facts: ContextFacts): SessionContext {
  const request = (digest.request ?? digest.first)?.text;
  const { steps, more } = stepsOf(digest, facts);
  const objective = objectiveOf(digest, steps);
  const files = filesOf(digest, facts);
  return {
    meta: {
      version: '2.0',
      saved_at: facts.now,
      session_id: digest.session.id ?? null,
      project: facts.root,
      agent: facts.agent,
      ...(digest.session.parentId !== undefined && { parent_session_id: digest.session.parentId }),
    },
    goal: {
      ...(request !== undefined && { original_request: request }),
      ...(objective !== undefined && { current_objective: objective }),
    },
    progress: progressOf(steps, more),
    decisions: decisionsOf(digest, facts),
    discoveries: digest.discoveries.map(({ file, text, at }) => ({
      file: file === undefined ? null : nameOf(file, files, digest, facts),
      insight: text,
      timestamp: at ?? null,
    })),
    state: {
      recent_files: files.slice(0, most.files),
      blockers: facts.blockers.slice(0, most.blockers).map(own),
      // The newest first, as with the files.
      errors: digest.errors.toReversed().map((error) => errorLine(error, digest, facts)),
    },
  };
}

/** The newest words that say what to do; while they are the first ones, the task at hand says more. */
function objectiveOf(
  { first, request = first, objective }: Digest,
  steps: readonly Step[],
): string | undefined {
  const current = steps.find(({ status }) => status === 'current')?.text;
  return objective && objective.offset !== request?.offset
    ? objective.text
    : (current ?? request?.text);
}

interface Step {
  readonly text: string;
  readonly status: 'done' | 'current' | 'pending';
}

/** `more`: beyond these steps. */
function progressOf(steps: readonly Step[], more: StepCounts) {
  const texts = (status: Step['status']) =>
    steps.flatMap((step) => (step.status === status ? [step.text] : []));
  const shown = {
    // The last ones: what was done long ago is seen in the code.
    done: texts('done').slice(-most.done),
    current: texts('current').slice(0, most.current),
    pending: texts('pending').slice(0, most.pending),
  };
  const all = sumOf(countsOf(steps), more);
  const left = {
    done: all.done - shown.done.length,
    current: all.current - shown.current.length,
    pending: all.pending - shown.pending.length,
  };
  return Object.values(left).some((count) => count > 0) ? { ...shown, left_out: left } : shown;
}

interface Steps {
  readonly steps: readonly Step[];
  /** How many there are beyond those. */
  readonly more: StepCounts;
}

/**
 * The agent's list, else the newest of what it wrote in its words, else the project's own list. A
 * list that is done is over once something newer is planned.
 */
function stepsOf(digest: Digest, facts: ContextFacts): Steps {
  const { tasks, checks, plan } = digest;
  const toStep = ({ text, status }: Step): Step => ({ text: own(text), status });
  const planned = plan && plan.accepted !== false ? stepsIn(plan.text) : [];
  const written = checks.at(-1)?.offset ?? -1;
  const newest = Math.max(written, planned.length > 0 ? (plan?.offset ?? -1) : -1);
  const isOver =
    digest.moreTasks.pending + digest.moreTasks.current === 0 &&
    tasks.every(({ status, offset }) => status === 'done' && offset < newest);
  if (!isOver) {
    return { steps: tasks, more: digest.moreTasks };
  }
  if (written > (plan?.offset ?? -1) || (written >= 0 && planned.length === 0)) {
    return { steps: checks.map(toStep), more: digest.moreChecks };
  }
  const told =
    facts.openSpecTasks.length > 0
      ? facts.openSpecTasks.map(({ text, done }) => ({ text, status: statusOf(done) }))
      : planned.map((step, index) =>
          plan?.done?.includes(index + 1) ? { ...step, status: 'done' as const } : step,
        );
  return { steps: told.map(toStep), more: noSteps() };
}

function statusOf(isDone: boolean): Step['status'] {
  return isDone ? 'done' : 'pending';
}

function decisionsOf({ plan, answers }: Digest, facts: ContextFacts) {
  const recorded = facts.decisions.slice(-most.decisions).map(({ what, why, rejected }) => ({
    what: own(what),
    ...(why && { why: own(why) }),
    rejected: (rejected ?? []).slice(0, most.current).map(own),
  }));
  const answered = answers.map(({ question, answer, rejected }) => ({
    what: `${question} → ${answer}`,
    rejected: rejected.map(({ text }) => text),
  }));
  const title = plan?.accepted === true ? planTitle(plan.text) : '';
  const accepted = title === '' ? [] : [{ what: `Plan: ${title}`, rejected: [] }];
  return [...recorded, ...answered, ...accepted];
}

function planTitle(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[#>\s*-]+/, '').trim());
  return clipped(lines.find((line) => line !== '') ?? '', longest.planTitle);
}

function errorLine(
  { what, text, exitCode }: KeptError,
  digest: Digest,
  facts: ContextFacts,
): string {
  const code = exitCode === undefined ? '' : ` (exit code ${exitCode})`;
  const line = what.split('\n', 1)[0] ?? '';
  const tried = path.isAbsolute(line) ? (withinProject(line, digest, facts) ?? line) : line;
  return [`${tried}${tried && code}`, text].filter((part) => part !== '').join(': ');
}

function filesOf(digest: Digest, facts: ContextFacts): readonly string[] {
  const names = digest.files.flatMap(({ path: file }) => {
    const name = withinProject(file, digest, facts);
    return name === undefined || isOfOthers(name) ? [] : name;
  });
  return [...new Set(names)];
}

/** What git and package managers keep there is not what the work is about. */
function isOfOthers(name: string): boolean {
  return name.startsWith('.git/') || `/${name}`.includes('/node_modules/');
}

/**
 * As it is called in the project. What an agent names from where it is may be one of its files there;
 * else it is as it says.
 */
function nameOf(
  file: string,
  files: readonly string[],
  digest: Digest,
  facts: ContextFacts,
): string | null {
  if (path.isAbsolute(file)) {
    return withinProject(file, digest, facts) ?? null;
  }
  const { cwd, startedIn } = digest.session;
  const names = [cwd, startedIn].flatMap((folder) =>
    folder === undefined ? [] : (withinProject(path.resolve(folder, file), digest, facts) ?? []),
  );
  const read = digest.lastRead && withinProject(digest.lastRead, digest, facts);
  return names.find((name) => name === read || files.includes(name)) ?? file;
}

/** A path that may be another one in full: with `..`, with two separators, or with a drive. */
const oddPath = /:|[\\/](?:[\\/.]|$)/;

/** Judged by its name alone: nothing is opened here. */
function withinProject(file: string, digest: Digest, facts: ContextFacts): string | undefined {
  const usual = file.startsWith(`${facts.root}${path.sep}`) ? file.slice(facts.root.length) : '';
  if (usual !== '' && !oddPath.test(usual)) {
    return usual.slice(1).split(path.sep).join('/');
  }
  const absolute = path.resolve(digest.session.cwd ?? facts.root, file);
  for (const root of [facts.root, ...(facts.otherRoots ?? []), ...formerRoot(digest, facts)]) {
    const relative = path.relative(root, absolute);
    if (relative !== '' && isInside(relative)) {
      return relative.split(path.sep).join('/');
    }
  }
  return undefined;
}

/** Where the project was when the session was started: it may have moved, or go by another name. */
function formerRoot({ session: { startedIn } }: Digest, { root }: ContextFacts): string[] {
  if (startedIn === undefined || !path.isAbsolute(startedIn)) {
    return [];
  }
  const folders = startedIn.split(/[\\/]/);
  const own = folders.lastIndexOf(path.basename(root));
  return [own > 0 ? folders.slice(0, own + 1).join(path.sep) : startedIn];
}

function own(text: string): string {
  return keptText(text, longest.item);
}
