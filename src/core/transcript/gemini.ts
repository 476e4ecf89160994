// Gemini CLI's sessions: a line of metadata, then messages, of which the last one with an id counts,
// and `{"$set": …}` patches. A tool's call and its result are in the message that made the call.

import { actionOfCall, questions, responseText, shellResult } from './functionCall';
import { lineHead } from './lineHead';
import { embeddedRecord, type Json, recordOf, recordsOf, textOf, stringOf } from './lineValues';
import type { ActionResult, TranscriptEvent, TranscriptReader } from './transcriptEvent';

type Events = readonly TranscriptEvent[];
interface Moment {
  readonly at: string | undefined;
  readonly id: string | undefined;
}

const none: Events = [];

/** Every other line. */
const onlyTheTime = /^\{"\$set": ?\{"lastUpdated": ?"[^"]*"\}\}\s*$/;

/** What the CLI itself says in the user's name. */
const notWords =
  /^(?:<session_context>|System: |Please continue\.$|I ran the following shell command:\n)/;

/** Before the first words of a session without a terminal, else by itself or behind a prompt. */
const hookContext = /<hook_context>([^]*?)<\/hook_context>/g;
const ownContext = /^\s*<hook_context>[^]*?<\/hook_context>\s*/;
const referencedFiles = '\n--- Content from referenced files ---';

/** The words with which the CLI always answers its own summary. */
const answerToSummary = 'Got it. Thanks for the additional context!';

export const geminiReader: TranscriptReader = {
  agent: 'gemini',
  matters: (chunk, start, end) =>
    end - start > 100 || !onlyTheTime.test(lineHead(chunk, start, end, 100)),
  events(line) {
    const moment = { at: textOf(line.timestamp), id: textOf(line.id) };
    switch (line.type) {
      case 'user':
        return userMessage(line, moment);
      case 'gemini':
        return [...said(line, moment), ...recordsOf(line.toolCalls).flatMap(toolCall)];
      default:
        return [...session(line), ...compaction(recordOf(line.$set))];
    }
  },
};

function session(line: Json): Events {
  const id = line.projectHash === undefined ? undefined : textOf(line.sessionId);
  return id === undefined ? none : [{ kind: 'session', id }];
}

/**
 * The history is replaced, by what was condensed, but also at the start and when a turn is taken
 * back; only the first time the summary is as new as the patch.
 */
function compaction(changes: Json): Events {
  const messages = recordsOf(changes.messages);
  const reply = messages.findIndex((each) => contentText(each.content) === answerToSummary);
  const summary = messages[reply - 1];
  const at = textOf(summary?.timestamp);
  const age = Date.parse(stringOf(changes.lastUpdated)) - Date.parse(at ?? '');
  return summary && !(age > 2000) ? [{ kind: 'compaction', at, id: textOf(summary.id) }] : none;
}

function userMessage(line: Json, moment: Moment): Events {
  const parts = recordsOf(line.content);
  if (parts.some((part) => part.functionResponse !== undefined)) {
    return none;
  }
  const sent = contentText(line.content);
  const shown = contentText(line.displayContent) || contentText(wordsOf(line.content));
  const text = shown.replace(ownContext, '').split(referencedFiles, 1)[0]?.trim() ?? '';
  return [
    // The CLI does not say which hook.
    ...[...sent.matchAll(hookContext)].map(
      ([, received = '']) => ({ kind: 'received', hook: '', text: received, ...moment }) as const,
    ),
    ...(text === '' || notWords.test(text) ? [] : [{ kind: 'prompt', text, ...moment } as const]),
  ];
}

/** Without what a hook added as a part of its own. */
function wordsOf(content: unknown): unknown {
  return Array.isArray(content)
    ? recordsOf(content).filter(({ text }) => stringOf(text).replace(ownContext, '') !== '')
    : content;
}

function said(line: Json, moment: Moment): Events {
  const text = contentText(line.content);
  return text.trim() === '' ? none : [{ kind: 'said', text, ...moment }];
}

function contentText(content: unknown): string {
  return typeof content === 'string'
    ? content
    : recordsOf(content)
        .map((part) => stringOf(part.text))
        .join('');
}

function toolCall(call: Json): Events {
  const id = textOf(call.id);
  if (id === undefined) {
    return none;
  }
  const tool = stringOf(call.name);
  const args = recordOf(call.args);
  const at = textOf(call.timestamp);
  const done = call.status === 'success' || call.status === 'error' || call.status === 'cancelled';
  return [
    { kind: 'call', call: id, action: actionOfCall(tool, args), at },
    ...(done
      ? [{ kind: 'result', call: id, result: toolResult(tool, args, call), at } as const]
      : []),
  ];
}

function toolResult(tool: string, args: Json, call: Json): ActionResult {
  const response = recordsOf(call.result).find((part) => part.functionResponse !== undefined);
  const { text, failed } = responseText(response?.functionResponse);
  const wrong = failed || call.status !== 'success';
  if (tool === 'run_shell_command') {
    return shellResult(text, wrong);
  }
  const answers = tool === 'ask_user' ? answered(args, text) : undefined;
  return { failed: wrong, text, ...(answers && { answers }) };
}

/** Answers come by the number of the question. */
function answered(args: Json, text: string): Record<string, string> {
  const asked = questions(args);
  return Object.fromEntries(
    Object.entries(recordOf(embeddedRecord(text).answers)).flatMap(([index, answer]) => {
      const question = asked[Number(index)]?.question;
      return question === undefined ? [] : [[question, stringOf(answer)]];
    }),
  );
}
