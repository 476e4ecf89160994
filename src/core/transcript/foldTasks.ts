// An agent's task list, from whichever tool or words it comes, folded into the digest.

import { type Digest, type KeptCheck, type KeptTask, shares } from './digest';
import type { Check } from './findings';
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
    /** A list that shares nothing with the one before is a new one. */
    check(checks: readonly Check[], at: When, offset: number) {
      if (checks.length === 0) {
        return;
      }
      const fresh = checks.map(({ text, done }) => {
        const check: KeptCheck = { hash: hashOf(text), text: '', done, at, offset };
        unsettled.text(check, 'text', text, shares.checks.text);
        return check;
      });
      const known = new Set(digest.checks.map(({ hash }) => hash));
      const isNew = !fresh.some(({ hash }) => known.has(hash));
      const byHash = new Map(fresh.map((check) => [check.hash, check]));
      const kept = isNew ? [] : digest.checks.map((check) => byHash.get(check.hash) ?? check);
      digest.checks = [...new Set([...kept, ...fresh])];
      keepLast(digest.checks, shares.checks.count);
    },
  };
}
