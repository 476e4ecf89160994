// Codex's rollouts: `{timestamp, type, payload}` per line. What ran and what was edited is told twice,
// by the model's call and by Codex itself; in its code mode only Codex itself tells it.

import { taskList } from './agentTasks';
import { codexCall, commandLine, planInCode } from './codexCall';
import { codexResult } from './codexResult';
import { lineHead } from './lineHead';
import { integerOf, listOf, type Json, recordOf, recordsOf, textOf, stringOf } from './lineValues';
import type { AgentAction, TranscriptEvent, TranscriptReader } from './transcriptEvent';

type Events = readonly TranscriptEvent[];
interface At {
  readonly at: string | undefined;
}

const none: Events = [];

/** Most of the lines by number. Their type is in the first bytes. */
const skipped =
  /^\{(?:"(?:timestamp|ordinal)": ?(?:"[^"]*"|\d+), ?)*"type": ?"(?:token_usage_record|world_state|event_msg", ?"payload": ?\{ ?"type": ?"(?:token_count|thread_settings_applied|task_started|task_complete|agent_reasoning|user_message|agent_message))"/;

/** What Codex puts before a person's first words, in versions that do not mark it. */
const notWords =
  /^\s*(?:# AGENTS\.md instructions|Another language model started to solve this problem|<(?:environment_context|user_instructions|turn_aborted|user_shell_command|skill|subagent_notification|permissions instructions|collaboration_mode)\b)/i;

export const codexReader: TranscriptReader = {
  agent: 'codex',
  matters: (chunk, start, end) => !skipped.test(lineHead(chunk, start, end, 160)),
  events(line) {
    const at = { at: textOf(line.timestamp) };
    const payload = recordOf(line.payload);
    switch (line.type) {
      case 'session_meta':
        return session(payload);
      case 'turn_context': {
        // A resume may go on in another folder.
        const cwd = textOf(payload.cwd);
        return cwd === undefined ? none : [{ kind: 'session', cwd }];
      }
      case 'response_item':
        return responseItem(payload, line, at);
      case 'event_msg':
        return payload.type === 'item_completed' ? completedItem(recordOf(payload.item), at) : none;
      case 'compacted':
        return [{ kind: 'compaction', ...at }];
      default:
        return none;
    }
  },
};

function session(payload: Json): Events {
  const id = textOf(payload.id);
  const parentId = textOf(payload.forked_from_id);
  const cwd = textOf(payload.cwd);
  const branch = textOf(recordOf(payload.git).branch);
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

function responseItem(item: Json, line: Json, at: At): Events {
  switch (item.type) {
    case 'message':
      return message(item, recordOf(line.metadata), { ...at, id: textOf(item.id) });
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      return call(item, at);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return answer(item, line, at);
    default:
      return none;
  }
}

function message(item: Json, metadata: Json, moment: At & { id?: string | undefined }): Events {
  const parts = messageParts(item);
  const text = (wanted: (part: MessagePart) => boolean) =>
    parts
      .filter(wanted)
      .map((part) => part.text)
      .join('\n');
  switch (item.role) {
    case 'user': {
      const words = text(isTyped);
      return words.trim() === '' ? none : [{ kind: 'prompt', text: words, ...moment }];
    }
    case 'assistant': {
      const said = metadata.compaction_output === true ? '' : text(() => true);
      return said.trim() === '' ? none : [{ kind: 'said', text: said, ...moment }];
    }
    case 'developer': {
      const received = text((part) => part.kind === 'hooks.additional_context');
      // Codex does not say which hook.
      return received === '' ? none : [{ kind: 'received', hook: '', text: received, ...moment }];
    }
    default:
      return none;
  }
}

interface MessagePart {
  readonly text: string;
  readonly kind: string | undefined;
}

function messageParts(item: Json): readonly MessagePart[] {
  const kinds = listOf(
    recordOf(item.internal_chat_message_metadata_passthrough).content_item_kinds,
  );
  return recordsOf(item.content)
    .map((part, index) => ({ text: stringOf(part.text), kind: textOf(kinds[index]) }))
    .filter((part) => part.text !== '');
}

function isTyped({ text, kind }: MessagePart): boolean {
  return kind === undefined ? !notWords.test(text) : kind === 'user.text';
}

/** Since lines are numbered, Codex notes itself what came of a command. */
function answer(item: Json, line: Json, at: At): Events {
  const call = textOf(item.call_id);
  const result = codexResult(item.output);
  const isToldElsewhere = result?.exitCode !== undefined && line.ordinal !== undefined;
  return call === undefined || !result || isToldElsewhere
    ? none
    : [{ kind: 'result', call, result, ...at }];
}

function call(item: Json, at: At): Events {
  const id = textOf(item.call_id);
  if (id === undefined) {
    return none;
  }
  const plan = item.name === 'exec' ? planInCode(stringOf(item.input)) : undefined;
  return [
    { kind: 'call', call: id, action: codexCall(item), ...at },
    // The plan of a script has no call of its own.
    ...(plan
      ? [
          {
            kind: 'call',
            call: `${id}/plan`,
            action: { do: 'setTasks', tasks: taskList(plan) },
            ...at,
          } as const,
        ]
      : []),
  ];
}

/** What Codex did, as it noted it itself: the same call again, or one that a script made. */
function completedItem(item: Json, at: At): Events {
  const id = textOf(item.id);
  const exitCode = integerOf(item.exit_code);
  const told = (action: AgentAction, output: unknown): Events =>
    id === undefined
      ? none
      : [
          { kind: 'call', call: id, action, ...at },
          {
            kind: 'result',
            call: id,
            result: {
              failed: exitCode === undefined ? item.status !== 'completed' : exitCode !== 0,
              exitCode,
              text: stringOf(output),
            },
            ...at,
          },
        ];
  switch (item.type) {
    case 'CommandExecution':
      return told({ do: 'run', command: commandLine(item.command) }, item.aggregated_output);
    case 'FileChange': {
      const changes = Object.entries(recordOf(item.changes));
      const paths = changes.flatMap(([file, change]) => [
        file,
        ...[textOf(recordOf(change).move_path)].filter((moved) => moved !== undefined),
      ]);
      return told({ do: 'edit', paths }, item.status === 'completed' ? item.stdout : item.stderr);
    }
    default:
      return none;
  }
}
