// What Claude Code and Qwen Code print with `--output-format stream-json`: one JSON object a line,
// with the session in each, and the answer in the last one.

import { type Json, listOf, recordOf, recordsOf, textOf } from '../transcript/lineValues';
import type { AgentOutput } from './agentStrategy';
import { parsedLine } from './outputLine';

export function readStreamJson(line: string): AgentOutput | undefined {
  const value = parsedLine(line);
  if (!value) {
    return undefined;
  }
  const session = textOf(value.session_id);
  switch (value.type) {
    case 'system':
      return { session, cwd: textOf(value.cwd) };
    case 'assistant':
      return { session, ...saidIn(value) };
    case 'result':
      return { session, ...resultIn(value) };
    default:
      return { session };
  }
}

/** What a subagent says is not said to the user. */
function saidIn(value: Json): AgentOutput {
  const isOthers = typeof value.parent_tool_use_id === 'string';
  const text = recordsOf(recordOf(value.message).content)
    .flatMap(({ type, text: words }) => (type === 'text' ? (textOf(words) ?? []) : []))
    .join('');
  return isOthers || text === '' ? {} : { text: `${text}\n` };
}

function resultIn(value: Json): AgentOutput {
  const text = textOf(value.result);
  const denied = recordsOf(value.permission_denials).flatMap(
    (each) => textOf(each.tool_name) ?? [],
  );
  return {
    ...(text !== undefined && { text, isWhole: true }),
    ...(value.is_error === true && { error: errorIn(value) }),
    ...(denied.length > 0 && { denied }),
  };
}

function errorIn(value: Json): string {
  const errors = listOf(value.errors).flatMap((each) => textOf(each) ?? []);
  const message = textOf(recordOf(value.error).message);
  return [...errors, message ?? textOf(value.result)].filter(Boolean).join('\n') || 'error';
}
