// Qwen Code's sessions: lines that form a tree like Claude Code's, around messages like Gemini CLI's.

import { actionOfCall, responseText, shellResult } from './functionCall';
import { lineHead } from './lineHead';
import { integerOf, type Json, recordOf, recordsOf, textOf, stringOf } from './lineValues';
import type { ActionResult, TranscriptEvent, TranscriptReader } from './transcriptEvent';

type Events = readonly TranscriptEvent[];
interface Moment {
  readonly at: string | undefined;
  readonly id: string | undefined;
}

const none: Events = [];

/** More than half of the lines. */
const skipped =
  /^(?:(?!"type"|"message")[^])*"type": ?"system"(?:(?!"systemPayload")[^])*"subtype": ?"(?:ui_telemetry|attribution_snapshot|file_history_snapshot)"/;

const referencedFiles = '\n--- Content from referenced files ---';

export const qwenReader: TranscriptReader = {
  agent: 'qwen',
  matters: (chunk, start, end) => !skipped.test(lineHead(chunk, start, end, 700)),
  events(line) {
    const moment = { at: textOf(line.timestamp), id: textOf(line.uuid) };
    const parts = recordsOf(recordOf(line.message).parts);
    switch (line.type) {
      case 'user':
        return isTyped(line) ? [...session(line), ...typed(line, parts, moment)] : none;
      case 'assistant':
        return answer(parts, moment);
      case 'tool_result':
        return result(line, parts, moment);
      case 'system':
        return system(line, moment);
      default:
        return none;
    }
  },
};

/** Goals, notifications and schedules speak in the user's name too. */
function isTyped({ provenance, subtype }: Json): boolean {
  return (
    (provenance === undefined || provenance === 'real_user') &&
    (subtype === undefined || subtype === 'mid_turn_user_message')
  );
}

function session(line: Json): Events {
  const id = textOf(line.sessionId);
  const parentId =
    textOf(recordOf(line.forkedFrom).sessionId) ??
    textOf(recordOf(line.systemPayload).parentSessionId);
  const cwd = textOf(line.cwd);
  const branch = textOf(line.gitBranch);
  return id === undefined
    ? none
    : [
        {
          kind: 'session',
          id,
          ...(parentId !== undefined && { parentId }),
          ...(cwd !== undefined && { cwd }),
          ...(branch !== undefined && { branch }),
        },
      ];
}

function typed(line: Json, parts: readonly Json[], moment: Moment): Events {
  const payload = recordOf(line.systemPayload);
  const sent = parts
    .map((part) => stringOf(part.text))
    .filter((text) => !text.startsWith('<qwen:user-prompt-submit-context>'))
    .join('');
  const text = (textOf(payload.displayText) ?? sent.split(referencedFiles, 1)[0] ?? '').trim();
  const received = textOf(payload.hookContext);
  return [
    ...(text === '' ? [] : [{ kind: 'prompt', text, ...moment } as const]),
    ...(received === undefined
      ? []
      : [{ kind: 'received', hook: 'UserPromptSubmit', text: received, ...moment } as const]),
  ];
}

function answer(parts: readonly Json[], moment: Moment): Events {
  const text = parts
    .filter((part) => part.thought !== true)
    .map((part) => stringOf(part.text))
    .join('');
  return [
    ...(text.trim() === '' ? [] : [{ kind: 'said', text, ...moment } as const]),
    ...parts.flatMap((part) => {
      const call = recordOf(part.functionCall);
      const id = textOf(call.id);
      const action = actionOfCall(stringOf(call.name), recordOf(call.args));
      return id === undefined ? [] : [{ kind: 'call', call: id, action, at: moment.at } as const];
    }),
  ];
}

function result(line: Json, parts: readonly Json[], { at }: Moment): Events {
  const told = recordOf(line.toolCallResult);
  const response = recordOf(parts[0]?.functionResponse);
  const call = textOf(told.callId) ?? textOf(response.id);
  return call === undefined
    ? none
    : [{ kind: 'result', call, result: toolResult(told, response), at }];
}

function toolResult(told: Json, response: Json): ActionResult {
  const shown = recordOf(told.resultDisplay);
  const { text, failed } = responseText(response);
  const wrong = failed || told.status === 'error' || told.status === 'cancelled';
  if (shown.type === 'shell_result' && shown.outcome !== undefined) {
    const exitCode = integerOf(shown.exitCode);
    return {
      failed: wrong,
      exitCode,
      text: stringOf(shown.output) || shellResult(text, wrong).text,
    };
  }
  if (response.name === 'run_shell_command') {
    return shellResult(text, wrong);
  }
  const answers = recordsOf(shown.answers).map((each) => [
    stringOf(each.question),
    stringOf(each.answer),
  ]);
  return {
    failed: wrong,
    text,
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) as Record<string, string> }),
  };
}

function system(line: Json, moment: Moment): Events {
  const payload = recordOf(line.systemPayload);
  switch (line.subtype) {
    case 'chat_compression': {
      const manual = recordOf(payload.info).triggerReason === 'manual';
      return [{ kind: 'compaction', trigger: manual ? 'manual' : 'auto', ...moment }];
    }
    case 'parent_session':
      return session(line);
    default:
      return none;
  }
}
