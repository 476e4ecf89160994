// Task lists of the agents that always write the whole list: Codex's plan, and the todo lists of
// Gemini CLI and Qwen Code.

import { recordsOf, textOf } from './lineValues';
import type { AgentTask } from './transcriptEvent';

/** What was given up is no task any more. */
export function taskList(entries: unknown): readonly AgentTask[] {
  return recordsOf(entries).flatMap((entry) => {
    const text =
      textOf(entry.step) ??
      textOf(entry.content) ??
      textOf(entry.description) ??
      textOf(entry.title);
    return text === undefined || entry.status === 'cancelled'
      ? []
      : [{ id: textOf(entry.id), text, status: taskStatus(entry.status) }];
  });
}

function taskStatus(status: unknown): AgentTask['status'] {
  switch (status) {
    case 'completed':
    case 'done':
      return 'done';
    case 'in_progress':
      return 'current';
    default:
      return 'pending';
  }
}
