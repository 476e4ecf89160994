// Tool calls in the form that Gemini CLI has and Qwen Code took over from it.

import { taskList } from './agentTasks';
import { type Json, recordOf, recordsOf, textOf, stringOf } from './lineValues';
import { otherCall } from './otherCall';
import type { ActionResult, AgentAction } from './transcriptEvent';

export function actionOfCall(tool: string, args: Json): AgentAction {
  const file = textOf(args.file_path) ?? textOf(args.absolute_path);
  switch (tool) {
    case 'run_shell_command':
      return { do: 'run', command: stringOf(args.command) };
    case 'write_file':
    case 'replace':
    case 'edit':
      return { do: 'edit', paths: file === undefined ? [] : [file] };
    case 'read_file':
      return file === undefined ? otherCall(tool, args) : { do: 'read', path: file };
    case 'write_todos':
    case 'todo_write':
      return { do: 'setTasks', tasks: taskList(args.todos) };
    case 'exit_plan_mode': {
      const text = textOf(args.plan);
      return text === undefined ? otherCall(tool, args) : { do: 'plan', text };
    }
    case 'ask_user':
    case 'ask_user_question':
      return { do: 'ask', questions: questions(args) };
    default:
      return otherCall(tool, args);
  }
}

export function questions(args: Json): Extract<AgentAction, { do: 'ask' }>['questions'] {
  return recordsOf(args.questions).map((each) => ({
    question: stringOf(each.question),
    options: recordsOf(each.options).map((option) => stringOf(option.label)),
  }));
}

/** What the tool told the model. */
export function responseText(functionResponse: unknown): { text: string; failed: boolean } {
  const { output, error } = recordOf(recordOf(functionResponse).response);
  return typeof error === 'string'
    ? { text: error, failed: true }
    : { text: stringOf(output), failed: false };
}

/** The last lines of what a command printed are about the command. */
const shellTail =
  /\nExit Code: (-?\d+)(?:\n(?:Signal|Background PIDs|Process Group PGID): [^\n]*)*$/;
const otherTail =
  /(?:\n(?:Error: \(none\)|Signal: [^\n]*|Background PIDs: [^\n]*|Process Group PGID: [^\n]*))+$/;

/** An exit code of 0 is not written. */
export function shellResult(told: string, failed: boolean): ActionResult {
  const text = told
    .replace(/^<untrusted_context>\n/, '')
    .replace(/\n<\/untrusted_context>\s*$/, '')
    .trimEnd();
  const code = shellTail.exec(text)?.[1];
  const exitCode = code === undefined ? undefined : Number(code);
  const printed = text
    .replace(shellTail, '')
    .replace(otherTail, '')
    .replace(/^(?:Command: [^]*?\n)?(?:Directory: [^\n]*\n)?Output: /, '');
  return { failed: exitCode === undefined ? failed : exitCode !== 0, exitCode, text: printed };
}
