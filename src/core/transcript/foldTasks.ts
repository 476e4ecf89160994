// An agent's task list, from whichever tool or words it comes, folded into the digest.

import { type Digest, type KeptCheck, type KeptTask, shares } from './digest';
import type { Check } from './checkLists';
import { keepLast } from './keepLast';
import { hashOf, plainId } from './keptText';
import type { AgentAction, AgentTask } from './transcriptEvent';
import type { Unsettled } from './unsettled';

type Change = Extract<AgentAction, { do: 'changeTask' }>;
type When = string | undefined;
export type TaskFold = ReturnType<typeof createTaskFold>;

export function createTaskFold(digest: Digest, unsettled: Unsettled) {
  const bound = () => {
    while (digest.tasks.length > shares.tasks.count) {
      const done = digest.tasks.findIndex(({ status }) => status === 'done');
      digest.tasks.splice(Math.max(0, done), 1);
    }
  };
  return {
    set(tasks: readonly AgentTask[], at: When, offset: number) {
      digest.tasks = tasks.slice(-2 * shares.tasks.count).map(({ id, text, status }) => {
        const task: KeptTask = { id: plainId(id), text: '', status, at, offset };
        unsettled.text(task, 'text', text, shares.tasks.text);
        return task;
      });
      bound();
    },
    /** `from` has the text, in `what`: the call that asked for it. */
    add(id: string | undefined, from: { what: string }, at: When, offset: number) {
      const task: KeptTask = { id: plainId(id), text: '', status: 'pending', at, offset };
      unsettled.hand(from, 'what', task, 'text');
      digest.tasks = digest.tasks.filter((known) => known.id === undefined || known.id !== task.id);
      digest.tasks.push(task);
      bound();
    },
    change(change: Change, at: When, offset: number) {
      const id = plainId(change.task);
      const index = digest.tasks.findIndex((known) => known.id === id);
      const task = digest.tasks[index];
      if (!task) {
        return;
      }
      if (change.status === 'deleted') {
        digest.tasks.splice(index, 1);
        return;
      }
      const changed: KeptTask = { ...task, status: change.status ?? task.status, at, offset };
      if (change.text === undefined) {
        unsettled.hand(task, 'text', changed, 'text');
      } else {
        unsettled.text(changed, 'text', change.text, shares.tasks.text);
      }
      digest.tasks[index] = changed;
    },
    /**
     * A list that shares nothing with the one before is a new one, unless it only reports what is done
     * while more than that was open. What was planned in other words gives way to how far it is.
     */
    check(checks: readonly Check[], at: When, offset: number) {
      if (checks.length === 0) {
        return;
      }
      const fresh = new Map(
        checks.map(({ text, status, isPlanned }) => {
          const hash = hashOf(comparable(text));
          const check: KeptCheck = { hash, text: '', status, isPlanned, at, offset };
          unsettled.text(check, 'text', text, shares.checks.text);
          return [hash, check];
        }),
      );
      const isOpen = ({ status }: Check) => status !== 'done';
      const isReport = fresh.size < digest.checks.filter(isOpen).length && !checks.some(isOpen);
      const isNew = !isReport && !digest.checks.some(({ hash }) => fresh.has(hash));
      const isOver = (check: KeptCheck) => isNew || (check.isPlanned && isOpen(check) && !isReport);
      const kept = digest.checks.flatMap(
        (check) => fresh.get(check.hash) ?? (isOver(check) ? [] : check),
      );
      digest.checks = [...new Set([...kept, ...fresh.values()])];
      keepLast(digest.checks, shares.checks.count);
    },
    /** Of the newest list or plan, by the numbers of its steps. */
    finish(steps: readonly number[], at: When, offset: number) {
      const { plan, checks } = digest;
      if (plan && plan.offset > (checks.at(-1)?.offset ?? -1)) {
        plan.done = [...new Set([...(plan.done ?? []), ...steps])].slice(0, shares.checks.count);
        return;
      }
      digest.checks = checks.map((check, index) => {
        if (!steps.includes(index + 1)) {
          return check;
        }
        const done: KeptCheck = { ...check, status: 'done', at, offset };
        unsettled.hand(check, 'text', done, 'text');
        return done;
      });
    },
  };
}

/** The same step, though it is written in other letters or with another stop. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_~"'.,:;!。、：\s]+/g, ' ')
    .trim();
}
