// Claude Code's transcripts (1.0.88 to 2.1.325): one JSON object per line, which point at the line
// before them. What it does not know it passes over; it never takes an echo for words.

import { glanceAtClaude } from './claudeGlance';
import { hookProblem } from './claudeHooks';
import { promptIn, queuedPrompt } from './claudePrompt';
import { eventsOfBlock, isEdit, resultsIn } from './claudeTools';
import { isRecord, type Json, listOf, momentOf, recordOf, textOf } from './lineValues';
import type { TranscriptEvent, TranscriptReader } from './transcriptEvent';

export const claudeReader: TranscriptReader = {
  agent: 'claude',
  matters: (chunk, start, end) => glanceAtClaude(chunk, start, end)?.length !== 0,
  glance: glanceAtClaude,
  events: eventsOf,
  aside: (line) => (line.isSidechain === true ? linkedEvents(line) : undefined),
};

function eventsOf(line: Json): readonly TranscriptEvent[] {
  if (line.isSidechain === true) {
    // A subagent's words are not the conversation's, but the files it changed are changed.
    return line.type === 'assistant' ? saidIn(line).filter(isEdit) : [];
  }
  return linkedEvents(line);
}

function linkedEvents(line: Json): readonly TranscriptEvent[] {
  switch (line.type) {
    case 'user':
      return withSession(line, [...promptOf(line), ...resultsIn(line)]);
    case 'assistant':
      return withSession(line, saidIn(line));
    case 'attachment':
      return withSession(line, attached(line));
    case 'system':
      return withSession(line, compaction(line));
    default:
      return [];
  }
}

function withSession(line: Json, events: readonly TranscriptEvent[]): readonly TranscriptEvent[] {
  const id = textOf(line.sessionId);
  if (id === undefined) {
    return events;
  }
  const cwd = textOf(line.cwd);
  const branch = textOf(line.gitBranch);
  return [
    {
      kind: 'session',
      id,
      ...(cwd !== undefined && { cwd }),
      // "HEAD" is what it says when there is no branch.
      ...(branch !== undefined && branch !== 'HEAD' && { branch }),
    },
    ...events,
  ];
}

function momentIn(line: Json) {
  return { at: momentOf(line.timestamp), id: textOf(line.uuid) };
}

function promptOf(line: Json): TranscriptEvent[] {
  const text = promptIn(line);
  if (text === undefined) {
    return [];
  }
  const parent = line.parentUuid === null ? '' : textOf(line.parentUuid);
  return [{ kind: 'prompt', text, parent, ...momentIn(line) }];
}

function saidIn(line: Json): TranscriptEvent[] {
  if (line.isApiErrorMessage === true || line.isMeta === true) {
    return [];
  }
  const content = recordOf(line.message).content;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  const { at } = momentIn(line);
  return blocks.filter(isRecord).flatMap((block) => eventsOfBlock(block, at));
}

const hooksThatTell = ['SessionStart', 'UserPromptSubmit'];

function attached(line: Json): TranscriptEvent[] {
  const attachment = recordOf(line.attachment);
  if (attachment.type === 'queued_command') {
    const text = queuedPrompt(attachment);
    return text === undefined ? [] : [{ kind: 'prompt', text, ...momentIn(line) }];
  }
  const { type, hookEvent, hookName, content } = attachment;
  const hook = textOf(hookName) ?? textOf(hookEvent) ?? '';
  if (!hooksThatTell.includes(hook.split(':', 1)[0] ?? '')) {
    return [];
  }
  if (type === 'hook_success' || type === 'hook_additional_context') {
    const text = typeof content === 'string' ? content : listOf(content).filter(textOf).join('\n');
    return text.trim() === '' ? [] : [{ kind: 'received', hook, text, ...momentIn(line) }];
  }
  const problem = hookProblem(attachment);
  const isNamed = textOf(attachment.command) !== undefined;
  return problem === undefined
    ? []
    : [{ kind: 'hookFailed', hook, problem, ...(isNamed && { isNamed }), ...momentIn(line) }];
}

function compaction(line: Json): TranscriptEvent[] {
  if (line.subtype !== 'compact_boundary') {
    return [];
  }
  const trigger = textOf(recordOf(line.compactMetadata).trigger);
  return [{ kind: 'compaction', ...(trigger !== undefined && { trigger }), ...momentIn(line) }];
}
