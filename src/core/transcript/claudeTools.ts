// What Claude Code's tools were asked to do, and what came of it.

import { isRecord, type Json, listOf, momentOf, recordOf, textOf } from './lineValues';
import { otherCall } from './otherCall';
import type { AgentAction, AgentTask, TranscriptEvent } from './transcriptEvent';

/** What one block of an agent's message says. */
export function eventsOfBlock(block: Json, at: string | undefined): TranscriptEvent[] {
  if (block.type === 'text') {
    const text = textOf(block.text);
    return text === undefined ? [] : [{ kind: 'said', text, at }];
  }
  const id = block.type === 'tool_use' ? textOf(block.id) : undefined;
  const tool = textOf(block.name);
  if (id === undefined || tool === undefined) {
    return [];
  }
  const action = actionOf(tool, recordOf(block.input));
  // That the file of a plan was written does not mean that the plan was accepted.
  const call = action.do === 'plan' && tool !== 'ExitPlanMode' ? `${id}:file` : id;
  return [{ kind: 'call', call, at, action }];
}

export function isEdit(event: TranscriptEvent): boolean {
  return event.kind === 'call' && event.action.do === 'edit';
}

/** Where Claude Code keeps plans, which are words and not work. */
export function isPlanFile(file: string): boolean {
  return file.includes('plans') && /[\\/]\.claude[\\/]plans[\\/]/.test(file);
}

function actionOf(tool: string, input: Json): AgentAction {
  const file = textOf(input.file_path) ?? textOf(input.notebook_path) ?? textOf(input.path);
  const other = () => otherCall(tool, input);
  switch (tool) {
    case 'Edit':
    case 'Write':
    case 'MultiEdit':
    case 'NotebookEdit':
      return file === undefined ? other() : editOf(file, textOf(input.content));
    case 'Read':
    case 'NotebookRead':
      return file === undefined ? other() : { do: 'read', path: file };
    case 'Bash':
    case 'PowerShell': {
      const command = textOf(input.command);
      return command === undefined ? other() : { do: 'run', command };
    }
    case 'TodoWrite':
      return Array.isArray(input.todos) ? { do: 'setTasks', tasks: tasksIn(input.todos) } : other();
    case 'TaskCreate': {
      const text = textOf(input.subject) ?? textOf(input.description);
      return text === undefined ? other() : { do: 'addTask', text };
    }
    case 'TaskUpdate':
      return changeOf(input) ?? other();
    case 'ExitPlanMode':
      return { do: 'plan', text: textOf(input.plan) ?? '' };
    case 'AskUserQuestion':
      return { do: 'ask', questions: questionsIn(input.questions) };
    default:
      return other();
  }
}

function editOf(file: string, content: string | undefined): AgentAction {
  return isPlanFile(file) && content !== undefined
    ? { do: 'plan', text: content }
    : { do: 'edit', paths: [file] };
}

function tasksIn(list: readonly unknown[]): AgentTask[] {
  return list.filter(isRecord).flatMap((task) => {
    const text = textOf(task.content) ?? textOf(task.subject) ?? textOf(task.activeForm);
    const status = statusOf(task.status);
    return text === undefined || status === 'deleted'
      ? []
      : [{ id: idOf(task.id), text, status: status ?? 'pending' }];
  });
}

function statusOf(value: unknown): AgentTask['status'] | 'deleted' | undefined {
  switch (value) {
    case 'pending':
      return 'pending';
    case 'in_progress':
      return 'current';
    case 'completed':
      return 'done';
    case 'deleted':
      return 'deleted';
    default:
      return undefined;
  }
}

function changeOf(input: Json): AgentAction | undefined {
  const task = idOf(input.taskId);
  const text = textOf(input.subject);
  const status = statusOf(input.status);
  return task === undefined
    ? undefined
    : {
        do: 'changeTask',
        task,
        ...(text !== undefined && { text }),
        ...(status !== undefined && { status }),
      };
}

/** Numbers where others write strings. */
function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value);
}

function questionsIn(value: unknown) {
  return listOf(value)
    .filter(isRecord)
    .flatMap(({ question, options }) => {
      const labels = listOf(options).flatMap((option) =>
        typeof option === 'string' ? option : (textOf(recordOf(option).label) ?? []),
      );
      const text = textOf(question);
      return text === undefined ? [] : [{ question: text, options: labels }];
    });
}

/** Several may share a line; what the program keeps beside them is then about none in particular. */
export function resultsIn(line: Json): TranscriptEvent[] {
  const blocks = listOf(recordOf(line.message).content)
    .filter(isRecord)
    .filter(({ type }) => type === 'tool_result');
  const detail = blocks.length === 1 ? recordOf(line.toolUseResult) : {};
  const at = momentOf(line.timestamp);
  return blocks.flatMap((block) => resultOf(block, detail, at));
}

function resultOf(block: Json, detail: Json, at: string | undefined): TranscriptEvent[] {
  const call = textOf(block.tool_use_id);
  if (call === undefined) {
    return [];
  }
  const unfinished = textOf(detail.backgroundTaskId) !== undefined || detail.interrupted === true;
  const text = contentText(block.content);
  const failed = block.is_error === true;
  const plan = textOf(detail.plan);
  const task = failed ? undefined : (idOf(recordOf(detail.task).id) ?? createdTask(text));
  const code = failed ? /^(?:Error: )?Exit code (\d{1,3})\b/.exec(text)?.[1] : undefined;
  const answers = Object.entries(recordOf(detail.answers)).flatMap(([question, answer]) => {
    const words = Array.isArray(answer) ? answer.filter(textOf).join(', ') : textOf(answer);
    return words ? ([[question, words]] as const) : [];
  });
  return [
    ...(plan === undefined ? [] : [planOf(call, at, plan)]),
    {
      kind: 'result',
      call,
      at,
      result: {
        failed,
        text,
        ...(unfinished && { unfinished }),
        ...(code !== undefined && { exitCode: Number(code) }),
        ...(task !== undefined && { task }),
        ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
      },
    },
  ];
}

function planOf(call: string, at: string | undefined, text: string): TranscriptEvent {
  return { kind: 'call', call, at, action: { do: 'plan', text } };
}

function createdTask(text: string): string | undefined {
  return /^Task #(\S{1,40}) created/.exec(text)?.[1];
}

function contentText(content: unknown): string {
  const text =
    typeof content === 'string'
      ? content
      : listOf(content)
          .filter(isRecord)
          .flatMap(({ text }) => textOf(text) ?? [])
          .join('\n');
  return text.replace(/^<tool_use_error>([^]*?)(?:<\/tool_use_error>)?$/, '$1');
}
