// An agent's task list, from whichever tool or words it comes, folded into the digest.

import { type Digest, type KeptCheck, type KeptTask, shares } from './digest';
import type { Check } from './checkLists';
import { fittingSteps, noSteps, type StepCounts, sumOf } from './fittingSteps';
import { hashOf, plainId } from './keptText';
import type { AgentAction, AgentTask } from './transcriptEvent';
import type { Unsettled } from './unsettled';

type Change = Extract<AgentAction, { do: 'changeTask' }>;
/** Of one that was let go and is told again. */
const unknownStep = 0;
export type TaskFold = ReturnType<typeof createTaskFold>;

export function createTaskFold(digest: Digest, unsettled: Unsettled) {
  const add = (task: KeptTask) => {
    digest.tasks.push(task);
    const { kept, gone } = fittingSteps(digest.tasks, shares.tasks.count);
    digest.tasks = kept;
    digest.moreTasks = sumOf(digest.moreTasks, gone);
  };
  /** One that was let go: what is to do goes last, so what is known of it is nearly always right. */
  const takeBack = (change: Change, offset: number) => {
    const more = digest.moreTasks;
    const was = more.pending > 0 ? 'pending' : 'done';
    const { status } = change;
    if (status === undefined || more[was] === 0) {
      return;
    }
    more[was]--;
    if (status !== 'deleted') {
      const task: KeptTask = { id: taskId(change.task), text: '', status, offset };
      unsettled.text(task, 'text', change.text ?? `#${change.task}`, shares.tasks.late);
      add(task);
    }
  };
  return {
    set(tasks: readonly AgentTask[], offset: number) {
      const { kept, gone } = fittingSteps(tasks, shares.tasks.listed);
      digest.moreTasks = gone;
      digest.tasks = kept.map(({ id, text, status }) => {
        const task: KeptTask = { id: taskId(id), text: '', status, offset };
        unsettled.text(task, 'text', text, shares.tasks.text);
        return task;
      });
    },
    /** `from` has the text, in `what`: the call that asked for it. */
    add(id: string | undefined, from: { what: string }, offset: number) {
      const task: KeptTask = { id: taskId(id), text: '', status: 'pending', offset };
      digest.tasks = digest.tasks.filter((known) => known.id === undefined || known.id !== task.id);
      const isLate = digest.tasks.length >= shares.tasks.listed;
      unsettled.hand(from, 'what', task, 'text', shares.tasks[isLate ? 'late' : 'text']);
      add(task);
    },
    change(change: Change, offset: number) {
      const id = taskId(change.task);
      const index = digest.tasks.findIndex((known) => known.id === id);
      const task = digest.tasks[index];
      if (!task) {
        takeBack(change, offset);
        return;
      }
      if (change.status === 'deleted') {
        digest.tasks.splice(index, 1);
        return;
      }
      const changed: KeptTask = { ...task, status: change.status ?? task.status, offset };
      if (change.text === undefined) {
        unsettled.hand(task, 'text', changed, 'text');
      } else {
        unsettled.text(changed, 'text', change.text, shares.tasks.text);
      }
      digest.tasks[index] = changed;
    },
    /**
     * A list that shares nothing with the one before is a new one, unless it only reports what is done
     * while more than that was open, or only what comes next while something is at hand. What was planned
     * in other words gives way to how far it is, and what was to come next to what comes next now.
     */
    check(checks: readonly Check[], offset: number) {
      if (checks.length === 0) {
        return;
      }
      const known = digest.checks;
      const atHand = known.flatMap(({ hash, status }) => (status === 'current' ? [hash] : []));
      const isNext = atHand.length > 0 && checks.every((check) => check.isNext);
      const fresh = new Map(
        checks.map(({ text, status: told, ...rest }, index) => {
          const hash = hashOf(comparable(text));
          const status = isNext && atHand.includes(hash) ? 'current' : told;
          const check: KeptCheck = { hash, step: index + 1, text: '', status, ...rest, offset };
          unsettled.text(check, 'text', text, shares.checks.text);
          return [hash, check];
        }),
      );
      const isOpen = ({ status }: Pick<Check, 'status'>) => status !== 'done';
      const isReport = fresh.size < known.filter(isOpen).length && !checks.some(isOpen);
      const isNew = !isReport && !isNext && !known.some(({ hash }) => fresh.has(hash));
      const isReplaced = (check: KeptCheck) => (isNext ? check.isNext : check.isPlanned);
      const isOver = (check: KeptCheck) =>
        isNew || (isOpen(check) && isReplaced(check) && !isReport);
      // Told whole again, it has its own order. Of a long one, not all is there to be compared.
      const isLong = fresh.size >= shares.checks.count && countOf(digest.moreChecks) > 0;
      const isWhole = isNew || (isLong && !isNext) || known.every(({ hash }) => fresh.has(hash));
      const left = isWhole ? [] : known.filter((check) => fresh.has(check.hash) || !isOver(check));
      const merged = [
        ...new Set([...left.map((check) => fresh.get(check.hash) ?? check), ...fresh.values()]),
      ];
      let more = noSteps();
      if (!isWhole) {
        const replaced = known.length - left.length;
        const taken = takenBack(digest.moreChecks, merged.slice(left.length + replaced));
        more = taken.more;
        number(merged, replaced === 0 ? known : [], digest.moreChecks, taken.checks);
      }
      const { kept, gone } = fittingSteps(merged, shares.checks.count);
      digest.checks = kept;
      digest.moreChecks = sumOf(more, gone);
    },
    /** Of the newest list or plan, by the numbers of its steps. */
    finish(steps: readonly number[], offset: number) {
      const { plan, checks } = digest;
      if (plan && plan.offset > (checks.at(-1)?.offset ?? -1)) {
        plan.done = [...new Set([...(plan.done ?? []), ...steps])].slice(0, shares.checks.count);
        return;
      }
      digest.checks = checks.map((check) => {
        if (check.step === unknownStep || !steps.includes(check.step)) {
          return check;
        }
        const done: KeptCheck = { ...check, status: 'done', offset };
        unsettled.hand(check, 'text', done, 'text');
        return done;
      });
    },
  };
}

/** What comes after those that stay has the next numbers, also behind those that were let go. */
function number(
  checks: readonly KeptCheck[],
  staying: readonly KeptCheck[],
  more: StepCounts,
  taken: ReadonlySet<KeptCheck>,
): void {
  let last = staying.length > 0 ? staying.length + countOf(more) : 0;
  checks.forEach((check, index) => {
    const known =
      staying[index]?.step ?? (staying.length > 0 && taken.has(check) ? unknownStep : undefined);
    check.step = known ?? ++last;
  });
}

/** What is told beyond those that are known was let go, as far as that goes: most of it was to do. */
function takenBack(counts: StepCounts, told: readonly KeptCheck[]) {
  const more = { ...counts };
  const checks = new Set<KeptCheck>();
  for (const check of told) {
    const was = more.pending > 0 ? 'pending' : 'done';
    if (more[was] > 0 && (was === 'pending' || check.status === 'done')) {
      more[was]--;
      checks.add(check);
    }
  }
  return { more, checks };
}

function countOf({ done, current, pending }: StepCounts): number {
  return done + current + pending;
}

/** There are many, and they are only compared. */
function taskId(id: string | undefined): string | undefined {
  return id !== undefined && id.length > shares.tasks.id ? hashOf(id) : plainId(id);
}

/** The same step, though it is written in other letters or with another stop. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_~"'.,:;!。、：\s]+/g, ' ')
    .trim();
}
