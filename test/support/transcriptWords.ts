// What a reader makes of a transcript, one short line per event, so that a test reads like a table.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type {
  AgentAction,
  TranscriptEvent,
  TranscriptReader,
} from '../../src/core/transcript/transcriptEvent';

export function sampleLines(name: string): readonly string[] {
  const text = readFileSync(path.resolve('test/fixtures/transcripts', name), 'utf8');
  return text.trimEnd().split('\n');
}

/** As a file is read: lines that do not matter are not parsed. */
export function eventsOf(reader: TranscriptReader, lines: readonly string[]): TranscriptEvent[] {
  return lines.flatMap((line) => {
    const bytes = Buffer.from(`xx${line}\n`);
    return reader.matters(bytes, 2, bytes.length - 1)
      ? reader.events(JSON.parse(line) as Record<string, unknown>)
      : [];
  });
}

export function wordsOf(reader: TranscriptReader, lines: readonly string[]): string[] {
  return eventsOf(reader, lines).map(word);
}

/** One line that was made up. */
export function wordsOfLine(reader: TranscriptReader, line: unknown): string[] {
  return wordsOf(reader, [JSON.stringify(line)]);
}

function word(event: TranscriptEvent): string {
  switch (event.kind) {
    case 'session':
      return `session ${event.id?.slice(0, 8) ?? '-'} ${event.parentId?.slice(0, 8) ?? '-'} ${event.cwd ?? '-'} ${event.branch ?? '-'}`;
    case 'prompt':
    case 'said':
      return `${event.kind}: ${event.text}`;
    case 'received':
      return `received ${event.hook}: ${event.text}`;
    case 'hookFailed':
      return `failed ${event.hook}: ${event.problem}`;
    case 'compaction':
      return `compaction ${event.trigger ?? '-'}`;
    case 'call':
      return actionWord(event.action);
    case 'result': {
      const { failed, exitCode, text, answers } = event.result;
      const outcome = failed ? 'failed' : 'ok';
      const shown = answers ? JSON.stringify(answers) : (text.split('\n', 1)[0] ?? '').slice(0, 60);
      return `  ${outcome} ${exitCode ?? '-'}: ${shown}`;
    }
  }
}

function actionWord(action: AgentAction): string {
  switch (action.do) {
    case 'edit':
      return `edit ${action.paths.join(' ')}`;
    case 'read':
      return `read ${action.path}`;
    case 'run':
      return `run ${action.command}`;
    case 'setTasks':
      return `tasks ${action.tasks.map((task) => `${task.text}=${task.status}`).join(', ')}`;
    case 'plan':
      return `plan ${action.text}`;
    case 'ask':
      return `ask ${action.questions.map((each) => `${each.question} ${each.options.join('|')}`).join('; ')}`;
    case 'other':
      return `other ${action.tool}`;
    default:
      return action.do;
  }
}
