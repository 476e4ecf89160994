// Chat files of Gemini CLI: which of them are of one session, and which nobody has spoken in.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readRegularFile } from '../stores/regularFile';
import { isRecord, listOf, recordOf, recordsOf, stringOf } from '../transcript/lineValues';
import { parsedLine } from './outputLine';

/** What begins a chat without a word of anybody is short. */
const longestEmpty = 256 * 1024;

/** Whether it holds nothing but what the program writes at its start. */
export function isEmptyChat(file: string): boolean {
  try {
    const { content } = readRegularFile(file, longestEmpty);
    return content?.toString('utf8').split('\n').every(saysNothing) ?? false;
  } catch {
    return false;
  }
}

function saysNothing(line: string): boolean {
  if (line.trim() === '') {
    return true;
  }
  const record = parsedLine(line);
  if (!record || 'id' in record) {
    return false;
  }
  const changed = recordOf(record.$set);
  const messages = [...listOf(record.messages), ...listOf(changed.messages)];
  return messages.every((each) => isRecord(each) && textIn(each).startsWith('<session_context>'));
}

function textIn({ content }: Readonly<Record<string, unknown>>): string {
  return typeof content === 'string'
    ? content.trimStart()
    : recordsOf(content)
        .map(({ text }) => stringOf(text))
        .join('')
        .trimStart();
}

/** The chats of a folder, those of one session together: names end with the beginning of its id. */
export function chatsIn(folder: string): string[][] {
  const bySession = new Map<string, string[]>();
  for (const name of namesIn(folder)) {
    const id = /^session-.*-([0-9a-zA-Z]{8})\.jsonl?$/.exec(name)?.[1];
    if (id !== undefined) {
      bySession.set(id, [...(bySession.get(id) ?? []), path.join(folder, name)]);
    }
  }
  return [...bySession.values()];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
